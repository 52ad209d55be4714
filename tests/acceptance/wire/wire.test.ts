// Cases 150-170: faults between the client and the exchange on a real network, and the outcomes that our client derives from these faults.
import {
  createOkxExchange,
  createNodeTransport,
  createOkxPublic,
  localSigner,
  type OkxExchange,
} from '@rondo/exchange';
import { lots, ticks } from '@rondo/decimal';
import type { Clock, PlaceOrder } from '@rondo/engine/ports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { valueOf } from '../support/harness.ts';
import { ETH, openVenue, present, type Venue } from '../support/venue.ts';

/** The time-outs are twenty times shorter than in production. */
const quick: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs / 20);
    return { cancel: () => clearTimeout(timer) };
  },
};

const network = createNodeTransport();
let venue: Venue;
let exchange: OkxExchange;
let instrument: PlaceOrder['instrument'];

beforeAll(async () => {
  venue = await openVenue();
  const common = {
    restOrigin: venue.sandbox.rest,
    wsBase: venue.sandbox.ws,
    environment: 'sandbox',
    clock: quick,
    chance: { next: () => 0 },
    log: { write: () => undefined },
    transport: network,
  } as const;
  const market = createOkxPublic(common);
  exchange = createOkxExchange({ ...common, signer: localSigner(venue.keys), brokerTag: 'wire', market });
  instrument = present(valueOf(await market.instrument(ETH))?.rules, 'instrument');
  await exchange.account();
});

afterAll(async () => {
  await network.close();
  await venue.sandbox.close();
});

const place = (clientId: string): ReturnType<OkxExchange['place']> =>
  exchange.place({
    instrument,
    clientId,
    positionSide: 'long',
    side: 'buy',
    type: 'limit',
    price: ticks(290_000n),
    lots: lots(1n),
    reduces: false,
    deadlineAt: exchange.venueNow() + 60_000,
  });
const exists = async (clientId: string): Promise<boolean> =>
  valueOf(await exchange.lookup(instrument, clientId, false)) !== null;
const path = '/api/v5/trade/order';

interface Mishap {
  readonly number: number;
  readonly name: string;
  readonly fault: Readonly<Record<string, unknown>>;
  readonly outcome: 'accepted' | 'rejected' | 'unknown';
  /** True when the order exists at the exchange after the request. */
  readonly isThere: boolean;
}

const mishaps: readonly Mishap[] = [
  { number: 150, name: 'its request never arrives', fault: { kind: 'drop' }, outcome: 'unknown', isThere: false },
  { number: 151, name: 'its response is lost', fault: { kind: 'lost' }, outcome: 'unknown', isThere: true },
  {
    number: 152,
    name: 'its response is late but arrives before the time-out',
    fault: { kind: 'delay', delayMs: 60 },
    outcome: 'accepted',
    isThere: true,
  },
  {
    number: 153,
    name: 'its response arrives after the time-out',
    fault: { kind: 'delay', delayMs: 900 },
    outcome: 'unknown',
    isThere: true,
  },
  {
    number: 154,
    name: 'its response has code 50004 although the order was placed',
    fault: { kind: 'timeout' },
    outcome: 'unknown',
    isThere: true,
  },
  {
    number: 155,
    name: 'its response is a gateway page and the order was not placed',
    fault: { kind: 'html' },
    outcome: 'unknown',
    isThere: false,
  },
  {
    number: 156,
    name: 'its response is a gateway page although the order was placed',
    fault: { kind: 'html', applied: true },
    outcome: 'unknown',
    isThere: true,
  },
  { number: 157, name: 'its response is truncated', fault: { kind: 'truncate' }, outcome: 'unknown', isThere: true },
  { number: 158, name: 'its response has no rows', fault: { kind: 'bare' }, outcome: 'unknown', isThere: true },
  {
    number: 159,
    name: 'its response has code 50026 and the order was not placed',
    fault: { kind: 'code', code: '50026' },
    outcome: 'unknown',
    isThere: false,
  },
  {
    number: 160,
    name: 'its response has code 50026 although the order was placed',
    fault: { kind: 'code', code: '50026', applied: true },
    outcome: 'unknown',
    isThere: true,
  },
  {
    number: 161,
    name: 'its response has status 503 and code 50013',
    fault: { kind: 'code', code: '50013', status: 503 },
    outcome: 'unknown',
    isThere: false,
  },
  {
    number: 162,
    name: 'its response has an unknown code',
    fault: { kind: 'code', code: '59999' },
    outcome: 'unknown',
    isThere: false,
  },
  {
    number: 163,
    name: 'its response has a code that always means a refusal',
    fault: { kind: 'code', code: '51024' },
    outcome: 'rejected',
    isThere: false,
  },
];

test.each(
  mishaps.map(
    (one) => [`${one.number} (1.1, 6) a placement has the outcome ${one.outcome} when ${one.name}`, one] as const,
  ),
)('%s', async (_title, one) => {
  const clientId = `wire${one.number}`;
  await venue.administer('faults', { path, ...one.fault });
  expect((await place(clientId)).kind).toBe(one.outcome);
  // The sandbox may execute a delayed request after the time-out of the client, so the test polls until the order exists.
  if (one.isThere) await expect.poll(() => exists(clientId)).toBe(true);
  else expect(await exists(clientId)).toBe(false);
});

const typed = [
  { number: 164, clientId: 'faultlostx1', outcome: 'unknown', isThere: true },
  { number: 165, clientId: 'faultdropx1', outcome: 'unknown', isThere: false },
  { number: 166, clientId: 'faultcode50026x1', outcome: 'unknown', isThere: false },
  { number: 167, clientId: 'faultreject51008x1', outcome: 'rejected', isThere: false },
] as const;

test.each(typed)(
  '$number (6) a placement has the outcome $outcome when its client id is $clientId, which names a fault',
  async (one) => {
    expect((await place(one.clientId)).kind).toBe(one.outcome);
    expect(await exists(one.clientId)).toBe(one.isThere);
  },
);

test('168 (1.4) when the response to a placement has status 429 and code 50011, the placement has the outcome `unknown` and the order does not exist', async () => {
  await venue.administer('faults', { path, kind: 'busy' });
  expect((await place('wire168')).kind).toBe('unknown');
  expect(await exists('wire168')).toBe(false);
});

test('169 (1.1) every balance request fails until the fault of the balance path is removed', async () => {
  await venue.administer('faults', { path: '/api/v5/account/balance', kind: 'code', code: '50001', share: 1 });
  expect((await exchange.balance()).ok).toBe(false);
  expect((await exchange.balance()).ok).toBe(false);
  await venue.administer('faults', { clear: true });
  expect((await exchange.balance()).ok).toBe(true);
});

test('170 (8.3) the sandbox refuses an unknown fault, a count of zero and an unknown account action', async () => {
  await expect(venue.administer('faults', { kind: 'flood' })).rejects.toThrow('400');
  await expect(venue.administer('faults', { kind: 'drop', path: '*', count: 0 })).rejects.toThrow('400');
  await expect(venue.administer('acts', { label: 'peer', act: 'dance' })).rejects.toThrow('400');
});
