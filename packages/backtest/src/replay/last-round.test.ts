// Tests that the last round of a span equals the simulation of the same candles, and that its sums contain the rounds before it.
import { expect, test } from 'vitest';
import { add, decimal, formatDecimal, type Decimal } from '@rondo/decimal';
import { exitHistory, netRealised, unrealised, type FillEvent, type SlotKind } from '@rondo/strategy';
import { candlesOf, configOf } from '../../tests/_market.ts';
import { walkCandles } from '../walk/walk.ts';
import type { FillKind } from '../walk/walked-bot.ts';
import type { LastRound } from './last-round.ts';
import { replaySpan } from './replay-choice.ts';

const config = configOf({ cyclicSteps: 2 });
const wave = ['2000 2001 1970 1975', '1975 1976 1939 1952', '1952 1953 1938 1940'] as const;
const rise = ['2000 2031 1999 2028', '2028 2062 2027 2049', '2049 2064 2048 2063'] as const;
const crash = ['2000 2001 1970 1975', '1975 1975 1240 1285'] as const;
const exit = '2000 2012 2000 2012';

function lastOf(texts: readonly string[], of = config): LastRound {
  const span = replaySpan({ config: of, candles: candlesOf(...texts) });
  if (span === null) throw new Error('The span has no round.');
  return span.last;
}

/** The result of a bot with the sum of its rounds. */
const worthOf = ({ realised, state, price }: LastRound): Decimal => add(realised, unrealised(state, price));

test.each([
  ['a long', wave, config],
  ['a short', rise, configOf({ cyclicSteps: 2, direction: 'short' })],
  ['a liquidated bot', crash, config],
  ['a bot after its stop loss', crash, configOf({ stopLoss: '5' })],
])('the state of %s equals the state of the simulation', (_name, texts, of) => {
  const last = lastOf(texts, of);
  const once = { ...of, bot: { ...of.bot, autoReentry: false } };
  const walked = walkCandles({ config: once, candles: candlesOf(...texts) });
  expect(last.state).toEqual(walked.state);
  expect(last.fills.map(({ kind, step, price, lots }) => ({ kind, step, price, lots }))).toEqual(
    walked.fills.map(({ kind, step, price, lots }) => ({ kind, step, price, lots })),
  );
  expect(last).toMatchObject({ rounds: 1, from: 0, cycles: walked.summary.cycles });
  expect(formatDecimal(last.realised)).toBe(formatDecimal(walked.netPnl));
});

const slotKinds: Readonly<Partial<Record<FillKind, SlotKind>>> = { entry: 'entry', cycle: 'takeProfit' };

test('the steps of the base exit equal the steps that follow from the fills', () => {
  const last = lastOf(wave);
  const fills = last.fills.flatMap(({ at, kind, step, price, lots, fee, liquidity }): readonly FillEvent[] => {
    const slotKind = slotKinds[kind];
    if (slotKind === undefined) return [];
    const slot = { kind: slotKind, round: 1, step };
    const generation = 0;
    return [{ kind: 'fill', slot, generation, price, lots, fee, liquidity, fillId: '', at }];
  });
  expect(last.exits.some(({ cycle }) => cycle !== null)).toBe(true);
  expect(last.exits).toEqual(exitHistory(last.state, fills));
});

test('the sums of the last round contain the rounds before it', () => {
  const span = replaySpan({ config, candles: candlesOf(exit, '2012 2013 1990 1991') });
  const alone = lastOf(['2012 2013 1990 1991']);
  expect(span?.last).toMatchObject({ rounds: 2, end: 'open', from: 0 });
  expect(span?.last.state).toEqual(alone.state);
  if (span === null) return;
  expect(formatDecimal(worthOf(span.last))).toBe(
    formatDecimal(add(decimal(formatDecimal(worthOf(lastOf([exit])))), worthOf(alone))),
  );
  expect(Number(formatDecimal(worthOf(span.last)))).toBeCloseTo(Number(span.net) + Number(span.open), 1);
});

test('after an exit at the last candle the bot has no position, and all of its result is realised', () => {
  const last = lastOf([exit]);
  expect(last).toMatchObject({ end: 'exit', rounds: 1 });
  expect(last.state.round).toBeNull();
  expect(last.plan.steps).toHaveLength(config.bot.martinSteps);
  expect(last.realised).toEqual(netRealised(last.state));
});
