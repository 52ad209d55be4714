// Watches the stored facts: nothing that a reader sees goes back (I29), a result changes only with its cause (I25), each bill belongs to one
// bot (I27), after the last round no round begins (I14), prices are exact (I24), and results balance (I26).
import type { FactBatch, IntentRow } from '@rondo/engine/ports';
import { decodeEvent, type StrategyEvent } from '@rondo/strategy';
import type { CheckContext } from '../checks/checkers.ts';
import { createBalanceWatch } from './balance-watch.ts';
import { createExactPrices } from './exact-prices.ts';

type View = FactBatch['views'][number];

export type LedgerWatch = {
  /** Checks a transaction before it is stored. */
  stored(batch: Pick<FactBatch, 'accountId' | 'events' | 'views' | 'bills' | 'logs'>): void;
  /** Checks intents that are stored. */
  committed(intents: readonly Pick<IntentRow, 'verb' | 'slot' | 'clientId'>[]): void;
};

/** These events change the result of a bot. */
const booking: ReadonlySet<StrategyEvent['kind']> = new Set([
  'fill',
  'funding',
  'liquidated',
  'externalClose',
  'expired',
]);

/** Returns a watch over a journal without facts. */
export function createLedgerWatch(context: CheckContext): LedgerWatch {
  const views = new Map<string, View>();
  const lastRounds = new Map<string, number>();
  /** Whether the last round was set before the latest fill of the base exit of each bot. A later command concerns the next round. */
  const lastAtExit = new Map<string, boolean>();
  const prices = createExactPrices(context);
  const balances = createBalanceWatch(context);
  const fail = (invariant: string, text: string): void => context.report({ invariant, at: context.now(), text });
  return {
    stored({ accountId, events, views: next, bills, logs }) {
      balances.billed(bills);
      for (const view of next) {
        const { botId } = view;
        const before = views.get(botId);
        views.set(botId, view);
        const own = events.filter((each) => each.botId === botId).map(({ body }) => decodeEvent(JSON.parse(body)));
        prices.stored(botId, own, view);
        balances.stored(botId, own, view);
        if (before === undefined) continue;
        if (own.some(isBaseExitFill)) lastAtExit.set(botId, before.isLast && view.isLast);
        const hasExited = logs.some((line) => line.botId === botId && isTakeProfit(line));
        if (hasExited && lastAtExit.get(botId) === true) lastRounds.set(botId, before.round);
        const step = backStep(before, view);
        if (step !== null) fail('I29', `${botId}: ${step}`);
        const kinds = own.map(({ kind }) => kind);
        if (before.realisedPnl !== view.realisedPnl && !kinds.some((kind) => booking.has(kind)))
          fail(
            'I25',
            `${botId}: the result changed from ${before.realisedPnl} to ${view.realisedPnl} with ${kinds.join(', ')}`,
          );
      }
      for (const bill of bills) {
        if (bill.botId === null) continue;
        const bot = context.roster.byId(bill.botId);
        if (bot === undefined || bot.accountId !== accountId || bot.config.instrument.id !== bill.instrumentId)
          fail('I27', `bill ${bill.billId} of ${accountId} on ${bill.instrumentId} belongs to ${bill.botId}`);
      }
    },
    committed(intents) {
      for (const { verb, slot, clientId } of intents) {
        const last = lastRounds.get(slot.botId);
        if (verb === 'place' && slot.kind === 'entry' && last !== undefined && slot.round > last)
          fail('I14', `entry ${clientId} of round ${slot.round} was written, although round ${last} is the last round`);
      }
    },
  };
}

function isBaseExitFill(event: StrategyEvent): boolean {
  return event.kind === 'fill' && event.slot.kind === 'baseExit';
}

// Only a base exit ends the last round (strategy 1). After a stop loss the bot continues.
function isTakeProfit({ messageKey, parameters }: FactBatch['logs'][number]): boolean {
  return messageKey === 'bots.log.roundCompleted' && parameters['reason'] === 'take_profit';
}

// Returns what goes back between two views of one bot, or null.
function backStep(before: View, next: View): string | null {
  if (next.eventPosition < before.eventPosition) return `the event position went back to ${next.eventPosition}`;
  if (next.round < before.round) return `the round went back from ${before.round} to ${next.round}`;
  if (next.cycles < before.cycles) return `the cycles went back from ${before.cycles} to ${next.cycles}`;
  if (before.status === 'completed' && next.status !== 'completed') return 'the bot was completed and is active again';
  if (before.endedAt !== null && next.endedAt !== before.endedAt) return 'the time of the end changed';
  return null;
}
