// Tests of the orders of the real client against the sandbox, in both position modes.
import { afterEach, describe, expect, test } from 'vitest';
import {
  decimal,
  lots,
  ticks,
  sumDecimals,
  isZero,
  subtract,
  add,
  negate,
  formatDecimal,
  decimalOf,
  signOf,
} from '@rondo/decimal';
import { openHarness, until, valueOf, type ExchangeHarness } from './exchange-harness.ts';

const harnesses: ExchangeHarness[] = [];
afterEach(async () => {
  for (const harness of harnesses.splice(0)) await harness.close();
});

async function open(posMode: 'net_mode' | 'long_short_mode'): Promise<ExchangeHarness> {
  const harness = await openHarness({ posMode });
  harnesses.push(harness);
  return harness;
}
describe.each(['net_mode', 'long_short_mode'] as const)('in the position mode %s', (posMode) => {
  test('a limit order can be placed, amended, found by its client id and cancelled', async () => {
    const harness = await open(posMode);
    const placed = await harness.place({ clientId: 'q1one' });
    expect(placed.kind).toBe('accepted');
    const amended = await harness.exchange.amend({
      instrument: harness.instrument,
      clientId: 'q1one',
      trigger: false,
      price: ticks(200_100n),
      lots: lots(150n),
      deadlineAt: harness.exchange.venueNow() + 4_000,
    });
    expect(amended.kind).toBe('accepted');
    const found = valueOf(await harness.exchange.lookup(harness.instrument, 'q1one', false));
    expect(found).toMatchObject({ clientId: 'q1one', state: 'live', price: 200_100n, lots: 150n, filledLots: 0n });
    expect(valueOf(await harness.exchange.openOrders([harness.instrument])).map((order) => order.clientId)).toEqual([
      'q1one',
    ]);
    expect(
      (await harness.exchange.cancel({ instrument: harness.instrument, clientId: 'q1one', trigger: false })).kind,
    ).toBe('accepted');
    expect(valueOf(await harness.exchange.openOrders([harness.instrument]))).toEqual([]);
    const history = valueOf(
      await harness.exchange.orderHistory([harness.instrument], harness.exchange.venueNow() - 60_000),
    );
    expect(history.map((order) => [order.clientId, order.state])).toEqual([['q1one', 'cancelled']]);
  });

  test('the sum of the bills of an opening trade and a closing trade equals the change of the balance', async () => {
    const harness = await open(posMode);
    const before = valueOf(await harness.exchange.balance());
    expect((await harness.place({ clientId: 'q1in', type: 'market', price: null })).kind).toBe('accepted');
    const [position] = valueOf(await harness.exchange.positions([harness.instrument]));
    expect(position).toMatchObject({ lots: 100n, positionSide: posMode === 'net_mode' ? 'net' : 'long' });
    expect(
      (await harness.place({ clientId: 'q1out', type: 'market', price: null, side: 'sell', reduces: true })).kind,
    ).toBe('accepted');
    expect(valueOf(await harness.exchange.positions([harness.instrument]))).toEqual([]);
    const sinceAt = harness.exchange.venueNow() - 60_000;
    const fills = valueOf(await harness.exchange.fillsAfter([harness.instrument], { billId: null, sinceAt })).rows;
    expect([...new Set(fills.map((fill) => fill.clientId))]).toEqual(['q1in', 'q1out']);
    expect(fills.reduce((sum, fill) => sum + fill.lots, 0n)).toBe(200n);
    expect(fills.every((fill) => signOf(fill.fee) > 0 && fill.liquidity === 'taker')).toBe(true);
    const bills = valueOf(
      await harness.exchange.billsAfter([harness.instrument], { billId: null, sinceAt }),
    ).rows.filter((bill) => bill.kind === 'trade');
    const after = valueOf(await harness.exchange.balance());
    const change = sumDecimals(bills.map((bill) => bill.balanceChange));
    expect(formatDecimal(change)).toBe(formatDecimal(subtract(after.cash, before.cash)));
    const booked = sumDecimals(bills.map((bill) => add(bill.pnl, bill.fee)));
    expect(isZero(add(booked, negate(change)))).toBe(true);
    const cursor = fills[0]?.billId ?? null;
    const later = valueOf(await harness.exchange.fillsAfter([harness.instrument], { billId: cursor, sinceAt })).rows;
    expect(later.map((fill) => fill.fillId)).toEqual(fills.slice(1).map((fill) => fill.fillId));
  });

  test('a stop is triggered at the mark price, and its fill has the client id of the trigger order', async () => {
    const harness = await open(posMode);
    expect((await harness.place({ clientId: 'q1in', type: 'market', price: null })).kind).toBe('accepted');
    const ticker = valueOf(await harness.market.ticker(harness.instrument));
    const stopAt = ticks(ticker.last - 1_000n);
    const stop = await harness.place({
      clientId: 'q1stop',
      type: 'trigger',
      price: stopAt,
      side: 'sell',
      reduces: true,
    });
    expect(stop).toMatchObject({ kind: 'accepted' });
    expect(valueOf(await harness.exchange.lookup(harness.instrument, 'q1stop', true))).toMatchObject({
      state: 'live',
      trigger: true,
      price: stopAt,
    });
    const priceText = formatDecimal(decimalOf(ticker.last - 5_000n, 2));
    await harness.advance([priceText, priceText]);
    await until(async () => valueOf(await harness.exchange.positions([harness.instrument])).length === 0);
    const fired = valueOf(await harness.exchange.lookup(harness.instrument, 'q1stop', true));
    expect(fired).toMatchObject({ state: 'filled', trigger: true, clientId: 'q1stop', filledLots: 100n });
    const fills = valueOf(
      await harness.exchange.fillsAfter([harness.instrument], {
        billId: null,
        sinceAt: harness.exchange.venueNow() - 60_000,
      }),
    ).rows;
    expect(fills.at(-1)?.clientId).toBe('q1stop');
  });
});

test('the lookup of an unknown client id returns null, and a cancel or an amend with this client id is refused as gone', async () => {
  const harness = await open('net_mode');
  expect(valueOf(await harness.exchange.lookup(harness.instrument, 'q1none', false))).toBeNull();
  expect(valueOf(await harness.exchange.lookup(harness.instrument, 'q1none', true))).toBeNull();
  expect(
    await harness.exchange.cancel({ instrument: harness.instrument, clientId: 'q1none', trigger: false }),
  ).toMatchObject({ kind: 'rejected', reason: 'gone' });
  const amended = await harness.exchange.amend({
    instrument: harness.instrument,
    clientId: 'q1none',
    trigger: false,
    price: null,
    lots: lots(5n),
    deadlineAt: harness.exchange.venueNow() + 4_000,
  });
  expect(amended).toMatchObject({ kind: 'rejected', reason: 'gone' });
});

test('each refused order has a reason: a duplicate id, too little margin, a size below the minimum, or an exit without a position', async () => {
  const harness = await open('net_mode');
  await harness.place({ clientId: 'q1twice' });
  expect(await harness.place({ clientId: 'q1twice' })).toMatchObject({ kind: 'rejected', reason: 'duplicate' });
  expect(await harness.place({ clientId: 'q1huge', lots: lots(100_000_000n) })).toMatchObject({ kind: 'rejected' });
  expect(await harness.place({ clientId: 'q1zero', lots: lots(0n) })).toMatchObject({ kind: 'rejected' });
  expect(
    await harness.place({ clientId: 'q1exit', side: 'sell', price: ticks(900_000n), reduces: true }),
  ).toMatchObject({
    kind: 'rejected',
    reason: 'reduceOnly',
  });
});

test('an order is not sent when its deadline has passed', async () => {
  const harness = await open('net_mode');
  await harness.exchange.account();
  expect(await harness.place({ clientId: 'q1late', deadlineAt: harness.exchange.venueNow() - 1 })).toMatchObject({
    kind: 'rejected',
    reason: 'notPlaced',
  });
  expect(valueOf(await harness.exchange.lookup(harness.instrument, 'q1late', false))).toBeNull();
});

test('the leverage can be set and read, and the account report contains the position mode and the permissions', async () => {
  const harness = await open('long_short_mode');
  expect((await harness.exchange.setLeverage(harness.instrument.id, decimal('7'))).kind).toBe('accepted');
  expect(formatDecimal(valueOf(await harness.exchange.leverage(harness.instrument.id)))).toBe('7');
  expect(valueOf(await harness.exchange.account())).toMatchObject({
    positionMode: 'hedge',
    permissions: expect.arrayContaining(['trade']),
  });
  expect(formatDecimal(valueOf(await harness.exchange.fees('4')).taker)).toBe('0.0005');
});

test.each(['lost', 'timeout', 'html', 'drop'])(
  'with the fault %s a placement has an unknown outcome, and a lookup shows whether the order exists',
  async (kind) => {
    const harness = await open('net_mode');
    await harness.exchange.account();
    await harness.fault('/api/v5/trade/order', kind);
    expect((await harness.place({ clientId: 'q1dark' })).kind).toBe('unknown');
    const found = valueOf(await harness.exchange.lookup(harness.instrument, 'q1dark', false));
    expect(found === null).toBe(kind === 'html' || kind === 'drop');
  },
);

test('a reading that exceeds a rate limit fails as busy, and a reading with an HTML response fails as unavailable', async () => {
  const harness = await open('net_mode');
  await harness.fault('/api/v5/account/balance', 'busy');
  expect(await harness.exchange.balance()).toMatchObject({ ok: false, reason: 'busy' });
  await harness.fault('/api/v5/account/positions', 'html');
  expect(await harness.exchange.positions([harness.instrument])).toMatchObject({ ok: false, reason: 'unavailable' });
});
