// Tests of the live feed: when it counts as live, and how it reconnects.
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
        // The feed uses only addEventListener and close.
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

test('the feed is live from the first balance or positions, not from the opening of the socket', async () => {
  const { sockets, lives } = await start();
  sockets[0]?.receive('ping');
  expect(lives).toEqual([]);
  sockets[0]?.receive('figures');
  expect(lives).toEqual([true]);
});

test('a feed without data for some time is not live, and is live again when data arrives', async () => {
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

test('a closed feed is opened again after three seconds with a new ticket', async () => {
  const { sockets, tickets, lives } = await start();
  sockets[0]?.receive('figures');
  sockets[0]?.closeWith(1006);
  expect(lives.at(-1)).toBe(false);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(sockets).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect([sockets.length, tickets]).toEqual([2, ['ticket 0', 'ticket 1']]);
});

test('the feed is not opened again after the session has ended or the feed was stopped', async () => {
  const ended = await start();
  ended.sockets[0]?.closeWith(4403);
  const stopped = await start();
  stopped.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([ended.sockets.length, stopped.sockets.length]).toEqual([1, 1]);
});

test('the socket address contains account and ticket and has the same origin', () => {
  expect(feedAddress('https://bots.example', 'a b', 't+')).toBe('wss://bots.example/ws/okx?account_id=a+b&token=t%2B');
});
