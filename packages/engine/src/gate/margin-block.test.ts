// A refused entry waits for margin: only a later balance counts, and only one that has risen and suffices.
import { decimal, lots, ticks } from '@rondo/decimal';
import { encode } from '@rondo/strategy';
import { botConfig, botRunning } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { marginRetryMs } from '../limits.ts';
import { blockForMargin, isBlocked, releaseBlocks } from './margin-block.ts';
import { emptyMemory, newBotMemory, type AccountMemory, type Bot } from '../memory/account-memory.ts';
import { newTrack } from '../orders/send.ts';

const now = 1_000_000;
const slot = { kind: 'entry' as const, round: 1, step: 3, generation: 0, botId: 'bot', botNumber: 7 };

// 10 contracts of 0.1 ETH at 2,000 with leverage 10: 200 USDT of margin.
function blocked(): { readonly memory: AccountMemory; readonly bot: Bot } {
  const memory = emptyMemory('a', now);
  const bot = newBotMemory({
    botId: 'bot',
    botNumber: 7,
    accountId: 'a',
    instrumentId: 'ETH-USDT-SWAP',
    config: JSON.stringify(encode(botConfig())),
    createdAt: 500,
  });
  bot.state = botRunning();
  memory.bots.set('bot', bot);
  const desired = { side: 'buy', type: 'limit', reduces: false, price: ticks(200_000n), lots: lots(1_000n) } as const;
  blockForMargin(bot, newTrack({ bot, slot, clientId: 'id', desired, payload: '' }), now);
  return { memory, bot };
}

function read(memory: AccountMemory, available: string, readAt: number): void {
  const amount = decimal(available);
  memory.balance = { value: { equity: amount, cash: amount, available: amount, at: readAt }, readAt };
  releaseBlocks(memory, readAt);
}

test('a step that was refused waits until margin has risen above what it was, and suffices', () => {
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

test('margin that sufficed all along is believed only after a long time', () => {
  const { memory, bot } = blocked();
  read(memory, '500', now + 10);
  read(memory, '500', now + marginRetryMs - 1);
  expect(isBlocked(bot, slot)).toBe(true);
  read(memory, '500', now + marginRetryMs);
  expect(isBlocked(bot, slot)).toBe(false);
});

test('a round that is over takes its waiting steps with it', () => {
  const { memory, bot } = blocked();
  bot.state = { ...bot.state, round: null };
  releaseBlocks(memory, now);
  expect(isBlocked(bot, slot)).toBe(false);
});
