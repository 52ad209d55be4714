import { decimal, formatDecimal, fraction, lots, ticks, ratio } from '@rondo/decimal';
import { botConfig, StrategyDriver, ethSwap, noFee } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { currentStep, filledSteps, netRealised, openSize } from '../round/ledger.ts';
import { maxOpeningAttempts, maxRejections } from '../limits.ts';
import { liquidationPrice } from '../round/liquidation.ts';
import { needsPrice, phaseOf } from './phase.ts';
import type { BotConfig } from '../types.ts';

const p1 = 200_000n;

function opened(changes: Partial<BotConfig> = {}): StrategyDriver {
  const driver = new StrategyDriver(botConfig(changes), p1).start();
  driver.fill('entry', 1);
  return driver;
}

const slots = (driver: StrategyDriver): readonly string[] =>
  driver.desired().map((order) => `${order.slot.kind}${order.slot.step}`);

test('a started bot waits for a price, and then desires one opening order with a slippage cap', () => {
  const driver = new StrategyDriver(botConfig(), p1);
  expect(driver.desired()).toEqual([]);
  driver.dispatch({ kind: 'start' });
  expect([phaseOf(driver.state), needsPrice(driver.state), driver.desired()]).toEqual(['opening', true, []]);
  driver.dispatchPrice();
  expect(driver.desired()).toEqual([
    {
      slot: { kind: 'entry', round: 1, step: 1 },
      generation: 0,
      side: 'buy',
      type: 'ioc',
      price: 200_500n,
      lots: 3125n,
      reduces: false,
    },
  ]);
});

test('a short bot caps its opening order below the last price', () => {
  const driver = new StrategyDriver(botConfig({ direction: 'short', stepDistance: ratio(1n, 1000n) }), p1).start();
  expect(driver.find('entry', 1)).toMatchObject({ side: 'sell', price: 199_900n });
});

test('after step 1 has filled, the bot desires the entries of the deeper steps and one exit order for the base steps', () => {
  const driver = opened();
  expect(slots(driver)).toEqual(['baseExit0', 'entry2', 'entry3', 'entry4']);
  expect(driver.find('baseExit')).toMatchObject({ side: 'sell', price: 201_000n, lots: 3125n, reduces: true });
  expect(driver.find('entry', 4)).toMatchObject({ side: 'buy', price: 192_125n, lots: 13012n, type: 'limit' });
  expect(phaseOf(driver.state)).toBe('running');
});

test('a fill of a deeper base step moves the base exit nearer to the market and increases the size of the base exit', () => {
  const driver = opened();
  driver.fill('entry', 2);
  const exit = driver.find('baseExit');
  expect(exit?.lots).toBe(3125n + 3167n);
  expect(exit?.price).toBe(199_655n);
  expect(currentStep(driver.state)).toBe(2);
});

test('a step that fills before a step above it is filled, and a cyclic step is filled until its cycle is complete', () => {
  const driver = opened();
  driver.fill('entry', 3);
  expect([filledSteps(driver.state), currentStep(driver.state)]).toEqual([[1, 3], 2]);
  driver.fill('entry', 4);
  expect(filledSteps(driver.state)).toEqual([1, 3, 4]);
  driver.fill('takeProfit', 4);
  expect(filledSteps(driver.state)).toEqual([1, 3]);
});

test('a cyclic step closes with its own profit, adds the profit to the credit and places its entry with a new generation', () => {
  const driver = opened({ cyclicSteps: 2 });
  driver.fill('entry', 2);
  const before = driver.find('baseExit')?.price;
  driver.fill('entry', 3);
  expect(driver.find('entry', 3)).toBeUndefined();
  expect(driver.find('takeProfit', 3)).toMatchObject({ price: 195_689n, lots: 6419n, reduces: true });
  expect(driver.find('baseExit')?.price).toBe(before);
  const facts = driver.fill('takeProfit', 3);
  expect(facts).toContainEqual(expect.objectContaining({ kind: 'cycleCompleted', step: 3, cycle: 1 }));
  expect(driver.find('entry', 3)).toMatchObject({ generation: 1, lots: 6419n, price: 194_715n });
  expect(phaseOf(driver.state)).toBe('waiting_for_cyclic_entry');
  expect(driver.state.cyclesCompleted).toBe(1);
  // The profit before fees is 6419 lots x 974 ticks x 0.00001 = 62.52106 USDT. Both maker fees are subtracted from the
  // profit.
  const fees = 6419 * (194_715 + 195_689) * 0.00001 * 0.0002;
  expect(Number(formatDecimal(driver.state.round?.credit ?? noFee))).toBeCloseTo(62.52106 - fees, 8);
  expect(before !== undefined && (driver.find('baseExit')?.price ?? 0n) < (before ?? 0n)).toBe(true);
});

test('the cycle credit never moves the base exit nearer to the market than a cyclic target', () => {
  const driver = opened({ cyclicSteps: 3 });
  for (let cycle = 0; cycle < 30; cycle += 1) {
    driver.fill('entry', 2);
    driver.fill('takeProfit', 2);
  }
  expect(driver.find('baseExit')?.price).toBe(198_327n);
});

test('when the cycle credit is 0 %, the base exit keeps its full target after every cycle', () => {
  const driver = opened({ cyclicSteps: 3, cycleCredit: ratio(0n) });
  driver.fill('entry', 2);
  driver.fill('takeProfit', 2);
  expect(driver.find('baseExit')?.price).toBe(201_000n);
});

test('a partial fill of the base exit does not change the base exit order', () => {
  const driver = opened();
  driver.fill('entry', 2);
  const before = driver.find('baseExit');
  driver.fill('baseExit', 0, { lots: 4000n });
  expect(driver.find('baseExit')).toEqual(before);
  expect(openSize(driver.state)).toBe(3125n + 3167n - 4000n);
});

test('after the base exit has filled, the round cancels its orders and closes its open lots, and the next round has an increased budget', () => {
  const driver = opened();
  driver.fill('entry', 2);
  driver.fill('entry', 3);
  driver.fill('entry', 4, { lots: 100n });
  driver.fill('baseExit');
  expect(driver.desired()).toEqual([]);
  driver.fillOrder(
    {
      slot: { kind: 'entry', round: 1, step: 4 },
      generation: 0,
      side: 'buy',
      type: 'limit',
      price: ticks(192_125n),
      lots: lots(13012n),
      reduces: false,
    },
    { lots: 7n },
  );
  driver.dispatch({ kind: 'ordersGone' });
  expect(driver.find('close')).toMatchObject({ type: 'market', lots: 107n, side: 'sell', price: null });
  driver.price = 193_000n;
  const facts = driver.fill('close');
  const net = netRealised(driver.state);
  expect(facts).toContainEqual(
    expect.objectContaining({ kind: 'roundCompleted', round: 1, reason: 'take_profit', netPnl: net }),
  );
  expect(driver.state.round?.round).toBe(2);
  expect(Number(formatDecimal(driver.state.reservation))).toBeCloseTo(10_000 + Number(formatDecimal(net)), 10);
  expect(driver.state.cyclesCompleted).toBe(0);
});

test('without compounding the budget does not grow with profit, and with compounding the budget stays within the available margin', () => {
  const fixed = opened({ compound: false });
  fixed.fill('baseExit');
  fixed.finishClosing();
  expect(formatDecimal(fixed.state.reservation)).toBe('10000');
  const capped = opened();
  capped.dispatch({ kind: 'availableMargin', amount: decimal('-500') });
  capped.fill('baseExit');
  capped.finishClosing();
  expect(formatDecimal(capped.state.reservation)).toBe('9500');
});

test('the end of a last round completes the bot, and the user can cancel the choice of a last round until the base exit has filled', () => {
  const driver = opened();
  expect(driver.dispatch({ kind: 'setLast', isLast: false })).toEqual([]);
  driver.dispatch({ kind: 'setLast', isLast: true });
  driver.dispatch({ kind: 'setLast', isLast: false });
  driver.dispatch({ kind: 'setLast', isLast: true });
  driver.fill('baseExit');
  driver.dispatch({ kind: 'setLast', isLast: false });
  driver.finishClosing();
  expect(driver.facts).toContainEqual(expect.objectContaining({ kind: 'botCompleted', reason: 'last_round' }));
  expect([phaseOf(driver.state), driver.desired()]).toEqual(['completed', []]);
  const once = opened({ autoReentry: false });
  once.fill('baseExit');
  once.finishClosing();
  expect(once.state.completion).toBe('last_round');
});

test('a partly filled opening order opens the round with the filled size', () => {
  const driver = new StrategyDriver(botConfig(), p1).start();
  driver.fill('entry', 1, { lots: 1000n });
  expect(slots(driver)).toEqual(['entry1']);
  const order = driver.find('entry', 1);
  if (order === undefined) throw new Error('The partly filled opening order is not desired.');
  driver.end(order, 'cancelled');
  expect(slots(driver)).toEqual(['baseExit0', 'entry2', 'entry3', 'entry4']);
  expect(driver.find('baseExit')?.lots).toBe(1000n);
});

test('the first price P1 is the exact average price of the opening fills', () => {
  const driver = new StrategyDriver(botConfig(), p1).start();
  driver.fill('entry', 1, { lots: 1000n, price: 200_000n });
  driver.fill('entry', 1, { price: 200_003n });
  expect(driver.state.round?.plan?.firstPrice).toEqual(
    fraction(2_000n * 1000n * 100n + 200_003n * 2125n, 3125n * 100n),
  );
});

test('when an opening order ends without a fill, the bot sends a new opening order at a new price, and after too many attempts the bot ends in error', () => {
  const driver = new StrategyDriver(botConfig(), p1).start();
  for (let attempt = 1; attempt <= maxOpeningAttempts; attempt += 1) {
    expect(phaseOf(driver.state)).toBe('opening');
    driver.dispatchPrice();
    const order = driver.find('entry', 1);
    if (order === undefined) throw new Error('The opening order is not desired.');
    expect(order.generation).toBe(attempt - 1);
    driver.end(order, attempt === 1 ? 'rejected' : 'cancelled', '51008');
  }
  expect([phaseOf(driver.state), driver.state.errorKey, driver.desired()]).toEqual(['error', 'entry_missed', []]);
  driver.dispatch({ kind: 'stop', closePosition: true });
  driver.finishClosing();
  expect(phaseOf(driver.state)).toBe('completed');
});

test('a bot whose plan is below the minimum size ends in error before the bot sends an order', () => {
  const driver = new StrategyDriver(botConfig({ allocation: decimal('1') }), p1).start();
  expect([phaseOf(driver.state), driver.state.errorKey, driver.desired()]).toEqual(['error', 'below_min_size', []]);
  expect(driver.facts).toContainEqual(expect.objectContaining({ kind: 'planRefused' }));
});

test('when the ladder cannot be planned at the fill price of step 1, the round continues with step 1 and its exit', () => {
  const driver = new StrategyDriver(botConfig({ instrument: { ...ethSwap, maxLimitSz: decimal('131') } }), p1).start();
  driver.fill('entry', 1, { price: 190_000n });
  expect(slots(driver)).toEqual(['baseExit0']);
  expect(driver.facts).toContainEqual(expect.objectContaining({ kind: 'planRefused' }));
});

test('when the user cancels an entry at the exchange, the bot sends a new entry for the remaining size, and a filled entry is not sent a second time', () => {
  const driver = opened();
  driver.fill('entry', 2, { lots: 1000n });
  const entry = driver.find('entry', 2);
  if (entry === undefined) throw new Error('The remaining size of step 2 is not desired.');
  driver.end(entry, 'cancelled');
  expect(driver.find('entry', 2)).toMatchObject({ generation: 1, lots: 2167n });
  expect(driver.end(entry, 'never')).toEqual([]);
  const again = driver.find('entry', 2);
  if (again === undefined) throw new Error('The remaining size of step 2 is not desired.');
  driver.fill('entry', 2);
  driver.end(again, 'filled');
  expect(driver.find('entry', 2)).toBeUndefined();
});

test('when an exit order ends before it has closed the whole lot, the bot sends a new exit order for the remaining size', () => {
  const driver = opened({ cyclicSteps: 2 });
  driver.fill('entry', 3);
  const exit = driver.find('takeProfit', 3);
  const base = driver.find('baseExit');
  if (exit === undefined || base === undefined)
    throw new Error('The take-profit of step 3 or the base exit is not desired.');
  driver.fill('takeProfit', 3, { lots: 6000n });
  driver.end(exit, 'filled');
  expect(driver.find('takeProfit', 3)).toMatchObject({ generation: 1, lots: 419n });
  driver.fill('baseExit', 0, { lots: 3000n });
  driver.end(base, 'filled');
  expect(driver.find('baseExit')).toMatchObject({ generation: 1, lots: 125n });
});

test('when the exchange refuses an entry for lack of margin, the bot sends the entry again after each refusal and keeps running', () => {
  const driver = opened();
  for (let count = 0; count <= maxRejections; count += 1) {
    const entry = driver.find('entry', 3);
    if (entry === undefined) throw new Error('The entry of step 3 is not desired.');
    expect(entry.generation).toBe(count);
    expect(driver.end(entry, 'blocked', '51008')).toEqual([{ kind: 'stepBlocked', round: 1, step: 3 }]);
  }
  expect([phaseOf(driver.state), slots(driver)]).toEqual(['running', ['baseExit0', 'entry2', 'entry3', 'entry4']]);
});

test('a refusal of step 1 for lack of margin does not count as a failed attempt, and the next price gives step 1 a new size', () => {
  const driver = new StrategyDriver(botConfig(), p1).start();
  for (let count = 0; count <= maxRejections; count += 1) {
    const entry = driver.find('entry', 1);
    if (entry === undefined) throw new Error('The entry of step 1 is not desired.');
    expect(driver.end(entry, 'blocked')).toEqual([{ kind: 'stepBlocked', round: 1, step: 1 }]);
    expect(driver.find('entry', 1)).toBeUndefined();
    driver.price += 100n;
    driver.dispatchPrice();
  }
  driver.fill('entry', 1);
  expect(phaseOf(driver.state)).toBe('running');
  expect(driver.facts.filter((fact) => fact.kind === 'roundOpened')).toHaveLength(1);
});

test('a signal bot opens a round only after a signal, and completes when the user chooses a last round while the bot waits for a signal', () => {
  const driver = new StrategyDriver(botConfig({ waitsForSignal: true }), p1).start();
  expect(phaseOf(driver.state)).toBe('waiting_for_signal');
  driver.dispatch({ kind: 'signal', stepDistance: ratio(1n, 50n) });
  driver.dispatchPrice();
  driver.fill('entry', 1);
  expect(driver.find('entry', 2)?.price).toBe(196_000n);
  driver.fill('baseExit');
  driver.finishClosing();
  expect(phaseOf(driver.state)).toBe('waiting_for_signal');
  driver.dispatch({ kind: 'setLast', isLast: true });
  expect(driver.state.completion).toBe('last_round');
  const stopped = new StrategyDriver(botConfig({ waitsForSignal: true }), p1).start();
  stopped.dispatch({ kind: 'stop', closePosition: false });
  expect(stopped.state.completion).toBe('stopped_left_open');
  const silent = new StrategyDriver(botConfig({ waitsForSignal: true }), p1).start();
  silent.dispatch({ kind: 'signal', stepDistance: null });
  expect(silent.state.round?.stepDistance).toEqual(botConfig().stepDistance);
});

test('after a liquidation no lot is open and no order is desired', () => {
  const driver = opened();
  driver.fill('entry', 2);
  const price = liquidationPrice(driver.state);
  if (price === null) throw new Error('The bot with two open steps has no liquidation price.');
  driver.dispatch({ kind: 'liquidated', fills: [{ price, lots: lots(6292n), fee: decimal('1') }] });
  expect([phaseOf(driver.state), driver.desired(), openSize(driver.state)]).toEqual(['liquidated', [], 0n]);
  expect(driver.dispatch({ kind: 'liquidated', fills: [] })).toEqual([]);
  expect(driver.dispatch({ kind: 'setLast', isLast: true })).toContainEqual(
    expect.objectContaining({ kind: 'eventRefused' }),
  );
});

test('when the user closes a part and then the rest of the position, the bot ends in error and books the result', () => {
  const driver = opened();
  driver.dispatch({ kind: 'externalClose', fills: [{ price: ticks(200_100n), lots: lots(1000n), fee: noFee }] });
  // The remaining lots keep their exit, and the bot does not send a new entry.
  expect([phaseOf(driver.state), driver.state.errorKey, slots(driver)]).toEqual([
    'error',
    'reduced_externally',
    ['baseExit0'],
  ]);
  expect(driver.find('baseExit')?.lots).toBe(2125n);
  driver.dispatch({ kind: 'externalClose', fills: [{ price: ticks(200_100n), lots: lots(2125n), fee: noFee }] });
  driver.finishClosing();
  expect([phaseOf(driver.state), driver.state.errorKey]).toEqual(['error', 'closed_externally']);
});

test('when an open lot of the bot is missing at the exchange, the bot ends in error', () => {
  const driver = opened();
  driver.dispatch({ kind: 'flatConfirmed' });
  expect([phaseOf(driver.state), driver.state.errorKey, driver.desired()]).toEqual(['error', 'position_missing', []]);
  const stopped = opened();
  stopped.dispatch({ kind: 'stop', closePosition: true });
  stopped.dispatch({ kind: 'ordersGone' });
  stopped.fill('close');
  stopped.dispatch({ kind: 'flatConfirmed' });
  expect(stopped.state.completion).toBe('stopped_closed');
  const missing = opened();
  missing.dispatch({ kind: 'stop', closePosition: true });
  missing.dispatch({ kind: 'flatConfirmed' });
  expect([missing.state.completion, missing.desired()]).toEqual(['stopped_closed', []]);
});

test('a fill that closes more than the open size puts the bot into the error position_mismatch', () => {
  const driver = opened();
  driver.fill('baseExit', 0, { lots: 4000n });
  expect(driver.state.errorKey).toBe('position_mismatch');
});

test('an event that does not fit the current state changes nothing', () => {
  const driver = opened();
  const before = driver.state;
  driver.dispatch({ kind: 'price', price: ticks(1n) });
  driver.dispatch({ kind: 'ordersGone' });
  driver.dispatch({ kind: 'signal', stepDistance: null });
  const cancelled = { kind: 'orderClosed', reason: 'cancelled' } as const;
  driver.dispatch({ ...cancelled, slot: { kind: 'entry', round: 9, step: 2 }, generation: 0 });
  driver.dispatch({ ...cancelled, slot: { kind: 'entry', round: 1, step: 99 }, generation: 0 });
  driver.dispatch({ ...cancelled, slot: { kind: 'close', round: 1, step: 0 }, generation: 7 });
  driver.dispatch({ kind: 'orderClosed', slot: { kind: 'close', round: 1, step: 0 }, generation: 0, reason: 'filled' });
  expect(driver.state).toBe(before);
  expect(driver.dispatch({ kind: 'start' })).toEqual([
    { kind: 'eventRefused', event: 'start', why: 'already_started' },
  ]);
});

test('funding outside a round is added to the realised result', () => {
  const driver = new StrategyDriver(botConfig({ waitsForSignal: true }), p1).start();
  driver.dispatch({ kind: 'funding', amount: decimal('1.25') });
  expect(formatDecimal(netRealised(driver.state))).toBe('1.25');
});

test('a bot whose budget is used up ends in error before the next round', () => {
  const driver = opened();
  driver.dispatch({ kind: 'funding', amount: decimal('-20000') });
  driver.fill('baseExit');
  driver.finishClosing();
  expect([phaseOf(driver.state), driver.state.errorKey]).toEqual(['error', 'no_budget']);
});
