// The known bugs M1-M8 of reliability 3.6, which other products have had. Each bug is a wrapper around one port of the engine or the network.
import type { Clock, Exchange, Journal, OrderReport, PositionReport, Report } from '@rondo/engine';
import type { Transport } from '@rondo/exchange';
import type { NamedTest } from '../planted/named-test.ts';
import type { SourcePatch } from '../planted/source-patch.ts';
import type { Swarm } from './swarm.ts';

export type Defect = {
  readonly name: string;
  readonly story: string;
  /** The bug must violate at least one of these invariants. */
  readonly caughtBy: readonly string[];
  /** The conditions that the bug needs. The seed selects all other conditions. */
  readonly swarm?: Partial<Swarm>;
  readonly journal?: (real: Journal, clock: Clock) => Journal;
  readonly exchange?: (real: Exchange, clock: Clock) => Exchange;
  readonly transport?: <T extends Transport>(real: T) => Transport;
  /** Changes of the source text that are the bug. */
  readonly patches?: readonly SourcePatch[];
  /** Changes of the source text that the bug needs and that are no bug, for example small pages. The run without the bug has them too. */
  readonly settings?: readonly SourcePatch[];
  /** The test that fails with the bug. Only a bug that no run of the simulation can show has a test. */
  readonly test?: NamedTest;
};

const lateCommitMs = 400;
const staleMs = 40_000;

/** The bugs M1-M8. */
export const defects: readonly Defect[] = [
  {
    name: 'M1',
    story: 'an order is sent before its intent is committed',
    caughtBy: ['I04'],
    journal: (real, clock) => ({
      ...real,
      commitIntents: async (accountId, epoch, intents) => {
        clock.after(lateCommitMs, () => void real.commitIntents(accountId, epoch, intents));
        return 'committed';
      },
      // The facts are delayed too, because the journal cannot store the outcome of an intent before the intent.
      applyFacts: (batch) =>
        new Promise(
          (resolve, reject) =>
            void clock.after(lateCommitMs + 1, () => void real.applyFacts(batch).then(resolve, reject)),
        ),
    }),
  },
  {
    name: 'M2',
    story: 'a retry has a new client id',
    caughtBy: ['I04'],
    exchange: (real) => ({
      ...real,
      place: async (order) => {
        const first = await real.place(order);
        return first.kind === 'unknown'
          ? real.place({ ...order, clientId: `${order.clientId}r`, deadlineAt: real.venueNow() + 4_000 })
          : first;
      },
    }),
  },
  {
    name: 'M3',
    story: 'a time-out is read as a rejection',
    caughtBy: ['I20'],
    exchange: (real) => ({
      ...real,
      place: async (order) => {
        const outcome = await real.place(order);
        return outcome.kind === 'unknown'
          ? { kind: 'rejected', code: '50000', message: outcome.cause, reason: 'other' }
          : outcome;
      },
    }),
  },
  {
    name: 'M4',
    story: 'an order is read as never placed when its cancellation finds no order',
    caughtBy: ['I20'],
    swarm: {
      meanDelayMs: 600,
      socketGapMs: 12_000,
      jumpMs: 10_000,
      dropRequest: 0,
      dropResponse: 0,
      brokenResponse: 0,
      martinSteps: 5,
      cyclicSteps: 4,
      stepDistancePercent: '0.1',
      takeProfitPercent: '0.1',
      volatility: 0.001,
      stopAfterMs: null,
      killMs: 0,
      userActMs: 0,
      handTradeMs: 0,
      botCount: 1,
      purse: 'ample',
      outage: 0,
    },
    exchange: (real) => {
      const gone = new Set<string>();
      const note = (clientId: string, outcome: { readonly kind: string; readonly reason?: string }): void => {
        if (outcome.kind === 'rejected' && outcome.reason === 'gone') gone.add(clientId);
      };
      return {
        ...real,
        cancel: async (order) => {
          const outcome = await real.cancel(order);
          note(order.clientId, outcome);
          return outcome;
        },
        amend: async (order) => {
          const outcome = await real.amend(order);
          note(order.clientId, outcome);
          return outcome;
        },
        lookup: async (instrument, clientId, trigger) => {
          const report = await real.lookup(instrument, clientId, trigger);
          return gone.has(clientId) && report.ok && report.value !== null
            ? { ...report, value: asUnfilled(report.value) }
            : report;
        },
      };
    },
  },
  {
    name: 'M5',
    story: 'a network error is read as “order not found”',
    caughtBy: ['I20'],
    exchange: (real) => {
      const orEmpty = async <T>(report: Promise<Report<readonly T[]>>): Promise<Report<readonly T[]>> => {
        const result = await report;
        return result.ok ? result : { ok: true, value: [], startedAt: result.startedAt };
      };
      let known: Report<readonly PositionReport[]> = { ok: true, value: [], startedAt: 0 };
      return {
        ...real,
        lookup: async (instrument, clientId, trigger) => {
          const report = await real.lookup(instrument, clientId, trigger);
          return report.ok ? report : { ok: true, value: null, startedAt: report.startedAt };
        },
        openOrders: (...input) => orEmpty(real.openOrders(...input)),
        orderHistory: (instruments, sinceAt) => orEmpty(real.orderHistory(instruments, sinceAt)),
        fillsAfter: async (instruments, cursor) => {
          const report = await real.fillsAfter(instruments, cursor);
          const empty = { rows: [], cursor: null, next: null, unreadable: [] };
          return report.ok ? report : { ok: true, value: empty, startedAt: report.startedAt };
        },
        positions: async (instruments) => {
          const report = await real.positions(instruments);
          known = report.ok ? report : { ...known, startedAt: report.startedAt };
          return known;
        },
      };
    },
  },
  {
    name: 'M6',
    story: 'a repeated report of a fill is read as a new fill',
    caughtBy: ['I22'],
    exchange: (real) => {
      let copies = 0;
      return {
        ...real,
        listen: (listener, instruments, needs) =>
          real.listen(
            (hint) => {
              copies += 1;
              listener(
                hint.kind === 'order' && hint.fill !== null
                  ? { ...hint, fill: { ...hint.fill, fillId: `${hint.fill.fillId}.${copies}` } }
                  : hint,
              );
            },
            instruments,
            needs,
          ),
      };
    },
  },
  {
    name: 'M7',
    story: 'an old report is read as a new report',
    caughtBy: ['I20'],
    exchange: (real, clock) => staleExchange(real, clock),
  },
  {
    name: 'M8',
    story: 'a socket does not subscribe after its second log-in',
    caughtBy: ['L04'],
    transport: (real) => {
      let sockets = 0;
      return {
        request: (request) => real.request(request),
        openSocket: (url, urgency) => {
          const socket = real.openSocket(url, urgency);
          if (!url.includes('private')) return socket;
          sockets += 1;
          if (sockets === 1) return socket;
          return { ...socket, send: (text) => (text.includes('"subscribe"') ? undefined : socket.send(text)) };
        },
      };
    },
  },
];

function asUnfilled(report: OrderReport): OrderReport {
  return { ...report, state: 'cancelled', filledLots: 0n as OrderReport['filledLots'] }; // This is the bug: the report has no filled lots.
}

// Each read returns a report that can be 40 seconds old. `startedAt` of the report is the current time, so the engine believes that the report is new.
function staleExchange(real: Exchange, clock: Clock): Exchange {
  const kept = new Map<string, { readonly at: number; readonly report: Report<unknown> }>();
  const stale = async <T>(name: string, read: () => Promise<Report<T>>): Promise<Report<T>> => {
    const known = kept.get(name);
    // All reports that are stored under one name have one type.
    if (known !== undefined && clock.now() - known.at < staleMs)
      return { ...known.report, startedAt: clock.now() } as Report<T>;
    const report = await read();
    if (report.ok) kept.set(name, { at: clock.now(), report });
    return report;
  };
  return {
    ...real,
    lookup: (instrument, clientId, trigger) =>
      stale(`lookup ${clientId}`, async () => {
        const listed = kept.get('open')?.report;
        // Looks for the order in the stored list of open orders. When the list does not contain the order, the lookup returns null.
        if (listed?.ok === true && Array.isArray(listed.value)) {
          const found = (listed.value as readonly OrderReport[]).find((order) => order.clientId === clientId); // The entry 'open' stores order reports.
          return { ok: true, value: found ?? null, startedAt: clock.now() };
        }
        return real.lookup(instrument, clientId, trigger);
      }),
    openOrders: (...input) => stale('open', () => real.openOrders(...input)),
    orderHistory: (instruments, sinceAt) => stale('history', () => real.orderHistory(instruments, sinceAt)),
    positions: (instruments) => stale('positions', () => real.positions(instruments)),
  };
}
