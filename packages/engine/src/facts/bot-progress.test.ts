// Tests of `advanceBots`: the end of a bot, the end of a wait of the loss guard, and the release of its lock. Also
// tests which outside fills a restart restores.
import { decimal, lots } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { emptyMemory, type AccountMemory } from '../memory/account-memory.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import type { FillReport } from '../ports/index.ts';
import { restore } from '../memory/restore.ts';
import { factsAt, fillOf, foldDeps, memoryWithBot, storedJournal, storedOutside } from '../../tests/builders.ts';
import { nextPassAt } from '../actor/deadline.ts';
import { applyUserCommand } from '../actor/mailbox.ts';
import { advanceBots } from './bot-progress.ts';

const now = 1_000_000;

function endedBot(): { readonly memory: AccountMemory; readonly bot: BotMemory } {
  const { memory, bot } = memoryWithBot(now);
  bot.state = { ...bot.state, status: 'completed', completion: 'stopped_closed' };
  bot.lastFactAt = now - 100;
  return { memory, bot };
}

test('an ended bot is closed only when the bills were read after the last fact about the bot, because its last funding must be booked', () => {
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

test('a restart restores an outside fill once when the fill is on the instrument of the bot and was made after the creation of the bot', async () => {
  const memory = emptyMemory('a', now);
  const journal = storedJournal({
    fillCursor: '2',
    outsideFills: [
      outsideFill('1'),
      outsideFill('2', { at: 400 }),
      outsideFill('3', { instrumentId: 'BTC-USDT-SWAP' }),
    ].map(storedOutside),
  });
  await restore(memory, journal, foldDeps);
  expect(memory.bots.get('bot')?.outsideFills).toEqual([
    { price: 200_000n, lots: 5n, fee: decimal('0.1'), kind: 'liquidation', side: 'sell', at: 600 },
  ]);
  expect([...memory.fillKeys]).toEqual(['fill:ETH-USDT-SWAP:1']);
});

test('when the wait of the loss guard ends, the bot gets the event `waitOver` once, and before that the next pass is due at the end of the wait', () => {
  const hold = { by: 'guard', level: 'rounds', reason: 'stop_loss', until: now + 60_000 } as const;
  const { memory, bot } = memoryWithBot(now);
  bot.state = { ...bot.state, status: 'active', holds: [hold] };
  memory.renewedAt = now + 90_000;
  memory.snapshotTriedAt = now + 90_000;
  memory.slowTriedAt = now + 90_000;
  advanceBots(factsAt(memory, now + 59_999));
  expect([bot.state.round, nextPassAt(memory, { now, isIdle: true })]).toEqual([null, now + 60_000]);
  const facts = factsAt(memory, now + 60_000);
  advanceBots(facts);
  expect(facts.batch.events.map((event) => event.key)).toEqual(['waited:1']);
  expect(bot.state.round?.round).toBe(1);
  expect(bot.state.holds).toEqual([]);
});

test('when a user releases the lock of the loss guard, the bot opens the next round in the same pass', () => {
  const hold = { by: 'guard', level: 'rounds', reason: 'loss', until: null } as const;
  const { memory, bot } = memoryWithBot(now);
  bot.state = { ...bot.state, status: 'active', holds: [hold] };
  const facts = factsAt(memory, now);
  const release = { command: { kind: 'releaseGuard' }, commandId: 'first' } as const;
  expect(applyUserCommand(facts, bot, release)).toBe('done');
  advanceBots(facts);
  expect(bot.state.round?.round).toBe(1);
  expect(applyUserCommand(facts, bot, { ...release, commandId: 'second' })).toBe('refused');
  expect(facts.batch.logs.map((line) => line.messageKey)).toEqual(['bots.log.guardReleased']);
});
