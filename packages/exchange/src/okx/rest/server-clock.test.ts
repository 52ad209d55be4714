// Tests of the clock of the exchange: one measurement serves all accounts, counts in the rate budget of the IP address,
// and may fail.
import { createTestLog, createVirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import type { Transport } from '../../transport/transport.ts';
import { clockFirstWaitMs, clockKnownMs, clockResyncMs, clockRetryMs, timeLimit } from '../../limits.ts';
import { createOkxExchange } from '../adapter.ts';
import { localSigner } from './signer.ts';
import { createOkxPublic } from '../market/public-market.ts';
import { createRateBudget } from './rate-budget.ts';
import { createServerClock } from './server-clock.ts';

const aheadMs = 7_000;

/**
 * Builds accounts of one node that share one public client. While `network.isDark` is true, every request for the
 * exchange time fails.
 */
function fleet(accounts: number) {
  const clock = createVirtualClock();
  const { log } = createTestLog();
  const askedAt: number[] = [];
  const network = { isDark: false };
  const transport: Transport = {
    async request(request) {
      const isTime = request.url.endsWith('/public/time');
      if (isTime) askedAt.push(clock.now());
      if (isTime && network.isDark) throw new Error('reset');
      const data = isTime ? [{ ts: String(clock.now() + aheadMs) }] : [];
      return { status: 200, headers: {}, text: JSON.stringify({ code: '0', msg: '', data }) };
    },
    openSocket: () => {
      throw new Error('This test has no sockets.');
    },
  };
  const addressBudget = createRateBudget(clock);
  const common = { restOrigin: 'http://venue', wsBase: 'ws://venue', clock, log, transport, addressBudget };
  const market = createOkxPublic({ ...common, environment: 'live' });
  const signer = localSigner({ apiKey: 'k', secretKey: 's', passphrase: 'p' });
  const exchanges = Array.from({ length: accounts }, () =>
    createOkxExchange({
      ...common,
      signer,
      environment: 'live',
      brokerTag: '',
      chance: { next: () => 0 },
      market,
    }),
  );
  return { clock, network, askedAt, market, addressBudget, exchanges };
}

test('eighty accounts together measure the clock of the exchange once a minute, and all accounts use the offset', async () => {
  const { clock, askedAt, exchanges } = fleet(80);
  for (let minute = 0; minute < 3; minute += 1) {
    await Promise.all(exchanges.map((exchange) => exchange.balance()));
    expect(askedAt).toHaveLength(minute + 1);
    await clock.pass(clockResyncMs);
  }
  expect(exchanges.map((exchange) => exchange.venueNow() - clock.now())).toEqual(exchanges.map(() => aheadMs));
});

test('the measurement counts in the rate budget of the IP address, and is delayed when the budget is used', async () => {
  const { clock, askedAt, addressBudget, exchanges } = fleet(1);
  for (let count = 0; count < timeLimit; count += 1)
    void addressBudget.take({ key: 'time', limit: timeLimit, priority: 'close' }, 60_000);
  void exchanges[0]?.balance();
  await clock.pass(1_000);
  expect(askedAt).toHaveLength(0);
  await clock.pass(3_000);
  expect(askedAt).toHaveLength(1);
});

test('the offset is unknown before the first measurement, while measurements fail, and when the last successful measurement is too old', async () => {
  const { clock, network, askedAt, market, exchanges } = fleet(80);
  const askAll = () => Promise.all(exchanges.map((exchange) => exchange.balance()));
  network.isDark = true;
  expect(market.serverClock.isKnown()).toBe(false);
  await askAll();
  await askAll();
  expect([market.serverClock.isKnown(), askedAt.length]).toEqual([false, 1]);
  network.isDark = false;
  await clock.pass(clockRetryMs);
  await askAll();
  await clock.pass(1);
  expect([market.serverClock.isKnown(), askedAt.length]).toEqual([true, 2]);
  await clock.pass(clockKnownMs - 1);
  expect(market.serverClock.isKnown()).toBe(true);
  await clock.pass(2);
  expect(market.serverClock.isKnown()).toBe(false);
});

test('a request waits at most `clockFirstWaitMs` for the first measurement, and a later request does not wait', async () => {
  const clock = createVirtualClock();
  const serverClock = createServerClock({ clock, log: createTestLog().log, ask: () => new Promise(() => undefined) });
  let passed = 0;
  void serverClock.ready().then(() => (passed += 1));
  await clock.pass(clockFirstWaitMs - 1);
  expect(passed).toBe(0);
  await clock.pass(1);
  void serverClock.ready().then(() => (passed += 1));
  await clock.pass(0);
  expect(passed).toBe(2);
});

test('isVenueTimeKnown starts a measurement that is due, and a rejected request counts as a failed measurement', async () => {
  const { clock, network, askedAt, exchanges } = fleet(2);
  const known = (): readonly boolean[] => exchanges.map((exchange) => exchange.isVenueTimeKnown());
  network.isDark = true;
  expect(known()).toEqual([false, false]);
  await clock.pass(clockRetryMs - 1);
  expect([known(), askedAt.length]).toEqual([[false, false], 1]);
  network.isDark = false;
  await clock.pass(1);
  expect(known()).toEqual([false, false]);
  await clock.pass(1);
  expect([known(), askedAt.length]).toEqual([[true, true], 2]);
  const rejecting = createServerClock({
    clock,
    log: createTestLog().log,
    ask: () => Promise.reject(new Error('reset')),
  });
  await rejecting.ready();
  expect(rejecting.isKnown()).toBe(false);
});
