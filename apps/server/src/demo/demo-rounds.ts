// The rounds of a finished bot of the demo world. The bot has no log, so its rounds follow from its fills.
import type { SimulatedFill } from '@rondo/backtest';
import { decimal, formatDecimal, multiply, negate, subtract, sumDecimals, type Decimal } from '@rondo/decimal';
import type { BotFillWire, BotRoundWire } from '@rondo/contract';
import { isoTime } from '../bots/bot-response.ts';

/** The reason for which a round ends with a fill of this kind. A round does not end with an entry. */
const endReasons: Readonly<Record<string, string>> = {
  cycle: 'take_profit',
  exit: 'take_profit',
  stop: 'stop_loss',
  close: 'stop',
  liquidation: 'liquidated',
} satisfies Record<Exclude<SimulatedFill['kind'], 'entry'>, string>;

/** Returns the rounds of the fills, the newest first. The fills are sorted, oldest first, and `ctVal` is the size of a contract. The demo world books no funding. */
export function roundsOfFills(fills: readonly BotFillWire[], ctVal: Decimal): BotRoundWire[] {
  const byRound = new Map<number, BotFillWire[]>();
  for (const fill of fills) {
    const round = fill.round ?? 0;
    const own = byRound.get(round);
    if (own === undefined) byRound.set(round, [fill]);
    else own.push(fill);
  }
  return [...byRound].map(([round, own]) => roundOf(round, own, ctVal)).toReversed();
}

function roundOf(round: number, fills: readonly BotFillWire[], ctVal: Decimal): BotRoundWire {
  const [first, last] = [fills[0], fills.at(-1)];
  const entries = fills.filter(({ kind }) => kind === 'entry');
  return {
    round,
    opened_at: first === undefined ? null : isoTime(first.at),
    ended_at: isoTime(last?.at ?? 0),
    net_pnl: formatDecimal(sumDecimals(fills.map((fill) => netOf(fill, ctVal)))),
    end_reason: endReasons[last?.kind ?? ''] ?? '',
    cycles: fills.filter(({ kind }) => kind === 'cycle').length,
    deepest_step: Math.max(0, ...entries.map(({ step }) => step ?? 0)),
  };
}

/** Returns the change of the balance by a fill: the proceeds of a sale or the cost of a purchase, less the fee. */
function netOf({ price, size, side, fee }: BotFillWire, ctVal: Decimal): Decimal {
  const value = multiply(multiply(decimal(price), decimal(size)), ctVal);
  return subtract(side === 'buy' ? negate(value) : value, decimal(fee));
}
