// Tests of changed order rules: orders on the new steps, dropped entries, dust, and smaller units (strategy 3.8).
import { compareDecimals, decimal, decimalOf, lots, multiply, ticks } from '@rondo/decimal';
import { botConfig, StrategyDriver } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { dustOf } from '../round/desired.ts';
import { netRealised, openSize } from '../round/ledger.ts';
import type { BotState, DesiredOrder, Fact, OrderRules } from '../types.ts';

const directions = ['long', 'short'] as const;
const first: OrderRules = { tickSz: decimal('0.01'), lotSz: decimal('0.01'), minSz: decimal('0.01') };

/** Returns a bot in a round whose steps 1 and 4 are filled; step 4 is cyclic. */
function running(direction: 'long' | 'short'): StrategyDriver {
  const driver = new StrategyDriver(botConfig({ direction }), 200_000n).start();
  driver.fill('entry', 1);
  driver.fill('entry', 4);
  return driver;
}

function change(driver: StrategyDriver, rules: Partial<OrderRules>): readonly Fact[] {
  const next = { ...first, ...rules };
  return driver.dispatch({ kind: 'rules', rules: next, units: { tickSz: next.tickSz, lotSz: next.lotSz } });
}

function desiredOf(driver: StrategyDriver): readonly DesiredOrder[] {
  return driver.desired();
}

const kinds = (facts: readonly Fact[]): readonly string[] => facts.map(({ kind }) => kind);

test.each(directions)(
  'a larger price step rounds the entries of a %s against it and its exits in its favour',
  (direction) => {
    const driver = running(direction);
    const before = desiredOf(driver);
    expect(kinds(change(driver, { tickSz: decimal('0.1') }))).toEqual(['rulesChanged']);
    const after = desiredOf(driver);
    expect(after.map(({ slot, lots: size }) => [slot.kind, slot.step, size])).toEqual(
      before.map(({ slot, lots: size }) => [slot.kind, slot.step, size]),
    );
    for (const [index, order] of after.entries()) {
      const old = before[index]?.price ?? 0n;
      const price = order.price ?? 0n;
      expect(price % 10n).toBe(0n);
      const isUp = (direction === 'long') === order.reduces;
      expect(isUp ? price >= old && price - old < 10n : price <= old && old - price < 10n).toBe(true);
    }
  },
);

test.each(directions)('two steps of a %s that would get one price stay apart by one price step', (direction) => {
  const driver = running(direction);
  change(driver, { tickSz: decimal('50') });
  const entries = desiredOf(driver).filter(({ reduces }) => !reduces);
  const prices = entries.map(({ price }) => price ?? 0n);
  expect(prices).toEqual(direction === 'long' ? [195_000n, 190_000n] : [205_000n, 210_000n]);
});

test('a larger size step rounds sizes down, and the rest of a cyclic lot joins the base exit', () => {
  const driver = running('long');
  const open = openSize(driver.state);
  change(driver, { lotSz: decimal('0.1'), minSz: decimal('0.1') });
  const exits = desiredOf(driver).filter(({ reduces }) => reduces);
  expect(exits.map(({ slot, lots: size }) => [slot.kind, size])).toEqual([
    ['takeProfit', 13_010n],
    ['baseExit', 3_120n],
  ]);
  expect(dustOf(driver.state)).toBe(open - 16_130n);
  expect(driver.facts.at(-1)).toEqual({ kind: 'dustDeclared', lots: lots(open - 16_130n) });
});

test('the rest of the lots that is no whole order becomes a late lot, and the base exit of the next round closes it', () => {
  const driver = running('long');
  change(driver, { lotSz: decimal('0.1'), minSz: decimal('0.1') });
  driver.fill('takeProfit', 4);
  driver.fill('baseExit');
  driver.finishClosing();
  const { state } = driver;
  expect(state.roundsCompleted).toBe(1);
  expect(openSize(state)).toBe(7n);
  expect(dustOf(state)).toBe(7n);
  driver.dispatch({ kind: 'price', price: ticks(200_000n) });
  driver.fill('entry', 1);
  change(driver, {});
  expect(driver.find('close')?.lots ?? driver.find('baseExit')?.lots).toBe(7n);
});

test('the money of a bot that ends a round with dust is the cash flow of its fills and the cost of the dust', () => {
  const driver = running('long');
  change(driver, { lotSz: decimal('0.1'), minSz: decimal('0.1') });
  driver.fill('takeProfit', 4);
  driver.fill('baseExit');
  driver.finishClosing();
  change(driver, {});
  driver.fill('close');
  const flow = driver.events.reduce((sum, event) => {
    if (event.kind !== 'fill') return sum;
    const isEntry = event.slot.kind === 'entry';
    return sum + event.price * event.lots * (isEntry ? -1n : 1n);
  }, 0n);
  const gross = multiply(decimalOf(flow), decimal('0.00001'));
  const fees = driver.events.flatMap((event) => (event.kind === 'fill' ? [event.fee] : []));
  const net = fees.reduce(
    (sum, fee) =>
      decimalOf(
        sum.units * 10n ** BigInt(Math.max(0, fee.scale - sum.scale)) -
          fee.units * 10n ** BigInt(Math.max(0, sum.scale - fee.scale)),
        Math.max(sum.scale, fee.scale),
      ),
    gross,
  );
  expect(compareDecimals(netRealised(driver.state), net)).toBe(0);
});

test('a larger minimum size drops the entries below it with a fact and keeps the exits', () => {
  const driver = running('long');
  const facts = change(driver, { minSz: decimal('40') });
  expect(facts.filter(({ kind }) => kind === 'entryDropped')).toEqual([{ kind: 'entryDropped', round: 1, step: 2 }]);
  expect(desiredOf(driver).map(({ slot }) => `${slot.kind}${slot.step}`)).toEqual(['takeProfit4', 'entry3']);
  expect(dustOf(driver.state)).toBe(3_125n);
});

test.each(directions)('smaller steps multiply every number of a %s, and its orders and its money stay', (direction) => {
  const driver = running(direction);
  const before = driver.state;
  const orders = desiredOf(driver);
  expect(kinds(change(driver, { tickSz: decimal('0.001'), lotSz: decimal('0.002'), minSz: decimal('0.002') }))).toEqual(
    ['rulesChanged'],
  );
  const after: BotState = driver.state;
  expect(after.config.instrument).toMatchObject({ isRefined: true });
  expect(openSize(after)).toBe(openSize(before) * 5n);
  expect(compareDecimals(netRealised(after), netRealised(before))).toBe(0);
  expect(after.round?.plan?.steps.map(({ price, lots: size }) => [price, size])).toEqual(
    before.round?.plan?.steps.map(({ price, lots: size }) => [price * 10n, size * 5n]),
  );
  for (const [index, order] of desiredOf(driver).entries()) {
    expect(order.lots).toBe((orders[index]?.lots ?? 0n) * 5n);
    const old = (orders[index]?.price ?? 0n) * 10n;
    const price = order.price ?? 0n;
    expect(price > old ? price - old : old - price).toBeLessThan(10n);
  }
});

test('a fill between two ticks needs smaller units, while the price step of orders stays', () => {
  const driver = running('long');
  driver.dispatch({ kind: 'rules', rules: first, units: { tickSz: decimal('0.005'), lotSz: decimal('0.01') } });
  const { instrument } = driver.state.config;
  expect([instrument.tickSz, instrument.orderTickSz]).toEqual([decimal('0.005'), decimal('0.01')]);
  expect(desiredOf(driver).filter(({ price }) => (price ?? 0n) % 2n !== 0n)).toEqual([]);
});

test('a first step without a fill is sized again after a change of the rules', () => {
  const driver = new StrategyDriver(botConfig(), 200_000n).start();
  expect(driver.find('entry', 1)?.lots).toBe(3_125n);
  change(driver, { lotSz: decimal('0.1'), minSz: decimal('0.1') });
  expect(driver.find('entry', 1)).toBeUndefined();
  driver.dispatch({ kind: 'price', price: ticks(200_000n) });
  expect(driver.find('entry', 1)?.lots).toBe(3_120n);
});

test.each(directions)(
  'the end of the instrument closes every lot of a %s at the settlement price and completes the bot',
  (direction) => {
    const driver = running(direction);
    const open = openSize(driver.state);
    const price = direction === 'long' ? 199_000n : 201_000n;
    const facts = driver.dispatch({ kind: 'expired', fills: [{ price: ticks(price), lots: open, fee: decimal('0') }] });
    expect(kinds(facts)).toEqual(['botCompleted']);
    expect(driver.state).toMatchObject({ status: 'completed', completion: 'expired', round: null });
    expect([openSize(driver.state), driver.desired()]).toEqual([0n, []]);
    expect(driver.dispatch({ kind: 'expired', fills: [] })).toEqual([]);
  },
);
