// The scenario of a poison fill: the first bot gets a fill without a fee. The fill can be read, and the bot cannot book it.
import { parseClientOrderId, type Exchange } from '@rondo/engine';
import type { ExchangeHint, FillReport } from '@rondo/engine/ports';
import { formatDecimal } from '@rondo/decimal';
import { isLive } from '../checks/truth.ts';
import type { Defect } from '../faults/defects.ts';
import { keyedHash, type World } from '../world/world.ts';
import { firstBotOf } from './still-market.ts';
import { stopFrozenBot } from './unreadable-row.ts';

/** The fills of the first bot have no fee in this part of the run, in milliseconds since the start of the process. */
const poisoned = { fromMs: 30_000, toMs: 60_000 };
const fillAtMs = 50_000;
/** The price goes beyond the price of the second step by this part. */
const beyondShare = 0.0001;
/** The fills of the first bot have no fee for some time, in the list of fills and in the pushed orders. */
export const poisonFill: Defect = {
  name: 'poison fill',
  story: 'a fill arrives without a fee, and its bot cannot book it',
  caughtBy: [],
  exchange: (real: Exchange, clock) => {
    const since = clock.now();
    const poison = (fill: FillReport): FillReport => {
      const isPoisoned = fill.at >= since + poisoned.fromMs && fill.at < since + poisoned.toMs;
      return isPoisoned && isOfFirstBot(fill) ? withoutFee(fill) : fill;
    };
    const spoil = (hint: ExchangeHint): ExchangeHint =>
      hint.kind === 'order' && hint.fill !== null ? { ...hint, fill: poison(hint.fill) } : hint;
    return {
      ...real,
      fillsAfter: async (cursor, walk) => {
        const report = await real.fillsAfter(cursor, walk);
        return report.ok ? { ...report, value: { ...report.value, rows: report.value.rows.map(poison) } } : report;
      },
      listen: (listener, instruments, needs) => real.listen((hint) => listener(spoil(hint)), instruments, needs),
    };
  },
};

/** Fills the second step of the first bot with a poison fill, and lets the owner stop the frozen bot. */
export function fillPoison(world: World): void {
  const bot = firstBotOf(world);
  world.clock.after(fillAtMs, () => {
    const isLong = bot.config.direction === 'long';
    const entries = [...bot.market.orders.values()]
      .filter((order) => isLive(order) && order.side === (isLong ? 'buy' : 'sell'))
      .map(({ ticks }) => Number(ticks) * Number(formatDecimal(bot.config.instrument.tickSz)));
    const next = isLong ? Math.max(...entries) : Math.min(...entries);
    const beyond = next * (isLong ? 1 - beyondShare : 1 + beyondShare);
    world.core.advance({ instId: bot.config.instrument.id, prices: [beyond.toFixed(2)] });
  });
  stopFrozenBot(world);
}

function isOfFirstBot({ clientId }: FillReport): boolean {
  return parseClientOrderId(clientId, keyedHash)?.botNumber === 1;
}

function withoutFee({ fee: _fee, ...fill }: FillReport): FillReport {
  return fill as FillReport; // The missing fee is the fault of the scenario.
}
