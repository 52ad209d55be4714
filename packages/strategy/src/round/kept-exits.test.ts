// Tests that an exit which rests stays at the exchange when the minimum size becomes larger than every new order for its lots (strategy 3.8).
import { decimal, lots, ratio, ticks } from '@rondo/decimal';
import { botConfig, ethSwap, StrategyDriver } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { decodeState, encodeState } from '../bot/codec.ts';
import { dustOf } from './desired.ts';
import type { RestingExit } from './slot.ts';
import type { BotConfig, DesiredOrder, Fact, OrderRules } from '../types.ts';

const directions = ['long', 'short'] as const;
const first: OrderRules = { tickSz: decimal('0.01'), lotSz: decimal('0.01'), minSz: decimal('0.01') };

/** Returns a driver whose step 1 has filled with 3,125 lots at 2000.00. */
function withFirstStep(changes: Partial<BotConfig> = {}): StrategyDriver {
  const driver = new StrategyDriver(botConfig(changes), 200_000n).start();
  driver.fill('entry', 1);
  return driver;
}

function exitsOf(driver: StrategyDriver): readonly DesiredOrder[] {
  return driver.desired().filter(({ reduces }) => reduces);
}

/** Returns the desired exits as orders that rest with their desired terms. */
function restingOf(driver: StrategyDriver): readonly RestingExit[] {
  return exitsOf(driver).flatMap(({ slot, generation, price, lots: size }) =>
    price === null ? [] : [{ slot, generation, terms: { price, lots: size } }],
  );
}

/** Changes the rules while each of these exits rests. The default is that every desired exit rests. */
function change(driver: StrategyDriver, rules: Partial<OrderRules>, resting = restingOf(driver)): readonly Fact[] {
  return driver.dispatch({ kind: 'rules', rules: { ...first, ...rules }, units: first, resting });
}

const shapeOf = ({ slot, generation, price, lots: size, isKept = false }: DesiredOrder): unknown => ({
  kind: slot.kind,
  generation,
  price,
  size,
  isKept,
});

test.each(directions)(
  'the base exit and the stop loss of a %s stay as they rest when the minimum size becomes larger than the position',
  (direction) => {
    const driver = withFirstStep({ direction, stopLoss: { fractionOfBudget: ratio(1n, 10n), endsBot: true } });
    const before = exitsOf(driver).map(shapeOf);
    expect(before).toHaveLength(2);
    const facts = change(driver, { minSz: decimal('40') });
    expect(exitsOf(driver).map(shapeOf)).toEqual(before.map((each) => ({ ...(each as object), isKept: true })));
    expect([dustOf(driver.state), facts.some(({ kind }) => kind === 'dustDeclared')]).toEqual([0n, false]);
  },
);

test('the round of a kept base exit completes when the exit fills in two parts', () => {
  const driver = withFirstStep();
  change(driver, { minSz: decimal('40') });
  driver.fill('baseExit', 0, { lots: 1_000n });
  expect(exitsOf(driver).map(({ lots: size, isKept }) => [size, isKept])).toEqual([[3_125n, true]]);
  expect(dustOf(driver.state)).toBe(0n);
  driver.fill('baseExit');
  expect(driver.state.round?.closing).toMatchObject({ reason: 'take_profit' });
});

test('a partly filled base exit is kept with its total size and does not end the round', () => {
  const driver = withFirstStep();
  driver.fill('baseExit', 0, { lots: 1_000n });
  change(driver, { minSz: decimal('40') });
  expect(driver.state.round?.closing).toBeNull();
  expect(exitsOf(driver).map(({ lots: size, isKept }) => [size, isKept])).toEqual([[3_125n, true]]);
});

test.each(['cancelled', 'never'] as const)(
  'the lots become declared dust when the order of a kept exit ends with the reason %s',
  (reason) => {
    const driver = withFirstStep();
    change(driver, { minSz: decimal('40') });
    const [exit] = exitsOf(driver);
    if (exit === undefined) return expect.unreachable();
    const facts = driver.end(exit, reason);
    expect([exitsOf(driver), dustOf(driver.state)]).toEqual([[], 3_125n]);
    expect(facts).toContainEqual({ kind: 'dustDeclared', lots: 3_125n });
  },
);

test('the lots become declared dust when their exit does not rest at the change of the rules', () => {
  const driver = withFirstStep();
  const facts = change(driver, { minSz: decimal('40') }, []);
  expect(exitsOf(driver)).toEqual([]);
  expect(facts).toContainEqual({ kind: 'dustDeclared', lots: 3_125n });
});

test('an exit of an earlier generation is not kept', () => {
  const driver = withFirstStep();
  const [exit] = exitsOf(driver);
  if (exit === undefined) return expect.unreachable();
  const resting = restingOf(driver);
  driver.end(exit, 'cancelled');
  change(driver, { minSz: decimal('40') }, resting);
  expect(exitsOf(driver)).toEqual([]);
});

test('a fill of a later generation ends the keeping of an exit, and an exit that was never kept has no kept terms', () => {
  const driver = withFirstStep();
  driver.fill('baseExit', 0, { lots: 1_000n });
  expect(Object.keys(driver.state.round?.baseExit ?? {})).toEqual(['generation', 'filled', 'rejections']);
  change(driver, { minSz: decimal('40') });
  expect(driver.state.round?.baseExit.kept).toBeDefined();
  driver.dispatchFill('baseExit', { generation: 1 });
  expect(driver.state.round?.baseExit).toEqual({ generation: 1, filled: 10n, rejections: 0 });
});

test('a kept exit has the terms with which it rests, and the lots beyond its size are dust', () => {
  const driver = withFirstStep();
  const resting = restingOf(driver).map((exit) => ({ ...exit, terms: { price: ticks(201_500n), lots: lots(3_000n) } }));
  change(driver, { minSz: decimal('40') }, resting);
  expect(exitsOf(driver).map(({ price, lots: size }) => [price, size])).toEqual([[201_500n, 3_000n]]);
  expect(dustOf(driver.state)).toBe(125n);
});

test('a kept exit with unknown terms has its desired terms', () => {
  const driver = withFirstStep();
  const before = exitsOf(driver).map(shapeOf);
  const resting = restingOf(driver).map((exit) => ({ ...exit, terms: null }));
  change(driver, { minSz: decimal('40') }, resting);
  expect(exitsOf(driver).map(shapeOf)).toEqual(before.map((each) => ({ ...(each as object), isKept: true })));
});

test('the exit of a cyclic lot is kept and its lots do not join the base exit until the kept exit ends', () => {
  const driver = withFirstStep();
  driver.fill('entry', 4, { lots: 2_000n });
  change(driver, { minSz: decimal('31') });
  const sizes = (): readonly unknown[] =>
    exitsOf(driver).map(({ slot, lots: size, isKept = false }) => [slot.kind, size, isKept]);
  expect(sizes()).toEqual([
    ['takeProfit', 2_000n, true],
    ['baseExit', 3_125n, false],
  ]);
  const [cyclic] = exitsOf(driver);
  if (cyclic === undefined) return expect.unreachable();
  driver.end(cyclic, 'cancelled');
  expect(sizes()).toEqual([['baseExit', 5_125n, false]]);
});

test('the base exit is kept too when only the lots of a kept cyclic exit would make it large enough', () => {
  const driver = withFirstStep();
  driver.fill('entry', 4, { lots: 2_000n });
  change(driver, { minSz: decimal('50') });
  expect(exitsOf(driver).map(({ slot, lots: size, isKept }) => [slot.kind, size, isKept])).toEqual([
    ['takeProfit', 2_000n, true],
    ['baseExit', 3_125n, true],
  ]);
  expect(dustOf(driver.state)).toBe(0n);
});

test('a kept base exit takes its calculated size when a further entry fills or when the minimum size becomes smaller', () => {
  const grown = withFirstStep();
  change(grown, { minSz: decimal('32') });
  grown.dispatchFill('entry', { step: 2, lots: 200n, price: 197_340n });
  expect(exitsOf(grown).map(({ lots: size, isKept = false }) => [size, isKept])).toEqual([[3_325n, false]]);

  const lowered = withFirstStep();
  const before = exitsOf(lowered).map(shapeOf);
  change(lowered, { minSz: decimal('40') });
  change(lowered, {});
  expect(exitsOf(lowered).map(shapeOf)).toEqual(before);
  expect(lowered.state.round?.baseExit.kept).toBeUndefined();
});

test('a kept exit is in the smaller units after a change of the units and after a restart from the stored state', () => {
  const driver = withFirstStep();
  const units = { tickSz: decimal('0.001'), lotSz: decimal('0.001') };
  const resting = restingOf(driver);
  driver.dispatch({ kind: 'rules', rules: { ...first, minSz: decimal('40') }, units, resting });
  const kept = driver.state.round?.baseExit.kept;
  expect(kept).toEqual({ price: 2_010_000n, lots: 31_250n });
  const restored = decodeState(JSON.parse(JSON.stringify(encodeState(driver.state))));
  expect(restored.round?.baseExit.kept).toEqual(kept);
});

test('no exit is kept in a round that closes', () => {
  const driver = withFirstStep();
  const resting = restingOf(driver);
  driver.dispatch({ kind: 'stop', closePosition: true });
  change(driver, { minSz: decimal('40') }, resting);
  expect([driver.desired(), driver.state.round?.baseExit.kept]).toEqual([[], undefined]);
});

/** Closes these lots by hand at 2000.00 while each of these exits rests. */
function reduce(driver: StrategyDriver, closed: bigint, resting = restingOf(driver)): readonly Fact[] {
  const fills = [{ price: ticks(200_000n), lots: lots(closed), fee: decimal('0') }];
  return driver.dispatch({ kind: 'externalClose', fills, resting });
}

const fiveHundredLots = { ...ethSwap, minSz: decimal('5') };

test.each(directions)(
  'the base exit and the stop loss of a %s stay as they rest when the owner reduces the position below the minimum size',
  (direction) => {
    const stopLoss = { fractionOfBudget: ratio(1n, 100n), endsBot: true };
    const driver = withFirstStep({ direction, stopLoss, instrument: fiveHundredLots });
    const before = exitsOf(driver).map(shapeOf);
    expect(before).toHaveLength(2);
    const facts = reduce(driver, 2_700n);
    expect(exitsOf(driver).map(shapeOf)).toEqual(before.map((each) => ({ ...(each as object), isKept: true })));
    expect([dustOf(driver.state), facts.some(({ kind }) => kind === 'dustDeclared')]).toEqual([0n, false]);
  },
);

test('the lots become declared dust when the owner reduces the position below the minimum size and no exit rests', () => {
  const driver = withFirstStep({ instrument: fiveHundredLots });
  expect(reduce(driver, 2_700n, [])).toContainEqual({ kind: 'dustDeclared', lots: 425n });
  expect(exitsOf(driver)).toEqual([]);
});

test('a reduction that leaves enough lots for an order makes the exit smaller', () => {
  const driver = withFirstStep({ instrument: fiveHundredLots });
  reduce(driver, 2_500n);
  expect(exitsOf(driver).map(({ lots: size, isKept = false }) => [size, isKept])).toEqual([[625n, false]]);
});

test('a stop leaves the kept exit as the only order while no market order can close the position, and the bot ends when the exit has filled', () => {
  const driver = withFirstStep();
  change(driver, { minSz: decimal('40') });
  const facts = driver.dispatch({ kind: 'stop', closePosition: true });
  expect(driver.desired().map(shapeOf)).toEqual([
    { kind: 'baseExit', generation: 0, price: 201_000n, size: 3_125n, isKept: true },
  ]);
  expect(facts.some(({ kind }) => kind === 'dustDeclared')).toBe(false);
  driver.fill('baseExit');
  driver.dispatch({ kind: 'ordersGone' });
  expect(driver.state).toMatchObject({ status: 'completed', completion: 'stopped_closed' });
});

test('a stopped bot closes its position at the market when its kept exit has ended without a fill and the minimum size has become smaller', () => {
  const driver = withFirstStep();
  change(driver, { minSz: decimal('40') });
  driver.dispatch({ kind: 'stop', closePosition: true });
  change(driver, {});
  expect(driver.desired()).toEqual([]);
  driver.dispatch({ kind: 'ordersGone' });
  expect(driver.desired().map(({ slot, lots: size }) => [slot.kind, size])).toEqual([['close', 3_125n]]);
});

test('a stop that leaves the position to the owner cancels the kept exit', () => {
  const driver = withFirstStep();
  change(driver, { minSz: decimal('40') });
  driver.dispatch({ kind: 'stop', closePosition: false });
  expect(driver.desired()).toEqual([]);
});

test('the kept exit of a cyclic lot stays when the base exit has ended the round, and the round ends when it has filled', () => {
  const driver = withFirstStep();
  driver.fill('entry', 4, { lots: 2_000n });
  change(driver, { minSz: decimal('50') });
  driver.fill('baseExit');
  expect(driver.state.round?.closing).toMatchObject({ reason: 'take_profit' });
  expect(exitsOf(driver).map(({ slot, lots: size, isKept }) => [slot.kind, size, isKept])).toEqual([
    ['takeProfit', 2_000n, true],
  ]);
  driver.fill('takeProfit', 4);
  driver.dispatch({ kind: 'ordersGone' });
  expect(driver.state.roundsCompleted).toBe(1);
});
