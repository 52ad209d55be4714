// Known bugs in the reading of facts: fills, bills, positions and the attribution of orders. Each bug wraps one port of the engine.
import type { Exchange } from '@rondo/engine';
import type { Defect } from './defects.ts';
import { calm, type Swarm } from './swarm.ts';

const second = 1_000;

/** A network without faults, in which rounds open and close often. */
export const trading: Partial<Swarm> = {
  ...calm,
  killMs: 0,
  jumpMs: 0,
  userActMs: 0,
  handTradeMs: 0,
  purse: 'ample',
  volatility: 0.001,
  stepDistancePercent: '0.1',
  takeProfitPercent: '0.1',
  stopLoss: null,
  reenters: true,
  creditPercent: '100',
  maxMarketSz: null,
  chaosMs: 120 * second,
  setsLast: false,
};

/** The bugs in the reading of facts. */
export const factDefects: readonly Defect[] = [
  {
    name: 'M16',
    story: 'the amount of a funding bill is an estimate',
    caughtBy: ['I23'],
    swarm: { ...trading, hasFunding: true, stopAfterMs: 90 * second, stopCloses: true },
    exchange: (real) => ({
      ...real,
      billsAfter: async (...input) => {
        const report = await real.billsAfter(...input);
        if (!report.ok) return report;
        const rows = report.value.rows.map((bill) =>
          bill.kind === 'funding'
            ? { ...bill, balanceChange: { ...bill.balanceChange, units: bill.balanceChange.units + 1n } }
            : bill,
        );
        return { ...report, value: { ...report.value, rows } };
      },
    }),
  },
  {
    name: 'M17',
    story: 'the row of a short position in the hedge mode is read as no position',
    caughtBy: ['I21'],
    swarm: { ...trading, posMode: 'long_short_mode', direction: 'short', botCount: 1, stopAfterMs: null },
    exchange: (real) => ({
      ...real,
      positions: async (instruments) => {
        const report = await real.positions(instruments);
        return report.ok
          ? { ...report, value: report.value.filter(({ positionSide }) => positionSide !== 'short') }
          : report;
      },
    }),
  },
  {
    name: 'F1',
    story: 'the first fill of each page is lost while the socket is closed',
    caughtBy: ['I22'],
    swarm: { ...trading, socketGapMs: 8 * second, meanDelayMs: 200 },
    exchange: (real) =>
      withoutPushedFills({
        ...real,
        fillsAfter: async (instruments, cursor) => {
          const report = await real.fillsAfter(instruments, cursor);
          return report.ok ? { ...report, value: { ...report.value, rows: report.value.rows.slice(1) } } : report;
        },
      }),
  },
  {
    name: 'F2',
    story: 'the cursor moves beyond fills that the exchange lists late',
    caughtBy: ['I22'],
    swarm: { ...trading, staleLedger: 0.8, socketGapMs: 8 * second },
    exchange: (real) =>
      withoutPushedFills({
        ...real,
        fillsAfter: (instruments, cursor) =>
          real.fillsAfter(instruments, { ...cursor, completeUntil: Number.MAX_SAFE_INTEGER }),
      }),
  },
  {
    name: 'F3',
    story: 'the fee of a fill has the wrong sign',
    caughtBy: ['I23'],
    swarm: { ...trading, stopAfterMs: 90 * second, stopCloses: true },
    exchange: (real) => mapFills(real, (fill) => ({ ...fill, fee: { ...fill.fee, units: -fill.fee.units } })),
  },
  {
    name: 'F4',
    story: 'a fill without a client id is read as a fill of nobody',
    caughtBy: ['I21'],
    swarm: trading,
    exchange: (real) => mapFills(real, (fill) => ({ ...fill, clientId: '' })),
  },
  {
    name: 'F5',
    story: 'the price of a purchase is one tick too high',
    caughtBy: ['I23'],
    swarm: { ...trading, stopAfterMs: 90 * second, stopCloses: true },
    exchange: (real) => {
      type Price = Parameters<Parameters<typeof mapFills>[1]>[0]['price'];
      return mapFills(real, (fill) => (fill.side === 'buy' ? { ...fill, price: (fill.price + 1n) as Price } : fill)); // A price plus one tick is a price.
    },
  },
  {
    name: 'F6',
    story: 'a fill that was read by REST is never read again',
    caughtBy: ['I22'],
    swarm: { ...trading, socketGapMs: 8 * second, killMs: 20 * second },
    exchange: (real) =>
      withoutPushedFills({
        ...real,
        fillsAfter: async (instruments, cursor) => {
          const report = await real.fillsAfter(instruments, cursor);
          return report.ok && cursor.billId !== null ? { ...report, value: { ...report.value, rows: [] } } : report;
        },
      }),
  },
];

type Fill = Extract<Parameters<Parameters<Exchange['listen']>[0]>[0], { kind: 'order' }>['fill'];

// Changes every fill that the exchange pushes or lists.
function mapFills(real: Exchange, change: (fill: NonNullable<Fill>) => NonNullable<Fill>): Exchange {
  return {
    ...real,
    fillsAfter: async (instruments, cursor) => {
      const report = await real.fillsAfter(instruments, cursor);
      return report.ok ? { ...report, value: { ...report.value, rows: report.value.rows.map(change) } } : report;
    },
    listen: (listener, instruments, needs) =>
      real.listen(
        (hint) => listener(hint.kind === 'order' && hint.fill !== null ? { ...hint, fill: change(hint.fill) } : hint),
        instruments,
        needs,
      ),
  };
}

// Removes the fills from the pushes, so that only the lists contain them.
function withoutPushedFills(real: Exchange): Exchange {
  return {
    ...real,
    listen: (listener, instruments, needs) =>
      real.listen((hint) => listener(hint.kind === 'order' ? { ...hint, fill: null } : hint), instruments, needs),
  };
}
