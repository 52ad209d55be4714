// Tests that the socket of an account says the same through every node: the node that trades the account, a node with NATS, and a node that reads the database only.
// One story of a bot is seen through all three: entry, take-profit, change, stop.
import { isDeepStrictEqual } from 'node:util';
import type { BotWire, CreateBotResponse, FeedMessage } from '@rondo/contract';
import { startTestNats, type TestNats } from '@rondo/testkit/nats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { Server } from '../../src/create-server.ts';
import { freshKey, startWorld, until, validRequest, type TestWorld } from '../_world.ts';

let nats: TestNats;
let world: TestWorld;
let api: Server;
let feeds: readonly Feed[] = [];
let headers: { readonly authorization: string };

/** The messages of one socket, oldest first. */
interface Feed {
  readonly messages: FeedMessage[];
  close(): void;
}

beforeAll(async () => {
  nats = await startTestNats();
  const bus = { url: nats.url, credentialsFile: null, caFile: null };
  world = await startWorld({ hold: true, changes: { bus } });
  api = await world.addNode({ bus, role: 'api' });
  const reader = await world.addNode({ role: 'api' });
  headers = { authorization: `Bearer ${await world.token('member')}` };
  feeds = await Promise.all([world, api, reader].map(openFeed));
});

afterAll(async () => {
  for (const feed of feeds) feed.close();
  await world.close();
  await nats.stop();
});

async function openFeed({ api: node }: Pick<Server, 'api'>): Promise<Feed> {
  const address = await node.listen({ port: 0, host: '127.0.0.1' });
  const payload = { account_id: world.accountId };
  const ticket = await node.inject({ method: 'POST', url: '/api/ws-ticket', headers, payload });
  const { token } = ticket.json<{ token: string }>();
  const url = `${address.replace('http', 'ws')}/ws/okx?account_id=${world.accountId}&token=${token}`;
  const socket = new WebSocket(url);
  const messages: FeedMessage[] = [];
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString('utf8'))));
  return { messages, close: () => socket.terminate() };
}

/** The figures of a bot that follow the mark price. A new price is sent with the positions and not with the bot, so here only counts whether they are known. */
const priced = ['mark_price', 'unrealised_pnl', 'current_pnl', 'pnl_percentage'] as const;

/** What a socket says last with each type of message, without the time of the reading of the balance and the times of the pings. */
function lastSentBy({ messages }: Feed): Readonly<Record<string, unknown>> {
  const sent: Record<string, unknown> = {};
  for (const message of messages) {
    const { type } = message;
    if (type === 'ping') sent[type] = null;
    else if (type === 'balance') sent[type] = { ...message.data, at: null };
    else if (type === 'positions') sent[type] = message.data;
    else {
      const known = priced.map((field) => [field, message.data[field] === null ? null : 'known']);
      sent[type] = { ...message.data, ...Object.fromEntries(known) };
    }
  }
  return sent;
}

const botOf = (feed: Feed): BotWire | null =>
  feed.messages.flatMap((message) => (message.type === 'bot' ? [message.data] : [])).at(-1) ?? null;

/** Waits until each socket shows the end of this part of the story, and compares what the sockets say. */
async function expectEqualFeeds(isShown: (bot: BotWire) => boolean, what: string): Promise<void> {
  const shows = (feed: Feed): boolean => {
    const bot = botOf(feed);
    return bot !== null && isShown(bot);
  };
  await until(async () => feeds.every(shows), `each socket shows that ${what}`);
  const sent = () => feeds.map(lastSentBy);
  // The nodes publish the same state at different times. A difference that stays is shown by the comparison below.
  await until(async () => sent().every((each) => isDeepStrictEqual(each, sent()[0])), 'the sockets agree').catch(
    () => undefined,
  );
  const [owner, withNats, withPolls] = sent();
  expect(Object.keys(owner ?? {}).toSorted()).toEqual(['balance', 'bot', 'ping', 'positions']);
  expect(withNats).toEqual(owner);
  expect(withPolls).toEqual(owner);
}

test('the sockets of all nodes say the same about the entry, the take-profit, the change and the stop of a bot', async () => {
  const post = { method: 'POST', url: '/api/bots', headers: { ...headers, 'idempotency-key': freshKey() } } as const;
  const creation = await api.api.inject({ ...post, payload: validRequest() });
  const { id, symbol: instId } = creation.json<CreateBotResponse>().bot;
  const change = async (payload: object): Promise<void> => {
    const call = { method: 'PATCH', url: `/api/bots/${id}/status`, headers, payload } as const;
    expect((await api.api.inject(call)).statusCode).toBeLessThan(300);
  };
  const isIn = (round: number) => (bot: BotWire) => bot.round === round && bot.filled_steps?.length === 1;
  await expectEqualFeeds(isIn(1), 'step 1 has filled');
  const entry = Number(feeds[0] && botOf(feeds[0])?.entry_price);
  await world.administer('advance', { instId, prices: [(entry * 1.02).toFixed(2)] });
  await expectEqualFeeds(isIn(2), 'the take-profit has ended round 1');
  await change({ is_last: true });
  await expectEqualFeeds((bot) => bot.is_last, 'the round is the last one');
  await change({ status: 'completed', close_position: true, is_last: true });
  await expectEqualFeeds(({ status }) => status === 'completed', 'the bot has ended');
});
