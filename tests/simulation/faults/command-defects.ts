// Known bugs in the sending of commands: wrong sizes, lost cancels, repeated requests and mixed accounts. Each bug wraps one port.
import type { Exchange, Journal } from '@rondo/engine';
import type { HttpRequest, Transport } from '@rondo/exchange';
import type { Defect } from './defects.ts';
import { trading } from './fact-defects.ts';

const second = 1_000;
const lateCancelMs = 4 * second;
const lateOrderMs = 30 * second;

type Place = Parameters<Exchange['place']>[0];

/** The bugs in the sending of commands. */
export const commandDefects: readonly Defect[] = [
  {
    name: 'M10',
    story: 'the size of an order is in coins and not in contracts',
    caughtBy: ['I04'],
    swarm: trading,
    // An amount of lots multiplied by ten has the type of lots.
    exchange: (real) => ({
      ...real,
      place: (order) => real.place({ ...order, lots: (order.lots * 10n) as Place['lots'] }),
    }),
  },
  {
    name: 'M11',
    story: 'the price of an exit is rounded as a floating-point number',
    caughtBy: ['I04'],
    swarm: trading,
    exchange: (real) => ({
      ...real,
      place: (order) =>
        // A price of ticks plus one tick has the type of ticks.
        real.place(
          order.reduces && order.price !== null
            ? { ...order, price: (order.price + 1n) as NonNullable<Place['price']> }
            : order,
        ),
    }),
  },
  {
    name: 'C7',
    story: 'a cancel is reported as done before the exchange has received it',
    caughtBy: ['I20'],
    swarm: { ...trading, meanDelayMs: 300 },
    exchange: (real, clock) => ({
      ...real,
      cancel: async (order) => {
        clock.after(lateCancelMs, () => void real.cancel(order));
        return { kind: 'accepted', value: null };
      },
      lookup: async (instrument, clientId, trigger) => {
        const report = await real.lookup(instrument, clientId, trigger);
        return report.ok && report.value?.state === 'live'
          ? { ...report, value: { ...report.value, state: 'cancelled' } }
          : report;
      },
    }),
  },
  {
    name: 'M15',
    story: 'a take-profit order is not reduce-only',
    caughtBy: ['I08'],
    swarm: { ...trading, posMode: 'net_mode', handTradeMs: 8 * second, meanDelayMs: 300 },
    exchange: (real) => ({ ...real, place: (order) => real.place({ ...order, reduces: false }) }),
  },
  {
    name: 'M20',
    story: 'the HTTP layer repeats a POST request after a time-out',
    caughtBy: ['I05'],
    swarm: { ...trading, dropResponse: 0.3, meanDelayMs: 200 },
    transport: (real) => repeating(real),
  },
  {
    name: 'M23',
    story: 'the text of a network error contains the passphrase',
    caughtBy: ['I30'],
    swarm: { ...trading, dropRequest: 0.2 },
    patches: [
      {
        file: 'packages/engine/src/orders/send.ts',
        from: "const evidence = outcome.kind === 'unknown' ? outcome.kind : outcome.code;",
        to: "const evidence = outcome.kind === 'unknown' ? outcome.cause : outcome.code;",
      },
    ],
    transport: (real) => ({
      request: async (request) => {
        try {
          return await real.request(request);
        } catch {
          throw new Error(`timeout of ${request.headers['OK-ACCESS-PASSPHRASE']}`);
        }
      },
      openSocket: (url, urgency) => real.openSocket(url, urgency),
    }),
  },
  {
    name: 'C1',
    story: 'a cancel is never sent',
    caughtBy: ['L01'],
    swarm: trading,
    exchange: (real) => ({ ...real, cancel: async () => ({ kind: 'accepted', value: null }) }),
  },
  {
    name: 'C2',
    story: 'a change of the size of an order is never sent',
    caughtBy: ['L01'],
    swarm: trading,
    exchange: (real) => ({ ...real, amend: async () => ({ kind: 'accepted', value: { venueOrderId: '' } }) }),
  },
  {
    name: 'C3',
    story: 'a stop loss is never sent',
    caughtBy: ['I20'],
    swarm: { ...trading, stopLoss: { percent: '2', endsBot: false } },
    exchange: (real) => ({
      ...real,
      place: async (order) =>
        order.type === 'trigger' ? { kind: 'accepted', value: { venueOrderId: '' } } : real.place(order),
    }),
  },
  {
    name: 'C4',
    story: 'the size of an order has an exponent',
    caughtBy: ['I10'],
    swarm: trading,
    transport: (real) => ({
      request: (request) =>
        real.request({ ...request, body: request.body?.replace(/"sz":"(\d)/, '"sz":"0e0$1') ?? null }),
      openSocket: (url, urgency) => real.openSocket(url, urgency),
    }),
  },
  {
    name: 'C5',
    story: 'all accounts of a process use the connection of the first account',
    caughtBy: ['I16'],
    swarm: { ...trading, botCount: 3 },
    exchange: sharedConnection(),
  },
  {
    name: 'C6',
    story: 'an order is sent after its deadline and after the proof that it was never placed',
    caughtBy: ['I05'],
    swarm: trading,
    exchange: (real, clock) => {
      let orders = 0;
      return {
        ...real,
        place: async (order) => {
          orders += 1;
          if (orders % 5 !== 0) return real.place(order);
          clock.after(lateOrderMs, () => void real.place({ ...order, deadlineAt: real.venueNow() + lateOrderMs }));
          return { kind: 'unknown', cause: 'timeout' };
        },
      };
    },
  },
  {
    name: 'J1',
    story: 'some fills are reported as stored and are not stored',
    caughtBy: ['I22'],
    swarm: trading,
    journal: (real) => withLostFacts(real),
  },
  {
    name: 'J2',
    story: 'a process that starts does not read the open orders of the process before',
    caughtBy: ['L03'],
    swarm: { ...trading, killMs: 10 * second, dropResponse: 0.2 },
    journal: (real) => ({
      ...real,
      load: async (accountId, options) => ({ ...(await real.load(accountId, options)), openIntents: [] }),
    }),
  },
  {
    name: 'J3',
    story: 'a process that starts does not read the last event of a bot',
    caughtBy: ['I21'],
    swarm: { ...trading, killMs: 15 * second },
    journal: (real) => ({
      ...real,
      load: async (accountId, options) => {
        const journal = await real.load(accountId, options);
        const bots = journal.bots.map((bot) => ({
          ...bot,
          events: bot.events.slice(0, -1),
          lastPosition: bot.lastPosition - 1,
        }));
        return { ...journal, bots };
      },
    }),
  },
  {
    name: 'M12',
    story: 'a process that lost its lease sends orders that the journal did not accept',
    caughtBy: ['I06'],
    swarm: { ...trading, killMs: 0, machines: 2 },
    journal: (real) => ({
      ...real,
      acquire: async (accountId, ttlMs) => (await real.acquire(accountId, ttlMs)) ?? { epoch: 0n },
      renew: async (leases, ttlMs) => {
        await real.renew(leases, ttlMs);
        return new Set(leases.map(({ accountId }) => accountId));
      },
      commitIntents: async (accountId, epoch, intents) => {
        await real.commitIntents(accountId, epoch, intents);
        return 'committed';
      },
      applyFacts: async (batch) => ({ ...(await real.applyFacts(batch)), isFenced: false }),
    }),
  },
];

function repeating(real: Transport): Transport {
  const send = (request: HttpRequest): ReturnType<Transport['request']> =>
    real.request(request).catch((cause: unknown) => {
      if (request.method !== 'POST') throw cause;
      return real.request(withFreshDeadline(request));
    });
  return { request: send, openSocket: (url, urgency) => real.openSocket(url, urgency) };
}

function withFreshDeadline(request: HttpRequest): HttpRequest {
  return { ...request, headers: withoutDeadline(request.headers) };
}

function withoutDeadline(headers: HttpRequest['headers']): HttpRequest['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'expTime'));
}

function sharedConnection(): NonNullable<Defect['exchange']> {
  let first: Exchange | null = null;
  return (real) => {
    const shared = first ?? real;
    first = shared;
    return { ...real, place: (order) => shared.place(order) };
  };
}

function withLostFacts(real: Journal): Journal {
  let calls = 0;
  return {
    ...real,
    applyFacts: async (batch) => {
      if (batch.fills.length > 0) calls += 1;
      if (batch.fills.length === 0 || calls % 3 !== 0) return real.applyFacts(batch);
      const { isFenced } = await real.applyFacts({ ...batch, fills: [] });
      return { newFillIds: batch.fills.map(({ fillId }) => fillId), knownEvents: [], alteredEvent: null, isFenced };
    },
  };
}
