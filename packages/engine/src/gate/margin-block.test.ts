// Tests of entries that wait for margin. A later balance releases an entry when the margin suffices and has risen.
// Without a rise, a balance that suffices releases the entry after `marginRetryMs`.
import { decimal, lots, ticks } from '@rondo/decimal';
import type { DesiredOrder } from '@rondo/strategy';
import { botConfig, botRunning } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { marginRetryMs } from '../limits.ts';
import { blockForMargin, isBlocked, releaseBlocks } from './margin-block.ts';
import { liveOrder, memoryWithBot } from '../../tests/builders.ts';
import type { AccountMemory } from '../memory/account-memory.ts';
import type { BotMemory } from '../memory/bot-memory.ts';

const now = 1_000_000;
const slot = { kind: 'entry' as const, round: 1, step: 3 };
const refused: DesiredOrder = {
  slot,
  generation: 0,
  side: 'buy',
  type: 'limit',
  price: ticks(200_000n),
  lots: lots(1_000n),
  reduces: false,
};

// The refused order has 10 contracts of 0.1 ETH at 2,000 USDT. With leverage 10 the order needs 200 USDT of margin.
function blocked(): { readonly memory: AccountMemory; readonly bot: BotMemory } {
  const { memory, bot } = memoryWithBot(now, botConfig());
  bot.state = botRunning();
  blockForMargin(bot, liveOrder(refused), now);
  return { memory, bot };
}

function read(memory: AccountMemory, available: string, readAt: number): void {
  const amount = decimal(available);
  memory.balance = { value: { equity: amount, cash: amount, available: amount, at: readAt }, readAt };
  releaseBlocks(memory, readAt);
}

test('a step that was refused for lack of margin waits until the available margin has risen and suffices', () => {
  const { memory, bot } = blocked();
  read(memory, '900', now);
  expect(isBlocked(bot, slot)).toBe(true);
  for (const [available, waits] of [
    ['150', true],
    ['120', true],
    ['199', true],
    ['200', false],
  ] as const) {
    read(memory, available, now + 10);
    expect([available, isBlocked(bot, slot)]).toEqual([available, waits]);
  }
});

test('a step waits while the balance was not read, and a balance that was read at the time of the refusal does not count', () => {
  const { memory, bot } = blocked();
  releaseBlocks(memory, now + marginRetryMs);
  expect(isBlocked(bot, slot)).toBe(true);
  read(memory, '100', now);
  read(memory, '500', now + 1);
  expect(isBlocked(bot, slot)).toBe(true);
});

test('when the margin has sufficed since the refusal, the step is released only after `marginRetryMs`', () => {
  const { memory, bot } = blocked();
  read(memory, '500', now + 10);
  read(memory, '500', now + marginRetryMs - 1);
  expect(isBlocked(bot, slot)).toBe(true);
  read(memory, '500', now + marginRetryMs);
  expect(isBlocked(bot, slot)).toBe(false);
});

test('the end of a round releases the steps that wait for margin', () => {
  const { memory, bot } = blocked();
  bot.state = { ...bot.state, round: null };
  releaseBlocks(memory, now);
  expect(isBlocked(bot, slot)).toBe(false);
});
