// The feed of the page: when it is relied on, and how it comes back.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { feedAddress, startFeed } from './feed.ts';
import { intervals } from '../queries/intervals.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A socket of a test: it says and closes what it is told. */
class Line extends EventTarget {
  close(): void {
    this.closeWith(1000);
  }
  closeWith(code: number): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
  say(data: string): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }
}

async function start() {
  const lines: Line[] = [];
  const tickets: string[] = [];
  const lives: boolean[] = [];
  const stop = startFeed(
    {
      async fetchTicket() {
        tickets.push(`ticket ${tickets.length}`);
        return tickets.at(-1) ?? '';
      },
      openSocket() {
        const line = new Line();
        lines.push(line);
        // The feed listens and closes, nothing else.
        return line as unknown as WebSocket;
      },
      onMessage: (text) => text === 'figures',
      onLive: (isLive) => lives.push(isLive),
      givesUp: (code) => code === 4403,
    },
    'the-account',
  );
  await vi.advanceTimersByTimeAsync(0);
  return { lines, tickets, lives, stop };
}

test('the feed counts as live from the first figures, not from the opening', async () => {
  const { lines, lives } = await start();
  lines[0]?.say('ping');
  expect(lives).toEqual([]);
  lines[0]?.say('figures');
  expect(lives).toEqual([true]);
});

test('a feed without figures for a while is not relied on, and is again when they come', async () => {
  const { lines, lives } = await start();
  lines[0]?.say('figures');
  await vi.advanceTimersByTimeAsync(intervals.feedSilentMs - 1);
  lines[0]?.say('figures');
  await vi.advanceTimersByTimeAsync(intervals.feedSilentMs - 1);
  lines[0]?.say('ping');
  expect(lives).toEqual([true, true]);
  await vi.advanceTimersByTimeAsync(1);
  lines[0]?.say('figures');
  expect(lives).toEqual([true, true, false, true]);
});

test('a feed that closes is opened again after three seconds with a fresh ticket', async () => {
  const { lines, tickets, lives } = await start();
  lines[0]?.say('figures');
  lines[0]?.closeWith(1006);
  expect(lives.at(-1)).toBe(false);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(lines).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect([lines.length, tickets]).toEqual([2, ['ticket 0', 'ticket 1']]);
});

test('an ended session and a stopped feed are not opened again', async () => {
  const ended = await start();
  ended.lines[0]?.closeWith(4403);
  const stopped = await start();
  stopped.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([ended.lines.length, stopped.lines.length]).toEqual([1, 1]);
});

test('the address carries account and ticket to the same origin', () => {
  expect(feedAddress('https://bots.example', 'a b', 't+')).toBe('wss://bots.example/ws/okx?account_id=a+b&token=t%2B');
});
