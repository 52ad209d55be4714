import { decimal, lots, ticks, ratio } from '@rondo/decimal';
import { botConfig, StrategyDriver, ethSwap, noFee } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { openSize } from './ledger.ts';
import { emptyLot, openLots } from './lot.ts';
import type { BotConfig, Fact, StepState } from '../types.ts';

const p1 = 200_000n;

function opened(changes: Partial<BotConfig> = {}): StrategyDriver {
  const driver = new StrategyDriver(botConfig(changes), p1).start();
  driver.fill('entry', 1);
  return driver;
}

/** Returns a bot in its second round with 10 late lots: these lots filled after the first round had ended. */
function openedWithLateLot(changes: Partial<BotConfig> = {}): StrategyDriver {
  const driver = opened(changes);
  driver.fill('baseExit');
  driver.finishClosing().dispatchPrice();
  driver.fill('entry', 1);
  driver.dispatchFill('entry', { step: 4 });
  return driver;
}

function stepOf(driver: StrategyDriver, step: number): StepState {
  const found = driver.state.round?.steps[step - 1];
  if (found === undefined) throw new Error(`The round has no step ${step}.`);
  return found;
}

/** Returns the open lots: first the late lots, then the lots of each step. */
function openOf(driver: StrategyDriver): readonly bigint[] {
  return [driver.state.lateLot, ...(driver.state.round?.steps ?? []).map((step) => step.lot)].map(openLots);
}

const kinds = (facts: readonly Fact[]): readonly string[] => facts.map((fact) => fact.kind);
const closeBy = (driver: StrategyDriver, ...sizes: readonly bigint[]): readonly Fact[] =>
  driver.dispatch({
    kind: 'externalClose',
    fills: sizes.map((size) => ({ price: ticks(p1), lots: lots(size), fee: noFee })),
  });

test('the fact of an entry fill contains the filled size and says whether the step is complete', () => {
  const driver = new StrategyDriver(botConfig(), p1).start();
  const expectedFact = { kind: 'stepFilled', round: 1, price: p1, fee: noFee };
  expect(driver.dispatchFill('entry', { step: 1, lots: 3_000n })).toEqual([
    { ...expectedFact, step: 1, lots: 3_000n, isComplete: false },
  ]);
  expect(driver.dispatchFill('entry', { step: 1, lots: 125n })).toContainEqual({
    ...expectedFact,
    step: 1,
    lots: 125n,
    isComplete: true,
  });
  expect(driver.dispatchFill('entry', { step: 3, lots: 6_418n })).toEqual([
    { ...expectedFact, step: 3, lots: 6_418n, isComplete: false },
  ]);
  expect(driver.dispatchFill('entry', { step: 3, lots: 1n })).toEqual([
    { ...expectedFact, step: 3, lots: 1n, isComplete: true },
  ]);
});

test('only the first complete fill of step 1 plans the ladder', () => {
  const early = new StrategyDriver(botConfig(), p1).start();
  early.dispatchFill('entry', { step: 2, lots: 4_000n });
  expect(early.state.round?.plan).toBeNull();
  const driver = opened();
  const plan = driver.state.round?.plan;
  driver.dispatchFill('entry', { step: 1, lots: 4_000n, price: 150_000n });
  expect(driver.state.round?.plan).toBe(plan);
});

test('while the round has no plan for the deeper steps, a fill of a deeper step counts as a complete step', () => {
  const instrument = { ...ethSwap, tiers: [{ maxSz: decimal('258'), mmr: decimal('0.004') }] };
  const driver = new StrategyDriver(botConfig({ instrument }), p1).start();
  // When step 1 fills one percent lower, every deeper step has more lots. The last step then exceeds the tier, so the
  // plan is refused.
  const facts = driver.dispatchFill('entry', { step: 1, lots: 3_125n, price: 198_000n });
  expect(facts).toContainEqual(expect.objectContaining({ kind: 'planRefused' }));
  expect(driver.dispatchFill('entry', { step: 2 })).toMatchObject([{ kind: 'stepFilled', isComplete: true }]);
});

test('an entry fill of an unknown step causes only the error fact unknown_step, and an exit fill of an unknown step causes only the fact exitFilled', () => {
  expect(opened().dispatchFill('entry', { step: 99 })).toEqual([{ kind: 'error', key: 'unknown_step' }]);
  const driver = opened();
  expect(kinds(driver.dispatchFill('takeProfit', { step: 99 }))).toEqual(['exitFilled']);
  expect([openSize(driver.state), driver.state.cyclesCompleted]).toEqual([3_115n, 0]);
});

test('a cycle is complete only after the whole lot of the step is closed', () => {
  const driver = opened();
  driver.fill('entry', 4);
  const whole = driver.find('takeProfit', 4);
  driver.fill('takeProfit', 4, { lots: 13_000n });
  // The order stays unchanged after 13,000 of its lots have filled.
  expect(driver.find('takeProfit', 4)).toEqual(whole);
  expect(stepOf(driver, 4)).toMatchObject({ cycles: 0, exit: { generation: 0, filled: 13_000n } });
  expect(driver.find('entry', 4)).toBeUndefined();
  driver.fill('takeProfit', 4);
  expect(stepOf(driver, 4)).toMatchObject({ cycles: 1, lot: emptyLot, exit: { generation: 1, filled: 0n } });
});

test('an exit fill of a step without a lot closes the lot of another step and does not count as a cycle', () => {
  const driver = opened();
  expect(kinds(driver.dispatchFill('takeProfit', { step: 4, fee: decimal('1') }))).toEqual(['exitFilled']);
  expect(driver.state.cyclesCompleted).toBe(0);
  expect(openOf(driver)).toEqual([0n, 3_115n, 0n, 0n, 0n]);
  // The fee belongs to the closed lot, so the next cycle of step 4 does not pay this fee.
  expect(stepOf(driver, 4).lot).toEqual(emptyLot);
});

test('each partial fill of an exit order causes a separate fact', () => {
  const driver = opened();
  const expectedFact = {
    kind: 'exitFilled',
    round: 1,
    slotKind: 'baseExit',
    step: 0,
    price: p1,
    lots: 10n,
    fee: noFee,
  };
  expect(driver.dispatchFill('baseExit')).toEqual([expectedFact]);
  driver.fill('baseExit');
  expect(driver.state.round?.closing).toMatchObject({ reason: 'take_profit' });
});

test('an exit fill closes the lots of its own steps first, then the late lots, and then the lots of the other steps', () => {
  const base = openedWithLateLot();
  base.fill('entry', 4, { lots: 20n });
  base.dispatchFill('baseExit', { round: 2, lots: 3_000n });
  expect(openOf(base).slice(0, 2)).toEqual([10n, openOf(openedWithLateLot())[1]! - 3_000n]);
  const late = openedWithLateLot();
  late.dispatchFill('takeProfit', { round: 1, step: 4, lots: 4n });
  expect(openOf(late).slice(0, 2)).toEqual([6n, openOf(openedWithLateLot())[1]]);
});

test('each generation of an order counts its filled size from zero, and a fill of an older generation does not change the count', () => {
  const driver = opened();
  driver.dispatchFill('entry', { step: 4, lots: 5n });
  driver.dispatchFill('entry', { step: 4, lots: 7n });
  expect(stepOf(driver, 4)).toMatchObject({ entry: { generation: 0, filled: 12n }, exit: { filled: 0n } });
  driver.dispatchFill('entry', { step: 4, generation: 2, lots: 3n });
  expect(stepOf(driver, 4).entry).toMatchObject({ generation: 2, filled: 3n });
  driver.dispatchFill('entry', { step: 4, generation: 1, lots: 9n });
  expect(stepOf(driver, 4)).toMatchObject({ entry: { generation: 2, filled: 3n }, lot: { entered: 24n } });
});

test('a partial fill of the stop loss is counted and reported, and closes the lots of the steps before the late lots', () => {
  const stopLoss = { fractionOfBudget: ratio(1n, 20n), endsBot: false };
  const driver = openedWithLateLot({ stopLoss });
  const [, before = 0n] = openOf(driver);
  expect(kinds(driver.dispatchFill('stopLoss', { round: 2, lots: 100n }))).toEqual(['exitFilled']);
  expect(openOf(driver).slice(0, 2)).toEqual([10n, before - 100n]);
  expect(driver.state.round).toMatchObject({ stopLoss: { filled: 100n }, closing: { reason: 'stop_loss' } });
});

/** Applies a fill of the current closing order. */
const close = (driver: StrategyDriver, size: bigint): readonly Fact[] =>
  driver.dispatchFill('close', { round: 0, generation: driver.state.close.generation, lots: size });

test('a closing order closes only late lots while the round runs, and closes the lots of the steps first while the round is closing', () => {
  const driver = openedWithLateLot();
  const [, before = 0n] = openOf(driver);
  const { generation } = driver.state.close;
  expect(close(driver, 4n)).toEqual([
    { kind: 'exitFilled', round: 0, slotKind: 'close', step: 0, price: p1, lots: 4n, fee: noFee },
  ]);
  expect([openOf(driver).slice(0, 2), driver.state.close]).toMatchObject([[6n, before], { generation, filled: 4n }]);
  close(driver, 6n);
  expect(openOf(driver).slice(0, 2)).toEqual([0n, before]);
  expect(driver.state.close).toMatchObject({ generation: generation + 1, filled: 0n });
  const closing = openedWithLateLot();
  closing.fill('entry', 4, { lots: 30n });
  closing.fill('baseExit');
  close(closing, 8n);
  expect([openOf(closing)[0], openOf(closing)[4]]).toEqual([10n, 22n]);
});

test('when the open size exceeds a closing order, the bot places another closing order after the first has filled', () => {
  const driver = openedWithLateLot({ instrument: { ...ethSwap, maxMarketSz: decimal('0.06') } });
  const { generation } = driver.state.close;
  close(driver, 5n);
  expect(driver.state.close).toMatchObject({ generation, filled: 5n });
  close(driver, 1n);
  expect(driver.state.close).toMatchObject({ generation: generation + 1, filled: 0n });
});

test('each fill after the end of its round is reported as late, and a late exit above the open size adds the error position_mismatch', () => {
  const driver = opened();
  driver.fill('baseExit');
  driver.finishClosing().dispatchPrice();
  driver.fill('entry', 1);
  expect(driver.dispatchFill('entry', { step: 4 })).toEqual([{ kind: 'lateFill', round: 1, lots: 10n }]);
  expect(driver.dispatchFill('takeProfit', { step: 4, lots: 9_999n })).toEqual([
    { kind: 'lateFill', round: 1, lots: 9_999n },
    { kind: 'error', key: 'position_mismatch' },
  ]);
});

test('a close by the user closes the lots of the steps before the late lots, and a close above the open size is the error position_mismatch', () => {
  const driver = openedWithLateLot();
  const [, before = 0n] = openOf(driver);
  closeBy(driver, 100n);
  expect(openOf(driver).slice(0, 2)).toEqual([10n, before - 100n]);
  const mismatch = { kind: 'error', key: 'position_mismatch' } as const;
  expect(closeBy(opened(), 4_000n, 1n).slice(0, 2)).toEqual([mismatch, mismatch]);
});
