// Tests the mark price of an ended bot: every node shows the same one, however old its reading of the account is.
import { decimal } from '@rondo/decimal';
import type { BotRecord } from '@rondo/store';
import { expect, test } from 'vitest';
import { liveStateOf } from './bot-response.ts';

const position = { instrumentId: 'ETH-USDT-SWAP', positionSide: 'long', lots: 1n, markPrice: decimal('2000') };

const markOf = (status: 'active' | 'completed', positionSize: string): unknown => {
  const view = { status, positionSize };
  const bot = { id: 'bot', accountId: 'a', instrumentId: position.instrumentId, direction: 'long', view };
  const live = { account: () => ({ positions: [position], waits: {} }) };
  // The function reads only these fields.
  return liveStateOf({ live: live as never }, bot as BotRecord).mark;
};

test('a bot that has ended without a position has no mark price, also while the last reading of the account still has its position', () => {
  expect(markOf('completed', '0')).toBeNull();
  expect(markOf('completed', '0.5')).toEqual(decimal('2000'));
  expect(markOf('active', '0')).toEqual(decimal('2000'));
});
