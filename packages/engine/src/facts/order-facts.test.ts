// Facts about orders: which of them are news, and what happens to an order whose end was reported.
import { createHmac } from 'node:crypto';
import { lots, ticks } from '@rondo/decimal';
import { encode } from '@rondo/strategy';
import { botConfig, botRunning, fakeVenue } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { newBatch } from './batch.ts';
import { clientOrderId } from '../orders/client-order-id.ts';
import { applyOrderReport } from './order-facts.ts';
import { emptyMemory } from '../memory/account-memory.ts';
import { newBotMemory } from '../memory/bot-memory.ts';
import { newActiveOrder } from '../memory/order-record.ts';
import type { OrderReport } from '../ports/index.ts';

const keyedHash = (text: string): string => createHmac('sha256', 'key').update(text).digest('hex');
const slot = { kind: 'entry' as const, round: 1, step: 2, generation: 0, botId: 'bot', botNumber: 7 };

test('a report that repeats the known state is no news, one that shows more is', () => {
  const memory = emptyMemory('a', 0);
  const row = { botId: 'bot', botNumber: 7, accountId: 'a', instrumentId: 'ETH-USDT-SWAP', createdAt: 0 };
  const bot = newBotMemory({ ...row, config: JSON.stringify(encode(botConfig())) });
  bot.state = botRunning();
  memory.bots.set('bot', bot);
  const clientId = clientOrderId(slot, keyedHash);
  const desired = { side: 'buy', type: 'limit', reduces: false, price: ticks(197_340n), lots: lots(100n) } as const;
  const placement = { intentIds: [], sentAt: 0, deadlineAt: 0 };
  memory.orders.set(clientId, newActiveOrder(bot.config, { ...desired, slot, clientId, payload: '', placement }));
  const lastFactAfter = (now: number, changes: Partial<OrderReport>): number => {
    applyOrderReport(
      { memory, batch: newBatch(memory, now), keyedHash, venue: fakeVenue },
      { ...resting, clientId, ...changes },
    );
    return bot.lastFactAt;
  };
  expect(lastFactAfter(10, {})).toBe(10);
  expect(lastFactAfter(20, {})).toBe(10);
  expect(lastFactAfter(30, { state: 'partiallyFilled', filledLots: lots(5n) })).toBe(30);
  expect(lastFactAfter(40, { state: 'partiallyFilled', filledLots: lots(5n) })).toBe(30);
  expect(lastFactAfter(50, { state: 'partiallyFilled', filledLots: lots(6n) })).toBe(50);
});

const resting: OrderReport = {
  instrumentId: 'ETH-USDT-SWAP',
  venueOrderId: '9',
  clientId: '',
  side: 'buy',
  positionSide: 'net',
  state: 'live',
  trigger: false,
  price: ticks(197_340n),
  lots: lots(100n),
  filledLots: lots(0n),
  cancelSource: '',
  updatedAt: 0,
};
