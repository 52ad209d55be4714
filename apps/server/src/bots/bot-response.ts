// Converts a bot to the form of the API: the configuration, the progress, and the figures that are computed from them.
import { floorToTick, formatDecimal, lots, sizeOf, toFraction, zero, type Decimal } from '@rondo/decimal';
import { contractLimits, type BotWire, type EntryWaitWire, type HoldWire, type PlanResponse } from '@rondo/contract';
import { configurationOf, pricesOf, resultsOf, toPlanResponse } from '@rondo/contract/state';
import { slotName } from '@rondo/engine';
import type { BotLogRow, PositionReport } from '@rondo/engine/ports';
import type { BotRecord, HistoryRow } from '@rondo/store';
import {
  dustOf,
  filledSteps,
  openSize,
  previewLadder,
  unrealised,
  type BotConfig,
  type BotState,
} from '@rondo/strategy';
import { memoise } from '../async/memoise.ts';
import type { AppContext } from '../app-context.ts';
import { ruleResponseOf } from '../signals/rule-entry.ts';
import type { LiveAccounts } from '../trading/live-accounts.ts';
import { lifecycleOf } from './lifecycle.ts';
import { toBotLogs } from './log-text.ts';
import { readStoredBot, type StoredBot } from './stored-bot.ts';

/** The engine does not manage a frozen bot, so the freeze is no event of the strategy. */
const freeze: HoldWire = { by: 'freeze', level: 'entries', reason: 'frozen', until: null };

/** A frozen installation sends nothing for any bot. */
const unconfirmed: HoldWire = { by: 'restore', level: 'entries', reason: 'unconfirmed', until: null };

/** Returns a bot with its newest log lines, which this function reads. */
export async function toBotResponse(
  context: Pick<AppContext, 'store' | 'live' | 'market' | 'installation'>,
  bot: BotRecord,
  logLimit: number = contractLimits.botLogs,
): Promise<BotWire> {
  return botResponseWithLogs(context, bot, await context.store.bots.logs(bot.id, logLimit));
}

/** Returns a bot with log lines that the caller has already read, newest first. */
export function botResponseWithLogs(
  context: Pick<AppContext, 'live' | 'market' | 'installation'>,
  bot: BotRecord,
  logs: readonly BotLogRow[],
): BotWire {
  const stored = readStoredBot(bot);
  const { mark, wait } = liveStateOf(context, bot);
  return {
    ...settingsAndLadderOf(bot.name, stored),
    id: bot.id,
    account_id: bot.accountId,
    created_at: isoTime(bot.createdAt),
    ...progressOf(bot, stored),
    ...stepsOf(stored),
    holds: [...holdsOf(bot, stored), ...(context.installation.frozen() === null ? [] : [unconfirmed])],
    ...figuresOf(stored, bot.view?.realisedPnl ?? '0', mark),
    reserved_margin: bot.reservedMargin,
    entry_price: bot.view?.entryPrice ?? null,
    position_size: bot.view?.positionSize ?? '0',
    dust_size: dustSizeOf(stored),
    trading: tradingOf(context, bot),
    entry_wait: wait,
    updated_at: isoTime(bot.view?.updatedAt ?? bot.createdAt),
    simulated: bot.isSimulated,
    logs: toBotLogs(logs),
  };
}

/** Returns a finished bot that exists only in the history. The finished bots of the demo world are such bots. */
export function toFinishedBot(row: HistoryRow): BotWire {
  const stored = readStoredBot(row);
  return {
    ...settingsAndLadderOf(row.name, stored),
    id: row.botId,
    account_id: row.accountId ?? '',
    created_at: isoTime(row.startedAt),
    ...lifecycleOf({ course: 'done', view: null }),
    holds: [],
    is_last: true,
    round: row.rounds,
    cycles: row.cycles,
    current_step: 0,
    ...stepsOf(stored),
    end_reason: row.endReason,
    ended_at: isoTime(row.endedAt),
    ...figuresOf(stored, row.netPnl, null),
    reserved_margin: '0',
    entry_price: null,
    position_size: '0',
    dust_size: '0',
    trading: null,
    entry_wait: null,
    updated_at: isoTime(row.endedAt),
    simulated: row.isSimulated,
    logs: [],
  };
}

/** Returns the ladder of the current round. Without a planned round, returns the ladder that was planned at the creation of the bot. */
export const currentPlan: (stored: StoredBot) => PlanResponse = memoise(({ config, summary, state }) => {
  const round = state?.round ?? null;
  if (round === null || round.plan === null) return summary.plan;
  const { budget, firstPrice } = round.plan;
  const preview = previewLadder({
    config,
    budget,
    firstPrice,
    stepDistance: round.stepDistance,
    raisesToMinimum: true,
  });
  return preview.ok ? toPlanResponse(preview.preview) : summary.plan;
});

/** What the engine knows about a bot now. */
interface LiveState {
  /** The mark price of the open position on the instrument and side of the bot. Null when no position is open. */
  readonly mark: Decimal | null;
  /** The reason why an entry of the bot or its next round waits. Null when nothing waits. */
  readonly wait: EntryWaitWire | null;
}

/** Returns what the engine knows about a bot now. The account is read once, because a reading of it copies its positions. */
export function liveStateOf({ live }: { readonly live: Pick<LiveAccounts, 'account'> }, bot: BotRecord): LiveState {
  const account = live.account(bot.accountId);
  const own = account?.positions?.find(
    (position) => position.instrumentId === bot.instrumentId && sideOf(position) === bot.direction,
  );
  // The last reading of the account can still have the position that an ended bot has closed.
  const hasClosed = bot.view?.status === 'completed' && bot.view.positionSize === '0';
  return { mark: hasClosed ? null : (own?.markPrice ?? null), wait: account?.waits[bot.id] ?? null };
}

/** Returns the trading state of the instrument of a bot. Returns null while it is unknown. */
export function tradingOf({ market }: Pick<AppContext, 'market'>, bot: BotRecord): BotWire['trading'] {
  const known = market.tradingOf(bot.instrumentId);
  return known === null ? null : { state: known.state, ends_at: known.endsAt === null ? null : isoTime(known.endsAt) };
}

const dustSizeOf = memoise(({ config, state }: StoredBot): string =>
  state === null ? '0' : formatDecimal(sizeOf(lots(dustOf(state)), config.instrument.lotSz)),
);

/** Returns the side of a position. In net mode the sign of the size decides. */
export function sideOf(position: PositionReport): 'long' | 'short' {
  if (position.positionSide !== 'net') return position.positionSide;
  return position.lots < 0n ? 'short' : 'long';
}

export function isoTime(at: number): string {
  return new Date(at).toISOString();
}

function settingsAndLadderOf(name: string, stored: StoredBot) {
  const { config, summary, state } = stored;
  const { steps } = currentPlan(stored);
  const settings = configurationOf(config, { ...summary, steps, roundDistance: state?.round?.stepDistance ?? null });
  return {
    title: name,
    ...settings,
    entry: {
      ...settings.entry,
      ...(summary.signal === undefined ? {} : { signal: ruleResponseOf(summary.signal) }),
      ...(summary.shadow === undefined ? {} : { shadow: ruleResponseOf(summary.shadow) }),
    },
    metadata: { name, description: summary.description },
  };
}

// A bot that has ended or is being stopped opens no round and sends no entry, so the response does not contain its holds. A frozen bot has the state from before
// the freeze.
function holdsOf({ view }: Pick<BotRecord, 'view'>, { state }: StoredBot): HoldWire[] {
  const isStopping =
    state !== null && (state.stop !== null || state.status === 'completed' || state.status === 'liquidated');
  const holds = state === null || isStopping ? [] : state.holds;
  const stored = holds.map((hold) => ({ ...hold, until: hold.until === null ? null : isoTime(hold.until) }));
  return view?.status === 'active' && view.endReason === 'frozen' ? [...stored, freeze] : stored;
}

// Each round of a bot that does not enter again is its last round (strategy 1).
function progressOf(bot: BotRecord, { config }: StoredBot) {
  const { view } = bot;
  const lifecycle = lifecycleOf(bot);
  return {
    ...lifecycle,
    is_last: lifecycle.is_last || !config.autoReentry,
    round: view?.round ?? 0,
    cycles: view?.cycles ?? 0,
    current_step: view?.currentStep ?? 0,
    end_reason: view?.endReason ?? null,
    ended_at: bot.endedAt === null ? null : isoTime(bot.endedAt),
  };
}

function figuresOf(stored: StoredBot, realised: string, mark: Decimal | null) {
  const { config, state } = stored;
  // The unrealised result of a bot without a position is zero, even when the price is unknown.
  const isFlat = state !== null && openSize(state) === 0n;
  const open = isFlat ? zero : state === null || mark === null ? null : openFigure(state, mark, config);
  return {
    ...storedPricesOf(stored),
    mark_price: mark === null ? null : formatDecimal(mark),
    ...resultsOf(realised, open, config.allocation),
  };
}

const stepsOf = memoise(({ state, skippedSlots }: StoredBot): Pick<BotWire, 'filled_steps' | 'skipped_steps'> => {
  if (state === null) return { skipped_steps: [] };
  const round = state.round?.round ?? 0;
  const steps = Array.from({ length: state.round?.steps.length ?? 0 }, (_, index) => index + 1);
  return {
    filled_steps: [...filledSteps(state)],
    skipped_steps: steps.filter((step) => skippedSlots.has(slotName({ kind: 'entry', round, step }))),
  };
});

const storedPricesOf = memoise(({ state, skippedSlots }: StoredBot): ReturnType<typeof pricesOf> =>
  state === null
    ? { liquidation_price: null, take_profit_price: null, next_moves: [] }
    : pricesOf(state, (slot) => skippedSlots.has(slotName(slot))),
);

// The mark price is rounded down to a whole tick, because `unrealised` needs ticks. The rounding is acceptable, because the result is only shown, with two
// decimal places.
function openFigure(state: BotState, mark: Decimal, config: BotConfig): Decimal {
  return unrealised(state, floorToTick(toFraction(mark), config.instrument.tickSz));
}
