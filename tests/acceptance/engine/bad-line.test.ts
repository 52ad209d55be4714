// Runs the engine for at least one minute over a bad network with real HTTP and sockets. The clock is five times faster than the clock of the machine.
// Each order must exist once, each fill must be in the journal, and the health score must equal the documented score.
import { createHmac } from 'node:crypto';
import { decimal, percent, percentToRatio, ratio } from '@rondo/decimal';
import { createEngine, parseClientOrderId, type BotRow, type Engine } from '@rondo/engine';
import type { Clock } from '@rondo/engine/ports';
import {
  createNodeTransport,
  createOkxExchange,
  localSigner,
  type LinkMeter,
  type NodeTransport,
  type TextSocket,
  type Transport,
} from '@rondo/exchange';
import { runSandbox, type RunningSandbox } from '@rondo/sandbox';
import { healthScore } from '@rondo/contract';
import { createLinkMeters, type LinkMeters } from '../../../apps/server/src/link-health/link-meters.ts';
import { encode } from '@rondo/strategy';
import { botConfig, createMemoryJournal, ethSwap, seededChance, type MemoryJournal } from '@rondo/testkit';
import { afterAll, expect, test } from 'vitest';
import { ETH, eventually, present } from '../support/venue.ts';
import type { Fields } from '../support/harness.ts';

const speed = 5;
const startedAt = Date.now();
const accountId = 'account-1';
const keyedHash = (text: string): string => createHmac('sha256', 'bad line').update(text).digest('hex');
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms / speed));

/** The clock of the exchange, the client and the engine. It is five times faster than the clock of the machine. */
const quick: Clock = {
  now: () => startedAt + (Date.now() - startedAt) * speed,
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs / speed);
    return { cancel: () => clearTimeout(timer) };
  },
};

const closers: (() => Promise<void> | void)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

interface Line extends Transport {
  isBad: boolean;
  /** The number of signed requests, including the lost requests. */
  signed: number;
  readonly lost: { requests: number; responses: number; sockets: number };
  cut(): void;
}

/** Creates a network on which one request in five never arrives, and one response in ten arrives after the time-out of the client. */
function badLine(network: NodeTransport): Line {
  const chance = seededChance('bad line');
  const sockets = new Set<TextSocket>();
  const tooLate = (ms: number): Promise<never> => pause(ms).then(() => Promise.reject(new Error('timeout')));
  const line: Line = {
    isBad: false,
    signed: 0,
    lost: { requests: 0, responses: 0, sockets: 0 },
    async request(request) {
      const isSigned = request.headers['OK-ACCESS-KEY'] !== undefined;
      if (isSigned) line.signed += 1;
      const fate = line.isBad ? chance.next() : 1;
      if (fate < 0.2) {
        if (isSigned) line.lost.requests += 1;
        return tooLate(request.timeoutMs);
      }
      const response = await network.request(request);
      if (fate >= 0.3) return response;
      if (isSigned) line.lost.responses += 1;
      return tooLate(request.timeoutMs);
    },
    openSocket(url, urgency) {
      const socket = network.openSocket(url, urgency);
      sockets.add(socket);
      return socket;
    },
    cut() {
      line.lost.sockets += sockets.size;
      for (const socket of sockets) socket.close();
      sockets.clear();
    },
  };
  return line;
}

function botRow(): BotRow {
  const config = botConfig({
    allocation: decimal('2000'),
    investmentRatio: ratio(1n, 2n),
    leverage: decimal('5'),
    martinSteps: 4,
    cyclicSteps: 1,
    stepDistance: percentToRatio(percent('0.1')),
    takeProfit: percentToRatio(percent('0.1')),
    instrument: ethSwap,
  });
  return {
    botId: 'bot-1',
    botNumber: 1,
    accountId,
    instrumentId: ETH,
    config: JSON.stringify(encode(config)),
    createdAt: quick.now(),
  };
}

interface EngineDeps {
  readonly sandbox: RunningSandbox;
  readonly line: Line;
  readonly journal: MemoryJournal;
  readonly meter: LinkMeter;
}

function startEngine({ sandbox, line, journal, meter }: EngineDeps): Engine {
  const keys = present(sandbox.accounts[0], 'account');
  const chance = seededChance('engine');
  const log = { write: () => undefined };
  const engine = createEngine({
    clock: quick,
    chance,
    log,
    journal: journal.connect('node-1'),
    clientIdKey: keyedHash,
    exchangeFor: () =>
      createOkxExchange({
        restOrigin: sandbox.rest,
        wsBase: sandbox.ws,
        signer: localSigner(keys),
        environment: 'sandbox',
        brokerTag: 'badline',
        clock: quick,
        chance,
        log,
        transport: line,
        meter,
      }),
  });
  engine.start([accountId]);
  return engine;
}

/** Returns all orders and fills of the account at the exchange. */
function truthOf(sandbox: RunningSandbox): { readonly orders: readonly Fields[]; readonly fills: readonly Fields[] } {
  const ledger = present(sandbox.core.ledger('tested'), 'ledger');
  // The ledger returns its orders and fills in the same form as the rows of a response, so the type is correct.
  return { orders: ledger['orders'] as readonly Fields[], fills: ledger['fills'] as readonly Fields[] };
}

const isLive = (order: Fields): boolean => order['state'] === 'live' || order['state'] === 'partially_filled';

/** Returns the slots that have more than one live order. */
function crowdedSlots(sandbox: RunningSandbox): readonly string[] {
  const seen = new Set<string>();
  return truthOf(sandbox)
    .orders.filter(isLive)
    .map((order) => parseClientOrderId(String(order['clOrdId']), keyedHash))
    .map((slot) => (slot === null ? 'foreign' : `${slot.round}/${slot.kind}/${slot.step}`))
    .filter((name) => seen.size === seen.add(name).size);
}

/** Expects the health score that docs/exchange-link.md defines. The counts of the client and of the network may differ, because some calls are in progress. */
function checkHealth(meters: LinkMeters, { signed, lost }: Line): void {
  const { calls, errors, upMs, observedMs } = meters.figures(accountId, 3_600_000);
  const now = present(meters.now(accountId), 'meter');
  expect(Math.abs(signed - calls)).toBeLessThanOrEqual(12);
  expect(Math.abs(lost.requests + lost.responses - errors)).toBeLessThanOrEqual(12);
  const uptime = upMs / observedMs;
  expect(uptime).toBeLessThan(0.85);
  const { score, parts } = healthScore({
    isKeyAccepted: now.isKeyAccepted === true,
    mayWithdraw: false,
    isSocketReady: now.isReady,
    uptimeShare: uptime,
    apiSuccessShare: 1 - errors / calls,
    tokenLevel: null,
  });
  const expected = Math.floor((now.isReady ? 15 : 0) + 15 * uptime) + Math.floor(25 * (1 - errors / calls)) + 45;
  expect([score, parts.key.points, parts.token.points]).toEqual([expected, 35, 10]);
  expect(score).toBeLessThan(90);
}

test('the engine places every order once and books every fill when the sockets are cut every five seconds, 20 % of the requests are lost and 10 % of the responses are late', async () => {
  const sandbox = await runSandbox({
    seed: 7,
    hold: true,
    accounts: [{ label: 'tested' }],
    clock: { now: () => quick.now() },
  });
  closers.push(() => sandbox.close());
  const network = createNodeTransport();
  closers.push(() => network.close());
  const line = badLine(network);
  const journal = createMemoryJournal(quick);
  journal.addBot(botRow());
  const meters = createLinkMeters(quick);
  const engine = startEngine({ sandbox, line, journal, meter: meters.meterOf(accountId) });
  closers.push(() => engine.stop());
  const walk = seededChance('market');
  let price = Number(
    (present(sandbox.core.state()['markets'], 'markets') as readonly Fields[]).find((one) => one['instId'] === ETH)?.[
      'last'
    ],
  );
  const crowded: string[] = [];
  const move = async (): Promise<void> => {
    price *= 1 + (walk.next() + walk.next() + walk.next() - 1.5) * 0.0012;
    sandbox.core.advance({ instId: ETH, prices: [price.toFixed(2)] });
    sandbox.core.step();
    crowded.push(...crowdedSlots(sandbox));
    await pause(500);
  };
  await eventually(async () => {
    await move();
    return truthOf(sandbox).orders.filter(isLive).length >= 3 ? true : undefined;
  });
  line.isBad = true;
  const badAt = quick.now();
  // A busy machine moves the market less often, so the time is longer until every kind of loss and a fill have occurred.
  const isComplete = (): boolean =>
    line.lost.requests > 0 && line.lost.responses > 0 && line.lost.sockets > 10 && truthOf(sandbox).fills.length > 0;
  const isBad = (ms: number): boolean => ms < 60_000 || (ms < 150_000 && !isComplete());
  for (let cutAt = badAt + 5_000; isBad(quick.now() - badAt); await move()) {
    if (quick.now() < cutAt) continue;
    line.cut();
    cutAt += 5_000;
  }
  line.isBad = false;
  checkHealth(meters, line);
  const fills = await eventually(() => {
    const known = new Set([...journal.contents.fills.values()].map((fill) => fill.fillId));
    const made = truthOf(sandbox).fills.map((fill) => String(fill['tradeId']));
    const areOrdersKnown = [...journal.contents.intents.values()].every(
      (intent) => intent.state !== 'unknown' && intent.state !== 'sent',
    );
    return areOrdersKnown && made.every((id) => known.has(id)) && known.size === made.length ? made : undefined;
  }, 40_000);
  const ids = truthOf(sandbox).orders.map((order) => String(order['clOrdId']));
  const intended = new Set([...journal.contents.intents.values()].map((intent) => intent.clientId));
  console.log(`real sockets: ${ids.length} orders, ${fills.length} fills, lost ${JSON.stringify(line.lost)}`);
  expect(crowded).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !intended.has(id))).toEqual([]);
  expect(fills.length).toBeGreaterThan(0);
  expect(line.lost.requests).toBeGreaterThan(0);
  expect(line.lost.responses).toBeGreaterThan(0);
  expect(line.lost.sockets).toBeGreaterThan(10);
});
