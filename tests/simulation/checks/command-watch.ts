// Checks two invariants at the moment of a command: the age of the data behind an entry (I07), and the epoch of a sent command (I06).
import { decimal, unitsAt } from '@rondo/decimal';
import type { HttpRequest } from '@rondo/exchange';
import type { IntentRow, Journal } from '@rondo/engine';
import { decodeEvent } from '@rondo/strategy';
import type { CheckContext } from './checkers.ts';
import type { CheckedBot } from './roster.ts';
import type { TrueMarket } from './truth.ts';

/** What the watch knows of the processes and accounts of a run. Times are in milliseconds of the virtual clock. */
export type CommandWatch = {
  /** Records that a process received the response to a request that it sent at `sentAt`. */
  responded(request: Pick<HttpRequest, 'url' | 'headers'>, sentAt: number): void;
  /** Records that a process received prices. */
  priced(process: string, at: number): void;
  /** Checks I06 for a request that a process sends now. */
  sent(request: Pick<HttpRequest, 'url' | 'body'>): void;
  /** Checks I07 for the entries of a transaction. Its intents are about to be committed. */
  committing(of: { readonly process: string; readonly apiKey: string }, intents: readonly IntentRow[]): void;
  /** Records the holds of bots and the orders with an unknown outcome that were stored. */
  stored(batch: Parameters<Journal['applyFacts']>[0]): void;
};

/** The clock of a process may be slower than the virtual clock while it approaches a clock of the machine that was set. */
const slackMs = 2_000;
const readingMaxAgeMs = 15_000 + slackMs;
const priceMaxAgeMs = 5_000 + slackMs;
/** The account settings are read every 60 s with a jitter of 20 %. */
const permissionMaxAgeMs = 72_000 + slackMs;

/** A snapshot may be 15 s old, a list of the exchange may be 10 s old, and a process may be slower. */
const positionLagMs = 30_000;

/** The lists of an account that a complete reading contains. */
const lists = ['/account/positions', '/trade/orders-pending'] as const;

/** Creates a watch that has seen nothing. `now` is the virtual clock. */
export function createCommandWatch(context: () => CheckContext, now: () => number): CommandWatch {
  const readAt = new Map<string, number>();
  const pricedAt = new Map<string, number>();
  /** The owners of the holds without entries of each bot. */
  const holds = new Map<string, Set<string>>();
  const unknownOrders = new Map<string, Map<string, bigint>>();
  const sentEpochs = new Map<string, bigint>();
  const fail = (invariant: string, text: string): void => context().report({ invariant, at: context().now(), text });
  const checkEntry = (process: string, apiKey: string, { clientId, slot, epoch }: IntentRow): void => {
    const { journal, roster } = context();
    const bot = roster.byId(slot.botId);
    if (bot === undefined) return;
    if ((holds.get(slot.botId)?.size ?? 0) > 0) fail('I07', `entry ${clientId} was written while its bot is held`);
    const oldest = Math.min(...lists.map((list) => readAt.get(`${apiKey}${list}`) ?? 0));
    if (now() - oldest > readingMaxAgeMs)
      fail('I07', `entry ${clientId} was written ${now() - oldest} ms after the last reading of its account`);
    const unknown = [...(unknownOrders.get(slot.botId) ?? [])].find(([, of]) => of === epoch);
    if (unknown !== undefined) fail('I07', `entry ${clientId} was written while ${unknown[0]} is unknown`);
    const own = sizeOf(bot, journal.views.get(slot.botId)?.positionSize ?? '0');
    if (!positionsSince(bot.market, now() - positionLagMs).includes(own))
      fail(
        'I07',
        `entry ${clientId} was written while the bot has ${own} lots and the exchange has ${bot.market.position}`,
      );
    const price = pricedAt.get(process);
    if (price !== undefined && now() - price > priceMaxAgeMs)
      fail('I07', `entry ${clientId} was written ${now() - price} ms after the last price`);
    const since = context().truth.withdrawsSince(bot.venueAccount);
    if (since !== null && now() - since > permissionMaxAgeMs)
      fail('I07', `entry ${clientId} was written although the key of its account may withdraw`);
  };
  return {
    responded({ url, headers }, sentAt) {
      const apiKey = headers['OK-ACCESS-KEY'];
      const list = lists.find((each) => url.includes(each));
      if (apiKey === undefined || list === undefined) return;
      readAt.set(`${apiKey}${list}`, Math.max(readAt.get(`${apiKey}${list}`) ?? 0, sentAt));
    },
    priced: (process, at) => void pricedAt.set(process, at),
    sent({ url, body }) {
      if (!/\/trade\/(batch-)?orders?$/.test(url)) return;
      for (const [, clientId = ''] of (body ?? '').matchAll(/"clOrdId":"(\w+)"/g)) {
        const newest = context().journal.placesByClientId.get(clientId)?.at(-1);
        const intent = newest === undefined ? undefined : context().journal.intents.get(newest);
        const bot = intent === undefined ? undefined : context().roster.byId(intent.slot.botId);
        if (intent === undefined || bot === undefined) continue;
        const epoch = sentEpochs.get(bot.accountId) ?? 0n;
        if (intent.epoch < epoch)
          fail('I06', `order ${clientId} of epoch ${intent.epoch} was sent after an order of epoch ${epoch}`);
        else sentEpochs.set(bot.accountId, intent.epoch);
      }
    },
    committing({ process, apiKey }, intents) {
      for (const intent of intents)
        if (intent.verb === 'place' && intent.slot.kind === 'entry') checkEntry(process, apiKey, intent);
    },
    stored({ events, intents }) {
      for (const { id, state, evidence } of intents) {
        const intent = context().journal.intents.get(id);
        if (intent?.verb !== 'place') continue;
        const unknown = unknownOrders.get(intent.slot.botId) ?? new Map<string, bigint>();
        unknownOrders.set(intent.slot.botId, unknown);
        if (state === 'unknown' && evidence !== 'proven absent') unknown.set(id, intent.epoch);
        else unknown.delete(id);
      }
      for (const { botId, body } of events) {
        const event = decodeEvent(JSON.parse(body));
        if (event.kind !== 'hold' && event.kind !== 'release') continue;
        const owners = holds.get(botId) ?? new Set<string>();
        holds.set(botId, owners);
        if (event.kind === 'hold' && event.level === 'entries' && event.until === null) owners.add(event.by);
        else owners.delete(event.by);
      }
    },
  };
}

// Returns the lots of a size in contracts. The number is negative for a short bot.
function sizeOf({ config }: CheckedBot, contracts: string): bigint {
  const units = unitsAt(decimal(contracts), config.instrument.lotSz.scale);
  return config.direction === 'long' ? units : -units;
}

// Returns the positions of a market since a time, with the position that it had at this time.
function positionsSince({ positions }: TrueMarket, since: number): readonly bigint[] {
  const first = positions.findLastIndex(({ at }) => at < since);
  return positions.slice(Math.max(0, first)).map(({ lots }) => lots);
}
