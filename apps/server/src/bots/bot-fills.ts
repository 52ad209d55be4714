// Reads the fills of a bot, the steps of its base exit that follow from the fills, and the details of a bot that exists only in the history.
import { floorToLot, floorToTick, priceOf, sizeOf, toFraction } from '@rondo/decimal';
import type { BotDetailResponse, BotFillWire, ExitStepWire } from '@rondo/contract';
import { toExitSteps } from '@rondo/contract/state';
import type { BotFillRow, BotRecord, HistoryRow, UserRecord } from '@rondo/store';
import { exitHistory, type FillEvent, type InstrumentRules } from '@rondo/strategy';
import { ApiError } from '../api/api-error.ts';
import type { AppContext } from '../app-context.ts';
import { toFinishedBot } from './bot-response.ts';
import { toFill } from './executions.ts';
import { serverLimits } from '../limits.ts';
import { readStoredBot, type StoredBot } from './stored-bot.ts';

/** Returns every fill, oldest first. */
export async function fillsOf(context: AppContext, bot: BotRecord): Promise<BotFillWire[]> {
  return toFills(bot, await context.store.bots.fills(bot.id));
}

/** Returns stored fills of a bot in the form of the API. */
export function toFills(bot: BotRecord, fills: readonly BotFillRow[]): BotFillWire[] {
  const { firstRules } = readStoredBot(bot);
  return fills.map((fill) => toFill(fill, firstRules));
}

/** Returns a row of the history of the demo world. Throws NOT_FOUND when it does not belong to the caller. */
export async function requireFinished(context: AppContext, user: UserRecord, botId: string): Promise<HistoryRow> {
  const row = await context.store.history.find(user.id, botId);
  if (row === null) throw new ApiError('NOT_FOUND');
  return row;
}

/** Returns the fills of a bot of the demo world, oldest first. */
export async function simulatedFillsOf(context: AppContext, { botId }: HistoryRow): Promise<BotFillWire[]> {
  const text = await context.store.history.simulatedFills(botId);
  return text === null ? [] : (JSON.parse(text) as BotFillWire[]); // the demo world writes the fills in this shape
}

/** Returns a bot from the history of the demo world. Throws NOT_FOUND when it does not belong to the caller. */
export async function finishedDetail(context: AppContext, user: UserRecord, botId: string): Promise<BotDetailResponse> {
  const row = await requireFinished(context, user, botId);
  const fills = await simulatedFillsOf(context, row);
  return { ...toFinishedBot(row), plan: readStoredBot(row).summary.plan, orders: [], fills, exit_steps: [] };
}

/**
 * Returns the steps of the base exit in the form of the API, oldest first. Without a running round the list is empty. A round with more than
 * `serverLimits.exitFills` fills has only the present step.
 */
export async function exitStepsOf(
  context: AppContext,
  botId: string,
  { state, config, firstRules }: StoredBot,
): Promise<ExitStepWire[]> {
  if (state === null || state.round === null) return [];
  const fills = await context.store.bots.roundFills(botId, state.round.round, serverLimits.exitFills);
  const units = { from: firstRules, to: config.instrument };
  // When the limit has cut the fills of the round, the replay of the rest would show wrong steps.
  const replayed = fills.length < serverLimits.exitFills ? fills : fills.filter(movesExit).slice(-1);
  const own = replayed.flatMap((fill) => toFillEvent(fill, units) ?? []);
  return toExitSteps(exitHistory(state, own), config);
}

function movesExit({ slot }: BotFillRow): boolean {
  return slot?.kind === 'entry' || slot?.kind === 'takeProfit';
}

/** Returns the event of a stored fill in the present units of the bot. Returns null when no order of the bot caused the fill. */
function toFillEvent(
  fill: BotFillRow,
  { from, to }: { readonly from: InstrumentRules; readonly to: InstrumentRules },
): FillEvent | null {
  const { slot, fee, liquidity, fillId, at } = fill;
  if (slot === null) return null;
  const { kind, round, step, generation } = slot;
  // A bot keeps the finest steps that its instrument has had, so every fill is a whole number of the present steps.
  const price = floorToTick(toFraction(priceOf(fill.price, fill.tickSz ?? from.tickSz)), to.tickSz);
  const lots = floorToLot(toFraction(sizeOf(fill.lots, fill.lotSz ?? from.lotSz)), to.lotSz);
  return { kind: 'fill', slot: { kind, round, step }, generation, price, lots, fee, liquidity, fillId, at };
}
