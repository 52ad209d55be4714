// The routes of the entries that wait for a signal: which entries can be chosen, and the newest readings or decisions about the entries of a bot.
import { routes, type BotSignalList, type BotSignalWire } from '@rondo/contract';
import { formatDecimal, ratioToPercent, type Ratio } from '@rondo/decimal';
import { signalBars } from '@rondo/signals';
import type { AiDecision, BotRecord, HookMessage, Store, StoredReading } from '@rondo/store';
import { aiInstruments, minAiBalance, type AtrReading, type BotState } from '@rondo/strategy';
import { parseDecision } from '../ai/model-decision.ts';
import { serve } from '../api/serve.ts';
import type { Router } from '../api/router.ts';
import type { AppContext } from '../app-context.ts';
import { isoTime } from '../bots/bot-response.ts';
import { requireOwnBot } from '../bots/own-bot.ts';
import { readStoredBot } from '../bots/stored-bot.ts';
import { serverLimits } from '../limits.ts';
import { signalEnd, sourceOf, type WaitingBot } from './entry-source.ts';
import { ruleKeyOf } from './rule-entry.ts';
import { shadowOf } from './shadow-rounds.ts';
import { missedKeyOf, missedReasonOf, readingValues } from './record-reading.ts';
import { explainUnused } from './unused-signal.ts';

/** Serves GET /api/entry-options and GET /api/bots/:id/signals. */
export function serveSignals(router: Router, context: AppContext): void {
  const { ai, clock, store } = context;
  serve(router, routes.entryOptions, async () => ({
    ai_gpt: {
      is_on: ai !== null,
      is_double: ai?.endpoint.isDouble ?? false,
      instruments: [...aiInstruments],
      minimum_balance: minAiBalance,
    },
  }));

  serve(router, routes.botSignals, async ({ caller: { user }, params }): Promise<BotSignalList> => {
    const bot = await requireOwnBot(context, user, params.id);
    const stored = readStoredBot(bot);
    const { summary, state } = stored;
    const opened = openedBy(state);
    const now = clock.now();
    if (summary.entryType === 'webhook')
      return { ...(await messagesOf(store, bot, { opened, now })), opened_by: opened };
    const of = sourceOf(stored);
    if (of === null) return { items: [], opened_by: opened, next_at: null, hook: null, shadow: null };
    const barMs = signalBars[of.bar];
    const nextAt = (Math.floor(now / barMs) + 1) * barMs;
    const read = await itemsOf(store, bot, { ...of, now });
    const isShadow = of.source.kind === 'rule' && of.source.isShadow;
    const closedAt = Date.parse(read[0]?.closed_at ?? '');
    const validUntil = signalEnd(of.bar, closedAt, serverLimits);
    const items =
      opened !== null || isShadow ? read : await explainUnused(store, { botId: bot.id, items: read, validUntil, now });
    const shadow =
      of.source.kind === 'rule' && isShadow
        ? await shadowOf(store, bot, { ruleKey: ruleKeyOf(of.source.rule, bot.direction), bar: of.bar, now })
        : null;
    return { items, opened_by: opened, next_at: isoTime(nextAt), hook: null, shadow };
  });
}

async function itemsOf(
  { aiDecisions, signalReadings }: Pick<Store, 'aiDecisions' | 'signalReadings'>,
  bot: BotRecord,
  { bar, source, now }: Pick<WaitingBot, 'bar' | 'source'> & { readonly now: number },
): Promise<BotSignalWire[]> {
  const { instrumentId, createdAt: since } = bot;
  const limit = serverLimits.shownDecisions;
  const listOf = (ruleKey: string) => signalReadings.list({ ruleKey, instrumentId, bar, since }, limit);
  const missed = await listOf(missedKeyOf(source.kind));
  const known =
    source.kind === 'ai'
      ? (await aiDecisions.list(instrumentId, since, limit)).map((row) => decisionItem(row, bot, now))
      : (await listOf(ruleKeyOf(source.rule, bot.direction))).map(readingItem);
  return withMissed(known, missed.map(missedItem)).slice(0, limit);
}

/** Adds the bars without a reading or decision, the newest first. A bar that one node has missed may have a reading of another node. */
function withMissed(known: readonly BotSignalWire[], missed: readonly BotSignalWire[]): BotSignalWire[] {
  const read = new Set(known.map(({ closed_at: closedAt }) => closedAt));
  const added = missed.filter(({ closed_at: closedAt }) => !read.has(closedAt));
  return [...known, ...added].toSorted((a, b) => Date.parse(b.closed_at) - Date.parse(a.closed_at));
}

async function messagesOf(
  { bots, signalHooks }: Pick<Store, 'bots' | 'signalHooks'>,
  bot: BotRecord,
  { opened, now }: { readonly opened: BotSignalWire | null; readonly now: number },
): Promise<Omit<BotSignalList, 'opened_by'>> {
  const createdAt = await signalHooks.createdAt(bot.id);
  const messages = await signalHooks.list(bot.id, serverLimits.shownDecisions);
  const items = messages.map(messageItem);
  const validUntil = messages[0]?.validUntil ?? now;
  return {
    items: opened === null ? await explainUnused({ bots }, { botId: bot.id, items, validUntil, now }) : items,
    next_at: null,
    hook: { created_at: createdAt === null ? null : isoTime(createdAt) },
    shadow: null,
  };
}

/** Returns the signal that opened the running round, from its evidence in the state of the bot. */
function openedBy(state: BotState | null): BotSignalWire | null {
  const { signal, stepDistance } = state?.round ?? {};
  if (signal === undefined || stepDistance === undefined) return null;
  const { source, atr } = signal;
  const { defence, confidence, message, ...values } = source.values;
  return {
    closed_at: isoTime(source.closedAt),
    bar: source.bar,
    outcome: 'open',
    reason: null,
    defense: defence === undefined ? null : Number(defence),
    confidence: confidence === undefined ? null : Number(confidence),
    note: null,
    model: null,
    values: { ...(message === undefined ? values : { action: 'open' }), ...distanceValues(atr, stepDistance) },
  };
}

/** Returns the reading of ATR that decided the distance of the round, and the distance in percent. */
function distanceValues(reading: AtrReading | undefined, stepDistance: Ratio): Record<string, string> {
  if (reading === undefined) return {};
  return { atr: reading.atr, close: reading.close, distance: formatDecimal(ratioToPercent(stepDistance, 2)) };
}

function messageItem({ receivedAt, action, isLate }: HookMessage): BotSignalWire {
  return {
    closed_at: isoTime(receivedAt),
    bar: null,
    outcome: isLate ? 'none' : action === 'open' ? 'open' : 'wait',
    reason: isLate ? 'late' : null,
    defense: null,
    confidence: null,
    note: null,
    model: null,
    values: { action },
  };
}

function readingItem({ closedAt, bar, fires, reading }: StoredReading): BotSignalWire {
  return {
    closed_at: isoTime(closedAt),
    bar,
    outcome: fires === null ? 'none' : fires ? 'open' : 'wait',
    reason: fires === null ? 'warm_up' : null,
    defense: null,
    confidence: null,
    note: null,
    model: null,
    values: { ...readingValues(reading) },
  };
}

function missedItem(row: StoredReading): BotSignalWire {
  return { ...readingItem({ ...row, reading: '{}' }), reason: missedReasonOf(row.reading) };
}

function decisionItem(row: AiDecision, bot: BotRecord, now: number): BotSignalWire {
  const decision = row.decision === null ? null : parseDecision(row.decision);
  const side = decision?.[bot.direction] ?? null;
  return {
    closed_at: isoTime(row.closedAt),
    bar: row.bar,
    outcome: side === null ? 'none' : side.open ? 'open' : 'wait',
    reason: side === null ? reasonOf(row, now) : null,
    defense: side?.defence ?? null,
    confidence: decision?.confidence ?? null,
    note: decision?.reason ?? null,
    model: row.model,
    values: {},
  };
}

function reasonOf({ outcome, detail, claimedAt }: AiDecision, now: number): BotSignalWire['reason'] {
  switch (outcome) {
    case 'claimed':
      // The node that called the model has ended during the call.
      return now < claimedAt + serverLimits.aiClaimMs ? 'pending' : 'unavailable';
    case 'capped':
      return detail === 'budget' ? 'budget' : 'failures';
    case 'ok':
      return 'invalid';
    default:
      return outcome;
  }
}
