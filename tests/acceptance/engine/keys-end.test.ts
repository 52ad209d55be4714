// Tests that the engine sends few requests and keeps the orders open when the keys of many accounts are revoked together, and that it trades with new keys.
import { createHmac } from 'node:crypto';
import { decimal, percent, percentToRatio, ratio } from '@rondo/decimal';
import { createEngine } from '@rondo/engine';
import { createOkxExchange, localSigner, type OkxExchange, type Transport } from '@rondo/exchange';
import { createExchangeCore, type AccountKeys } from '@rondo/sandbox';
import { encode } from '@rondo/strategy';
import { botConfig, createMemoryJournal, createVirtualClock, ethSwap, seededChance } from '@rondo/testkit';
import { expect, test } from 'vitest';
import {
  createReplaceableExchange,
  type ReplaceableExchange,
} from '../../../apps/server/src/trading/replaceable-exchange.ts';
import { quietRecording, memoryTransport, type Fields } from '../support/harness.ts';
import { ETH, present } from '../support/venue.ts';

const accountCount = 5;
const minute = 60_000;
const labels = Array.from({ length: accountCount }, (_, index) => `account-${index}`);
/**
 * The account whose key is not revoked. At the end of a test, the other accounts must have resting orders that are equal to the resting
 * orders of this account.
 */
const control = 'control';
const everyone = [...labels, control];

/** Opens several accounts at the exchange in memory, each with a running bot, and counts the requests of each account. */
function openWorld() {
  const clock = createVirtualClock(1_742_472_030_000);
  const core = createExchangeCore({
    seed: 7,
    clock,
    speed: 0,
    accounts: everyone.map((label) => ({ label })),
    replay: { instId: ETH, text: quietRecording.join('\n') },
  });
  const owners = [...core.accounts];
  const asked = new Map<string, number[]>();
  const logged: string[] = [];
  const network = memoryTransport(core, clock, []);
  const transport = (label: string): Transport => ({
    request(request) {
      if (request.headers['OK-ACCESS-KEY'] !== undefined) asked.set(label, [...(asked.get(label) ?? []), clock.now()]);
      return network.request(request);
    },
    openSocket: (url, urgency) => network.openSocket(url, urgency),
  });
  const client = (label: string, credentials: AccountKeys): OkxExchange =>
    createOkxExchange({
      restOrigin: 'http://exchange.test',
      wsBase: 'ws://exchange.test/ws/v5',
      signer: localSigner(credentials),
      environment: 'sandbox',
      brokerTag: 'rondo0ends',
      clock,
      chance: seededChance(label),
      log: { write: (level, event) => void (level === 'error' && logged.push(`${label} ${event}`)) },
      transport: transport(label),
    });
  const exchanges = new Map<string, ReplaceableExchange>(
    everyone.map((label, index) => [
      label,
      createReplaceableExchange(client(label, present(owners[index], label)), { clock, gateCause: null }),
    ]),
  );
  const journal = createMemoryJournal(clock);
  for (const [index, accountId] of everyone.entries()) journal.addBot(botRow(accountId, index + 1, clock.now()));
  const engine = createEngine({
    clock,
    chance: seededChance('engine'),
    log: { write: () => undefined },
    journal: journal.connect('node'),
    exchangeFor: (accountId) => present(exchanges.get(accountId), accountId),
    clientIdKey: (text) => createHmac('sha256', 'keys end').update(text).digest('hex'),
  });
  engine.start(everyone);
  const pass = async (ms: number): Promise<void> => {
    for (const endAt = clock.now() + ms; clock.now() < endAt;) {
      await clock.runUntil(Math.min(endAt, clock.now() + 500));
      core.step();
      core.flush();
      await clock.flushPromises();
    }
  };
  /** Returns the side, the price and the size of each live order. */
  const live = (label: string): readonly string[] =>
    // The ledger returns its orders in the same form as the rows of a response, so the type is correct.
    (present(core.ledger(label), label)['orders'] as readonly Fields[])
      .filter((order) => order['state'] === 'live')
      .map((order) => [order['side'], order['px'], order['sz']].map(String).join(' '))
      .toSorted();
  const sinceOf = (from: number) => labels.map((label) => (asked.get(label) ?? []).filter((at) => at > from).length);
  const act = (label: string, fields: Fields): void => {
    if (!core.administer('acts', { label, ...fields }))
      throw new Error(`The sandbox refused the account action ${JSON.stringify(fields)}.`);
    core.step();
    core.flush();
  };
  return { clock, core, owners, engine, exchanges, client, logged, pass, live, sinceOf, act };
}

function botRow(accountId: string, botNumber: number, createdAt: number) {
  const config = botConfig({
    allocation: decimal('2000'),
    investmentRatio: ratio(1n, 2n),
    leverage: decimal('5'),
    martinSteps: 4,
    cyclicSteps: 1,
    stepDistance: percentToRatio(percent('1')),
    takeProfit: percentToRatio(percent('0.5')),
    instrument: ethSwap,
  });
  return {
    botId: `bot-${botNumber}`,
    botNumber,
    accountId,
    instrumentId: ETH,
    config: JSON.stringify(encode(config)),
    createdAt,
  };
}

const priceOf = (world: ReturnType<typeof openWorld>): number =>
  Number((world.core.state()['markets'] as readonly Fields[]).find((market) => market['instId'] === ETH)?.['last']);

async function walk(world: ReturnType<typeof openWorld>, share: number): Promise<void> {
  world.core.advance({ instId: ETH, prices: [(priceOf(world) * share).toFixed(2)] });
  await world.pass(10_000);
}

test('when all keys are deleted, the orders stay open, each account sends at most two requests a minute and logs the refusal once, and the bots trade with new keys', async () => {
  const world = openWorld();
  await world.pass(30_000);
  const before = labels.map((label) => world.live(label));
  expect(before.every((orders) => orders.length >= 4)).toBe(true);
  for (const [index, label] of labels.entries())
    world.act(label, { act: 'loseKey', apiKey: present(world.owners[index], label).apiKey });
  await world.pass(10_000);
  const endedAt = world.clock.now();
  await world.pass(10 * minute);
  expect(labels.map((label) => world.live(label))).toEqual(before);
  for (const calls of world.sinceOf(endedAt)) {
    expect(calls).toBeLessThanOrEqual(20);
    expect(calls).toBeGreaterThanOrEqual(10);
  }
  expect(world.logged.filter((line) => line.endsWith('okx.key.refused')).toSorted()).toEqual(
    labels.map((label) => `${label} okx.key.refused`),
  );

  // A step fills while no key is valid. The engine places the exit of this step after the new key is installed.
  await walk(world, 0.988);
  for (const [index, label] of labels.entries()) {
    const fresh = { apiKey: `fresh-${label}`, secretKey: `secret-${label}`, passphrase: 'Passphrase-1' };
    world.act(label, { act: 'newKey', ...fresh });
    const keys = { ...present(world.owners[index], label), ...fresh };
    world.exchanges.get(label)?.open(world.client(label, keys));
  }
  await world.pass(30_000);
  expect(world.live(control)).not.toEqual(before[0]);
  for (const label of labels) expect(world.live(label)).toEqual(world.live(control));
  const stopped = world.engine.stop();
  await world.pass(1_000);
  await stopped;
});

test('when all keys are frozen for three minutes, the bots trade afterwards without an action of the owner', async () => {
  const world = openWorld();
  await world.pass(30_000);
  const before = labels.map((label) => world.live(label));
  const freeze = (isFrozen: boolean): void => {
    for (const [index, label] of labels.entries())
      world.act(label, { act: 'key', apiKey: present(world.owners[index], label).apiKey, isFrozen });
    if (isFrozen) world.core.administer('faults', { kind: 'cut' });
  };
  freeze(true);
  await world.pass(3 * minute);
  expect(labels.map((label) => world.live(label))).toEqual(before);
  freeze(false);
  await world.pass(70_000);
  await walk(world, 0.988);
  expect(world.live(control)).not.toEqual(before[0]);
  for (const label of labels) expect(world.live(label)).toEqual(world.live(control));
  const stopped = world.engine.stop();
  await world.pass(1_000);
  await stopped;
});

test.each(['the key was revoked', 'the key is being replaced'])(
  'a gated exchange sends no command, and the rejection names the cause: %s',
  async (cause) => {
    const world = openWorld();
    const exchange = present(world.exchanges.get('account-0'), 'account-0');
    await world.pass(1_000);
    exchange.gate(cause);
    const before = world.sinceOf(0);
    expect(await exchange.setLeverage(ETH, decimal('5'))).toMatchObject({
      kind: 'rejected',
      code: 'local_gate',
      message: `not sent: ${cause}`,
    });
    expect(before[0]).toBeGreaterThan(0);
    expect(world.sinceOf(0)).toEqual(before);
    const stopped = world.engine.stop();
    await world.pass(1_000);
    await stopped;
  },
);
