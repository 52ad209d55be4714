// Tests of the end of a bot, which readings of the account prove, and of outside fills after a restart.
import { decimal, lots } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { emptyMemory, type AccountMemory } from '../memory/account-memory.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import type { AccountJournal, FillReport } from '../ports/index.ts';
import { restore } from '../memory/restore.ts';
import { botRow, factsAt, fillOf, keyedHash, memoryWithBot } from '../../tests/builders.ts';
import { advanceBots } from './bot-progress.ts';

const now = 1_000_000;

function endedBot(): { readonly memory: AccountMemory; readonly bot: BotMemory } {
  const { memory, bot } = memoryWithBot(now);
  bot.state = { ...bot.state, status: 'completed', completion: 'stopped_closed' };
  bot.lastFactAt = now - 100;
  return { memory, bot };
}

test('an ended bot is closed only after the bills were read after its last fact, because its last funding must be booked', () => {
  const { memory, bot } = endedBot();
  memory.billsReadAt = now - 200;
  memory.isSlowReadWanted = false;
  advanceBots(factsAt(memory, now));
  expect(bot.endedAt).toBeNull();
  expect(memory.isSlowReadWanted).toBe(true);
  memory.billsReadAt = now - 50;
  advanceBots(factsAt(memory, now));
  expect(bot.endedAt).toBe(now);
});

function outsideFill(fillId: string, changes: Partial<FillReport> = {}): FillReport {
  return fillOf('', fillId, {
    side: 'sell',
    positionSide: 'long',
    lots: lots(5n),
    fee: decimal('0.1'),
    liquidity: 'taker',
    kind: 'liquidation',
    billId: fillId,
    at: 600,
    ...changes,
  });
}

test('a restart restores each stored outside fill on the instrument of the bot since the creation of the bot once', () => {
  const memory = emptyMemory('a', now);
  const journal: AccountJournal = {
    accountId: 'a',
    epoch: 1n,
    bots: [{ row: botRow(), events: [] }],
    openIntents: [],
    fillCursor: '2',
    billCursor: null,
    outsideFills: [
      outsideFill('1'),
      outsideFill('2', { at: 400 }),
      outsideFill('3', { instrumentId: 'BTC-USDT-SWAP' }),
    ],
  };
  restore(memory, journal, keyedHash);
  expect(memory.bots.get('bot')?.outsideFills).toEqual([
    { price: 200_000n, lots: 5n, fee: decimal('0.1'), kind: 'liquidation', side: 'sell', at: 600 },
  ]);
  expect([...memory.fillKeys]).toEqual(['fill:ETH-USDT-SWAP:1']);
});
