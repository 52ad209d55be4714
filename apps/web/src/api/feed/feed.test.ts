// Tests of the live feed: when the feed is live, and when it opens a new socket.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { feedAddress, startFeed } from './feed.ts';
import { intervals } from '../queries/intervals.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A fake socket whose messages and close events the test sends. */
class FakeSocket extends EventTarget {
  close(): void {
    this.closeWith(1000);
  }
  closeWith(code: number): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
  receive(data: string): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }
}

async function start() {
  const sockets: FakeSocket[] = [];
  const tickets: string[] = [];
  const lives: boolean[] = [];
  const stop = startFeed(
    {
      async fetchTicket() {
        tickets.push(`ticket ${tickets.length}`);
        return tickets.at(-1) ?? '';
      },
      openSocket() {
        const socket = new FakeSocket();
        sockets.push(socket);
        // The cast is safe, because the feed uses only `addEventListener` and `close`.
        return socket as unknown as WebSocket;
      },
      onMessage: (text) => text === 'figures',
      onLive: (isLive) => lives.push(isLive),
      isFinalClose: (code) => code === 4403,
    },
    'the-account',
  );
  await vi.advanceTimersByTimeAsync(0);
  return { sockets, tickets, lives, stop };
}

test('the feed becomes live when the first balance or positions message arrives', async () => {
  const { sockets, lives } = await start();
  sockets[0]?.receive('ping');
  expect(lives).toEqual([]);
  sockets[0]?.receive('figures');
  expect(lives).toEqual([true]);
});

test('the feed stops being live after `feedSilentMs` without data, and becomes live again when data arrives', async () => {
  const { sockets, lives } = await start();
  sockets[0]?.receive('figures');
  await vi.advanceTimersByTimeAsync(intervals.feedSilentMs - 1);
  sockets[0]?.receive('figures');
  await vi.advanceTimersByTimeAsync(intervals.feedSilentMs - 1);
  sockets[0]?.receive('ping');
  expect(lives).toEqual([true, true]);
  await vi.advanceTimersByTimeAsync(1);
  sockets[0]?.receive('figures');
  expect(lives).toEqual([true, true, false, true]);
});

test('three seconds after the socket closes, the feed opens a new socket with a new ticket', async () => {
  const { sockets, tickets, lives } = await start();
  sockets[0]?.receive('figures');
  sockets[0]?.closeWith(1006);
  expect(lives.at(-1)).toBe(false);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(sockets).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect([sockets.length, tickets]).toEqual([2, ['ticket 0', 'ticket 1']]);
});

test('the feed does not open a new socket after the session has ended or the feed was stopped', async () => {
  const ended = await start();
  ended.sockets[0]?.closeWith(4403);
  const stopped = await start();
  stopped.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([ended.sockets.length, stopped.sockets.length]).toEqual([1, 1]);
});

test('the address of the socket contains the account and the ticket and has the host of the page', () => {
  expect(feedAddress('https://bots.example', 'a b', 't+')).toBe('wss://bots.example/ws/okx?account_id=a+b&token=t%2B');
});
