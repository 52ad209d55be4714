// Tests that the stored round of the pictures is the round that the reducer plays over the same prices.
import { decimal, percent, zeroFraction } from '@rondo/decimal';
import { columnsOf, readCandle, replayRound } from '@rondo/backtest';
import type { BotSettings } from '@rondo/strategy';
import { expect, test } from 'vitest';
import { exampleConfig, exampleTick } from './example.ts';
import { exitsAtCredit, fills, stopped, turns } from './example-round.ts';

const legMs = 60_000;

/** Plays round 1 of the example. Each leg is a candle, which has no price outside of its leg. */
function play(prices: readonly number[], changes: Partial<BotSettings> = {}) {
  const candles = prices.slice(1).flatMap((close, leg) => {
    const open = prices[leg] ?? close;
    const [high, low] = [Math.max(open, close), Math.min(open, close)];
    const candle = readCandle(
      { at: leg * legMs, open: `${open}`, high: `${high}`, low: `${low}`, close: `${close}` },
      decimal(exampleTick),
    );
    return candle === null ? [] : [candle];
  });
  const rules = { fill: 'touch', path: 'byClose', slippage: zeroFraction } as const;
  const round = replayRound(columnsOf(candles), { bot: exampleConfig(changes), ...rules }, 1);
  if (round === null) throw new RangeError('The example has no round.');
  return round;
}

const exitAt = (round: ReturnType<typeof play>, at: number): string | undefined =>
  round.exits.findLast((exit) => exit.at <= at)?.price;

test('the stored fills and base exits are those of the reducer, and the base exit ends the round', () => {
  const round = play(turns);
  expect(round.end).toBe('exit');
  expect(round.cycles).toBe(2);
  const played = round.fills.map(({ at, kind, step, price }) => ({
    leg: Math.floor(at / legMs),
    kind,
    step,
    price,
    baseExit: kind === 'exit' ? null : exitAt(round, at),
  }));
  expect(played).toEqual(fills);
});

test.each([0, 50, 100] as const)(
  'the stored base exits at a cycle credit of %i %% are those of the reducer',
  (credit) => {
    const round = play(turns, { cycleCredit: percent(String(credit)) });
    const filled = round.fills.filter(({ kind, step }) => kind === 'cycle' || step === 3);
    expect(filled.map(({ at }) => exitAt(round, at))).toEqual(exitsAtCredit[credit]);
  },
);

test('the stored stop loss closes the position after all steps have filled', () => {
  const round = play([turns[0], Number(stopped.price) - 1], { stopLoss: percent(String(stopped.percent)) });
  expect(round.end).toBe('stop');
  expect(round.fills.map(({ kind, step, price }) => ({ kind, step, price })).slice(3)).toEqual([
    { kind: 'entry', step: 4, price: '94.11' },
    { kind: 'stop', step: 0, price: stopped.price },
  ]);
});
