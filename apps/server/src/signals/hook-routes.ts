// The routes of incoming signals: the secret address of a bot, the messages that arrive there, and the release of the hold that a message has set.
import { randomUUID } from 'node:crypto';
import { contractLimits, routes } from '@rondo/contract';
import type { BotCommand, HookMessage } from '@rondo/store';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { createAddressSet } from '../api/address-set.ts';
import type { Api } from '../api/api.ts';
import { ApiError } from '../api/api-error.ts';
import { requireFreshProof } from '../api/guards.ts';
import type { Router } from '../api/router.ts';
import { serve } from '../api/serve.ts';
import type { AppContext } from '../app-context.ts';
import { isoTime, toBotResponse } from '../bots/bot-response.ts';
import { requireOwnBot } from '../bots/own-bot.ts';
import { readStoredBot } from '../bots/stored-bot.ts';
import { serverLimits } from '../limits.ts';
import { parseHookMessage } from './hook-message.ts';

/** The HTTP status of a request whose work is done later. */
const acceptedStatus = 202;

/** Serves POST /hooks/signal/:token, POST /api/bots/:id/signal-hook and POST /api/bots/:id/hold/release. */
export function serveHooks(router: Router, context: AppContext): void {
  const { clock, log, store } = context;
  serve(router, routes.renewHook, async ({ caller, params }) => {
    // Whoever knows the address opens rounds for the owner, so a stolen session is not enough for a new one.
    requireFreshProof(caller, clock.now());
    const { user } = caller;
    const bot = await requireOwnBot(context, user, params.id);
    if (bot.endedAt !== null || readStoredBot(bot).summary.entryType !== 'webhook') throw new ApiError('NOT_FOUND');
    const now = clock.now();
    const token = await store.signalHooks.renew({ botId: bot.id, userId: user.id, now });
    log.write('info', 'hooks.renewed', { botId: bot.id });
    return { success: true as const, path: `/hooks/signal/${token}`, created_at: isoTime(now) };
  });

  serve(router, routes.releaseHold, async ({ caller: { user }, params, reply }) => {
    const bot = await requireOwnBot(context, user, params.id);
    const isHeld = readStoredBot(bot).state?.holds.some(({ by }) => by === 'user') ?? false;
    const command = isHeld ? await recordCommand(context, { botId: bot.id, kind: 'release_hold' }, randomUUID()) : null;
    const pending = command !== null && !(await context.live.command(command));
    if (pending) reply.code(acceptedStatus);
    const changed = await toBotResponse(context, await requireOwnBot(context, user, bot.id));
    return { success: true as const, bot: changed, pending };
  });

  void router.api.register(async (scope) => {
    const api: Api = scope.withTypeProvider<ZodTypeProvider>();
    readTexts(api);
    serveMessages({ ...router, api }, context);
  });
}

function serveMessages(router: Router, context: AppContext): void {
  const { clock, store } = context;
  const limit = { points: serverLimits.hookMessagesPerMinute, seconds: 60 };
  const messages = context.budgets('incoming signals of a bot', limit);
  const senders = context.hooksFrom === null ? null : createAddressSet(context.hooksFrom);
  serve(router, routes.signalHook, async ({ params, body, request, reply }) => {
    // Another sender gets the response of an unknown address, so that it learns nothing about the token.
    if (senders?.has(request.ip) === false) throw new ApiError('NOT_FOUND');
    const botId = await store.signalHooks.find(params.token);
    if (botId === null) throw new ApiError('NOT_FOUND');
    await messages.spend(botId);
    const now = clock.now();
    const parsed = parseHookMessage(body, now);
    if (!parsed.ok)
      throw new ApiError('VALIDATION', { field: parsed.refusal.field, parameters: { ...parsed.refusal } });
    const message = await store.signalHooks.accept({
      ...parsed.message,
      botId,
      repeatMs: serverLimits.hookRepeatMs,
      now,
    });
    await act(context, message);
    reply.code(acceptedStatus);
    return { success: true as const, is_late: message.isLate };
  });
}

/** Records the command of a message. A message that arrives again records its command again when the server ended before, because the command has the name of the message. */
async function act(context: AppContext, { botId, messageKey, action, isLate }: HookMessage): Promise<void> {
  if (isLate || action === 'open') return;
  const kind = action === 'hold' ? 'hold_rounds' : 'set_last';
  const recorded = await recordCommand(context, { botId, kind }, `hook ${messageKey}`);
  // The dispatcher repeats a command that the engine has not accepted, so the sender does not wait for the engine.
  if (recorded !== null) void context.live.command(recorded).catch(() => false);
}

/** Records the command and returns it. Returns null when the bot ends, because such a bot takes no command. */
async function recordCommand(
  { store, clock, log }: AppContext,
  { botId, kind }: { readonly botId: string; readonly kind: 'hold_rounds' | 'release_hold' | 'set_last' },
  requestId: string,
): Promise<BotCommand | null> {
  const command = { botId, kind, requestId, now: clock.now(), ...(kind === 'set_last' ? { isLast: true } : {}) };
  const recorded = await store.bots.recordCommand(command);
  if (!recorded.ok) return null;
  log.write('info', 'bot.command', { botId, kind });
  return recorded.command;
}

/** Reads the body of every content type as text, because alerts of chart programs are JSON or plain text. */
function readTexts(api: Api): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  api.removeAllContentTypeParsers();
  api.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: contractLimits.hookBodyBytes },
    (_request, bytes: Buffer, done) => {
      try {
        done(null, utf8.decode(bytes));
      } catch {
        done(new ApiError('BAD_REQUEST'));
      }
    },
  );
}
