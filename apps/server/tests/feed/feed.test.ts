// Tests the live feed with a virtual clock, real sockets and a real database. Only the exchange is scripted.
import type { AddressInfo } from 'node:net';
import { createVirtualClock } from '@rondo/testkit';
import { decimal } from '@rondo/decimal';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { contractLimits, feedCloseCodes, type FeedMessage } from '@rondo/contract';
import type { ShownPosition } from '@rondo/engine';
import { ethSwap } from '@rondo/testkit';
import { silentLog, startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { botRecord, createBot, createUser, startAt } from '@rondo/testkit/database';
import { createFeeds, type FeedDeps } from '../../src/feed/feed.ts';
import { serverLimits } from '../../src/limits.ts';
import type { LiveChange } from '../../src/trading/live-accounts.ts';
import { until } from '../_world.ts';

let database: TestDatabase;
let store: Awaited<ReturnType<TestDatabase['openStore']>>;
let sessionId = '';
let userId = '';
let botIds: readonly string[] = [];
const listener = new WebSocketServer({ port: 0, host: '127.0.0.1' });
beforeAll(async () => {
  database = await startTestDatabase();
  store = await database.openStore();
  userId = await createUser(store);
  const planSummary = JSON.stringify({ plan: { steps: [] }, entryType: 'market', description: '', maxTotalSize: '1' });
  const texts = { config: botRecord().config, planSummary };
  const first = await createBot(store, { userId, ...texts });
  const second = await createBot(store, {
    userId,
    accountId: first.accountId,
    ...texts,
    instrumentId: 'BTC-USDT-SWAP',
    idempotencyKey: '2',
  });
  botIds = [first.id, second.id];
});
beforeEach(async () => {
  sessionId = (await store.sessions.create({ userId, remember: true, now: startAt })).sessionId;
});
afterAll(async () => {
  listener.close();
  await database.stop();
});

const accountId = 'the-account';

/** A venue whose balance and positions a test sets. The venue counts the reads. */
function createStage() {
  const clock = createVirtualClock(startAt);
  let notify: (change: LiveChange) => void = () => undefined;
  const stage = {
    clock,
    reads: 0,
    equity: '10000',
    positions: [] as readonly ShownPosition[],
    /** The list of instruments waits for this promise. */
    listed: Promise.resolve(),
    /** The reads of bots wait for this promise. */
    read: Promise.resolve(),
    /** The id of a bot that cannot be read. */
    unreadable: '',
  };
  const listing = {
    rules: ethSwap,
    baseCurrency: 'ETH',
    quoteCurrency: 'USDT',
    settlementCurrency: 'USDT',
    state: 'live' as const,
    endsAt: null,
    maxLeverage: decimal('100'),
  };
  const context: FeedDeps = {
    clock,
    log: silentLog,
    store: {
      ...store,
      bots: {
        ...store.bots,
        async find(botId) {
          await stage.read;
          if (botId === stage.unreadable) throw new Error('The database is away.');
          return store.bots.find(botId);
        },
      },
    },
    installation: { frozen: () => null },
    live: {
      startBot: async () => undefined,
      command: async () => true,
      end: async () => undefined,
      account(id) {
        if (id === accountId) stage.reads += 1;
        const equity = decimal(stage.equity);
        const balance = { equity, cash: equity, available: equity, at: clock.now() };
        return {
          balance,
          positions: stage.positions,
          permissions: null,
          addresses: null,
          waits: {},
          coveredLosses: {},
          surpluses: {},
        };
      },
      see: async () => undefined,
      glance: async () => undefined,
      isRead: () => true,
      watch: () => ({ close: () => undefined }),
      onChange(listen) {
        notify = listen;
        return { close: () => undefined };
      },
    },
    market: {
      async listings() {
        await stage.listed;
        return { ok: true, value: new Map([[ethSwap.id, listing]]) };
      },
      tradingOf: () => null,
      price: async () => ({ ok: false, cause: '' }),
      dayVolume: async () => ({ ok: false, cause: '' }),
      askPrice: async () => ({ ok: false, cause: '' }),
      candles: async () => ({ ok: false, cause: '' }),
      pastCandles: async () => ({ ok: false, cause: '' }),
    },
  };
  const feeds = createFeeds(context);
  const pass = (ms: number): Promise<void> => clock.runUntil(clock.now() + ms);
  return { stage, feeds, pass, notify: (change: LiveChange) => notify(change) };
}

interface Opened {
  readonly client: WebSocket;
  readonly served: WebSocket;
  readonly texts: string[];
  readonly closed: Promise<number>;
}

async function connectTo({ feeds }: ReturnType<typeof createStage>): Promise<Opened> {
  const served = new Promise<WebSocket>((resolve) => listener.once('connection', resolve));
  const { port } = listener.address() as AddressInfo; // the server listens on a TCP port
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  const texts: string[] = [];
  client.on('message', (text: Buffer) => texts.push(text.toString()));
  const closed = new Promise<number>((resolve) => client.once('close', resolve));
  const socket = await served;
  feeds.open(socket, { userId, accountId, sessionId });
  await until(async () => texts.length > 0, 'the feed has sent a message');
  return { client, served: socket, texts, closed };
}

function messagesOf({ texts }: Opened, type: FeedMessage['type']): readonly FeedMessage[] {
  // The texts are messages of our own server.
  return texts.map((text) => JSON.parse(text) as FeedMessage).filter((message) => message.type === type);
}

test('the server reads balance and positions only while a socket is open, and one read serves all sockets of an account', async () => {
  const theatre = createStage();
  const { stage, feeds, pass } = theatre;
  await pass(60_000);
  expect(stage.reads).toBe(0);
  const first = await connectTo(theatre);
  await pass(serverLimits.feedGapMs);
  // The first publication has no positions, because the list of instruments is not read yet.
  const second = await connectTo(theatre);
  expect([stage.reads, feeds.watched()]).toEqual([2, 1]);
  stage.equity = '10001';
  stage.positions = [positionAt('2010'), { ...positionAt('2010'), lots: 0n }];
  await pass(serverLimits.feedEveryMs);
  expect(stage.reads).toBe(3);
  for (const viewer of [first, second]) {
    await until(
      async () => messagesOf(viewer, 'positions').length === 2,
      'a second message with the positions has arrived',
    );
    expect(messagesOf(viewer, 'balance').at(-1)).toMatchObject({ data: { total_balance: '10001' } });
    // The position has 6.25 contracts of 0.1 ETH at 2000, which is 1250 USDT. Its margin at leverage 10 is 125 USDT, and a gain of 1 USDT is 0.8 % of the margin.
    expect(messagesOf(viewer, 'positions').at(-1)).toEqual({
      type: 'positions',
      data: [
        {
          symbol: ethSwap.id,
          side: 'long',
          pnl: '1',
          pnl_percentage: 0.8,
          entry_price: '2000',
          position_size: '6.25',
          mark_price: '2010',
          liquidation_price: null,
        },
      ],
    });
  }
  expect(first.texts.slice(1)).toEqual(second.texts.slice(1));
  for (const { client, served } of [first, second]) {
    const gone = new Promise((resolve) => served.once('close', resolve));
    client.close();
    await gone;
  }
  await pass(60_000);
  expect([stage.reads, feeds.watched(), stage.clock.waiting()]).toEqual([3, 0, 0]);
});

test('a change is sent without delay, and a burst of changes is sent as one message', async () => {
  const theatre = createStage();
  const { stage, pass, notify } = theatre;
  const viewer = await connectTo(theatre);
  await pass(500);
  const { reads } = stage;
  stage.equity = '10001';
  notify({ kind: 'account', accountId });
  await pass(0);
  for (let change = 0; change < 100; change += 1) {
    stage.equity = `10002.${change}`;
    notify({ kind: 'account', accountId });
    notify({ kind: 'account', accountId: 'another' });
  }
  await pass(serverLimits.feedGapMs - 1);
  expect(stage.reads).toBe(reads + 1);
  await pass(1);
  await until(async () => messagesOf(viewer, 'balance').length === 3, 'a message with the newest balance has arrived');
  expect(messagesOf(viewer, 'balance').at(-1)).toMatchObject({ data: { total_balance: '10002.99' } });
  viewer.client.terminate();
});

test('a change of a bot is sent while the list of instruments cannot be read, and the positions follow the first list at once', async () => {
  const theatre = createStage();
  const { stage, pass, notify } = theatre;
  const [botId = ''] = botIds;
  let list = (): void => undefined;
  stage.listed = new Promise((resolve) => (list = resolve));
  stage.positions = [positionAt('2010')];
  const viewer = await connectTo(theatre);
  await pass(500);
  notify({ kind: 'bot', botId, accountId });
  await pass(0);
  await until(async () => messagesOf(viewer, 'bot').length === 1, 'the change of the bot has arrived');
  expect(messagesOf(viewer, 'positions')).toEqual([]);
  list();
  await until(async () => {
    await pass(serverLimits.feedGapMs);
    return messagesOf(viewer, 'positions').length === 1;
  }, 'the positions have arrived');
  expect(stage.clock.now() - startAt).toBeLessThan(serverLimits.feedEveryMs);
  viewer.client.terminate();
});

test('a change during a slow publication is sent when the gap since the begin of this publication has passed', async () => {
  const theatre = createStage();
  const { stage, pass, notify } = theatre;
  const [botId = ''] = botIds;
  const viewer = await connectTo(theatre);
  await pass(500);
  let end = (): void => undefined;
  stage.read = new Promise((resolve) => (end = resolve));
  const { reads } = stage;
  notify({ kind: 'bot', botId, accountId });
  await pass(serverLimits.feedGapMs - 5);
  notify({ kind: 'account', accountId });
  end();
  await until(async () => messagesOf(viewer, 'bot').length === 1, 'the first publication has ended');
  await pass(4);
  expect(stage.reads).toBe(reads + 1);
  await pass(1);
  expect(stage.reads).toBe(reads + 2);
  viewer.client.terminate();
});

test('a change of a bot that could not be read is sent with the next publication, and the other bots are sent at once', async () => {
  const theatre = createStage();
  const { stage, pass, notify } = theatre;
  const [unreadable = '', other = ''] = botIds;
  const viewer = await connectTo(theatre);
  await pass(500);
  stage.unreadable = unreadable;
  for (const botId of botIds) notify({ kind: 'bot', botId, accountId });
  await pass(0);
  await until(async () => messagesOf(viewer, 'bot').length === 1, 'the other bot has arrived');
  expect(messagesOf(viewer, 'bot')).toMatchObject([{ data: { id: other } }]);
  stage.unreadable = '';
  await until(async () => {
    await pass(serverLimits.feedEveryMs);
    return messagesOf(viewer, 'bot').length === 2;
  }, 'the bot has arrived');
  expect(messagesOf(viewer, 'bot')).toMatchObject([{}, { data: { id: unreadable } }]);
  viewer.client.terminate();
});

test('a bot that was sent before its position was read is sent again when its mark price is known, and not for each new price', async () => {
  const theatre = createStage();
  const { stage, pass, notify } = theatre;
  const [botId = ''] = botIds;
  const viewer = await connectTo(theatre);
  const marks = () => messagesOf(viewer, 'bot').map((message) => message.type === 'bot' && message.data.mark_price);
  const passUntil = (count: number, what: string) =>
    until(async () => {
      await pass(serverLimits.feedEveryMs);
      return marks().length === count;
    }, what);
  await pass(500);
  notify({ kind: 'bot', botId, accountId });
  await passUntil(1, 'the bot has arrived');
  stage.positions = [positionAt('2010')];
  await passUntil(2, 'the bot has arrived with its mark price');
  stage.positions = [positionAt('2020')];
  const positions = () => messagesOf(viewer, 'positions').length;
  const before = positions();
  await until(async () => {
    await pass(serverLimits.feedEveryMs);
    return positions() > before;
  }, 'the new price has arrived');
  await pass(serverLimits.feedEveryMs);
  expect(marks()).toEqual([null, '2010']);
  viewer.client.terminate();
});

test('the server checks the session repeatedly, and it closes the socket with the close code for an ended session when the session has ended', async () => {
  const theatre = createStage();
  const viewer = await connectTo(theatre);
  await theatre.pass(serverLimits.feedSessionMs);
  await until(async () => messagesOf(viewer, 'ping').length === 2, 'a second ping has arrived');
  expect(viewer.client.readyState).toBe(WebSocket.OPEN);
  await store.sessions.revoke(sessionId, startAt);
  await theatre.pass(serverLimits.feedSessionMs);
  expect(await viewer.closed).toBe(feedCloseCodes.session);
});

test('when a client does not read, its queue is bounded and the server closes the socket with the close code for a slow client', async () => {
  const theatre = createStage();
  const { stage, pass } = theatre;
  const viewer = await connectTo(theatre);
  const other = await connectTo(theatre);
  viewer.client.pause();
  let largest = 0;
  const rows = 1_000;
  for (let round = 0; viewer.served.readyState === WebSocket.OPEN && round < 200; round += 1) {
    stage.positions = Array.from({ length: rows }, () => positionAt(`${2_000 + round}`));
    await pass(serverLimits.feedEveryMs);
    largest = Math.max(largest, viewer.served.bufferedAmount);
  }
  const longest = Math.max(...other.texts.map((text) => text.length));
  expect(largest).toBeGreaterThan(contractLimits.socketQueueBytes);
  expect(largest).toBeLessThan(contractLimits.socketQueueBytes + 2 * longest);
  expect(other.served.readyState).toBe(WebSocket.OPEN);
  viewer.client.resume();
  expect(await viewer.closed).toBe(feedCloseCodes.slow);
  other.client.terminate();
});

function positionAt(markPrice: string): ShownPosition {
  return {
    instrumentId: ethSwap.id,
    positionSide: 'long',
    lots: 625n,
    size: decimal('6.25'),
    averagePrice: decimal('2000'),
    markPrice: decimal(markPrice),
    liquidationPrice: null,
    unrealisedPnl: decimal('1'),
    leverage: decimal('10'),
    updatedAt: startAt,
  };
}
