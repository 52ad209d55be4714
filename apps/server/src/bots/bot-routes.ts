// The routes of running bots: list, detail, fills, creation and the three stop actions.
import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { contractLimits, routes, type BotDetailResponse, type BotStatusRequest } from '@rondo/contract';
import type { BotRecord, NewBotCommand, UserRecord } from '@rondo/store';
import { guardLockOf, mayDo, type BotState } from '@rondo/strategy';
import { ApiError } from '../api/api-error.ts';
import { serve } from '../api/serve.ts';
import { currentPlan, toBotResponse } from './bot-response.ts';
import { createBot } from './create-bot.ts';
import { toOrder } from './executions.ts';
import { exitStepsOf, finishedDetail, toFills } from './bot-fills.ts';
import { findOwnBot, requireOwnBot } from './own-bot.ts';
import { readStoredBot } from './stored-bot.ts';
import { createWatchedResponse } from './watched-response.ts';
import { createKeyedMutex } from '../async/keyed-mutex.ts';
import { serverLimits } from '../limits.ts';
import type { Router } from '../api/router.ts';
import type { AppContext } from '../app-context.ts';

/** Serves /api/bots except the history. */
export function serveBots(router: Router, context: AppContext): void {
  const creationMutex = createKeyedMutex();
  const toWatchedResponse = createWatchedResponse(context);
  const creations = context.budgets('creations of a person', { points: serverLimits.createsPerMinute, seconds: 60 });

  serve(router, routes.myBots, async ({ caller: { user } }) => {
    const watched = await context.store.bots.listWatched(user.id, contractLimits.botLogs);
    await context.live.see([...new Set(watched.map(({ bot }) => bot.accountId))]);
    return toWatchedResponse(watched);
  });

  serve(router, routes.createBot, async ({ caller: { user, accounts }, body, headers }) => {
    await creations.spend(user.id);
    const idempotencyKey = headers['idempotency-key'];
    // The creations of one user never overlap, so each creation reads the bot of the previous creation.
    const { bot, plan } = await creationMutex(user.id, () =>
      createBot(context, { user, accounts, request: body, idempotencyKey }),
    );
    return { success: true as const, bot: await toBotResponse(context, bot), plan };
  });

  serve(router, routes.bot, async ({ caller: { user }, params, query }) => {
    const bot = await findOwnBot(context, user, params.id);
    return bot === null ? finishedDetail(context, user, params.id) : botDetail(context, bot, query.only);
  });

  // A command is recorded only when the loss guard of the bot is locked. A bot that trades does not change.
  serve(router, routes.releaseGuard, async ({ caller: { user }, params, reply }) => {
    const bot = await requireOwnBot(context, user, params.id);
    const { state } = readStoredBot(bot);
    const isLocked = state !== null && guardLockOf(state) !== null;
    if (!isLocked && hasEnded(state)) throw new ApiError('BOT_NOT_RUNNING');
    const pending = isLocked && (await recordAndPass(context, { ...newCommand(context, bot), kind: 'release_guard' }));
    return commandResponse(context, { user, bot, pending, reply });
  });

  // A bot that trades needs no recovery and does not change, so nothing is recorded. A bot that ended for another reason cannot be recovered.
  serve(router, routes.recoverBot, async ({ caller: { user }, params, body, reply }) => {
    const bot = await requireOwnBot(context, user, params.id);
    const { state } = readStoredBot(bot);
    const kind = body.as === 'continue' ? 'recover_trade' : 'recover_exit';
    const isRecoverable = state !== null && mayDo(state, 'recover');
    if (!isRecoverable && hasEnded(state)) throw new ApiError('BOT_NOT_RUNNING');
    const pending = isRecoverable && (await recordAndPass(context, { ...newCommand(context, bot), kind }));
    return commandResponse(context, { user, bot, pending, reply });
  });

  serve(router, routes.botStatus, async ({ caller: { user }, params, body, reply }) => {
    const bot = await requireOwnBot(context, user, params.id);
    const pending = await recordAndPass(context, commandOf(context, bot, body));
    return commandResponse(context, { user, bot, pending, reply });
  });
}

/** Returns true when a bot has ended. A bot without a state has not begun. */
const hasEnded = (state: BotState | null): boolean => state !== null && state.status !== 'active';

/** The HTTP status of a command that was recorded and is carried out later. */
const recordedStatus = 202;

interface PassedCommand {
  readonly user: UserRecord;
  readonly bot: BotRecord;
  readonly pending: boolean;
  readonly reply: FastifyReply;
}

/** Returns the bot as it is after the command. */
async function commandResponse(context: AppContext, { user, bot, pending, reply }: PassedCommand) {
  if (pending) reply.code(recordedStatus);
  const changed = await toBotResponse(context, await requireOwnBot(context, user, bot.id));
  return { success: true as const, bot: changed, pending };
}

/** Records the command and passes it to the engine. Returns whether the engine has not accepted the command yet. */
async function recordAndPass(context: AppContext, command: NewBotCommand): Promise<boolean> {
  const result = await context.store.bots.recordCommand(command);
  if (!result.ok) throw new ApiError(result.refusal === 'already_closing' ? 'BOT_STOPPING' : 'BOT_NOT_RUNNING');
  context.log.write('info', 'bot.command', { botId: command.botId, kind: result.command.kind });
  return !(await context.live.command(result.command));
}

function newCommand(context: AppContext, bot: BotRecord): Omit<NewBotCommand, 'kind'> {
  return { botId: bot.id, requestId: randomUUID(), now: context.clock.now() };
}

/** Returns the command to record for each of the three request shapes. Throws when a bot that does not enter again should continue after its round. */
function commandOf(context: AppContext, bot: BotRecord, body: BotStatusRequest): NewBotCommand {
  const base = newCommand(context, bot);
  if ('status' in body) return { ...base, kind: body.close_position ? 'stop_close' : 'stop_keep' };
  if (!body.is_last && !readStoredBot(bot).config.autoReentry) {
    const reason = 'the bot was created without auto_reentry';
    throw new ApiError('VALIDATION', { field: 'is_last', parameters: { field: 'is_last', reason } });
  }
  return { ...base, kind: 'set_last', isLast: body.is_last };
}

/**
 * Returns a bot with its orders and fills. With `only`, they are those of the latest round, as the card of a running bot shows them: the card is read every few
 * seconds, and a bot can have hundreds of fills.
 */
async function botDetail(context: AppContext, bot: BotRecord, only?: 'round'): Promise<BotDetailResponse> {
  await context.live.see([bot.accountId]);
  const stored = readStoredBot(bot);
  const { bots } = context.store;
  const round = only === 'round' ? (stored.state?.roundsOpened ?? 0) : null;
  const intents = await bots.intents(bot.id, contractLimits.botDetailOrders);
  const fills =
    round === null
      ? await bots.newestFills(bot.id, contractLimits.fillRows)
      : await bots.roundFills(bot.id, round, contractLimits.fillRows);
  return {
    ...(await toBotResponse(context, bot, round === null ? contractLimits.botDetailLogs : contractLimits.botLogs)),
    plan: currentPlan(stored),
    orders: intents
      .filter(({ slot }) => round === null || slot.round === round)
      .flatMap((intent) => toOrder(intent, stored.firstRules) ?? []),
    fills: toFills(bot, fills),
    exit_steps: await exitStepsOf(context, bot.id, stored),
  };
}
