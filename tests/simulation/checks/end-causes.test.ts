// Tests that the check of the ends in error accepts an error when the exchange shows its cause, and reports the error otherwise.
import type { Lots, Ticks } from '@rondo/decimal';
import { clientOrderId } from '@rondo/engine';
import { beforeEach, expect, test } from 'vitest';
import { openStage, startAt, type Stage } from '../monitors/stage.ts';
import { keyedHash } from '../world/world.ts';
import { noteRefusals, unexplainedEnd } from './end-causes.ts';

let stage: Stage;

beforeEach(() => {
  stage = openStage();
});

test.each(['closed_externally', 'reduced_externally', 'entry_missed', 'order_rejected'])(
  'the error %s of a bot is unexplained when the exchange shows no cause',
  (errorKey) => {
    expect(unexplainedEnd(stage.context, stage.bot, { errorKey })).toContain(errorKey);
  },
);

test('the error closed_externally is explained by a fill that is not ours', () => {
  const fill = { tradeId: '1', clOrdId: '', side: 'sell', lots: 1n as Lots, ticks: 1n as Ticks, at: startAt };
  stage.market.fills.push(fill as never); // The check reads only these fields.
  expect(unexplainedEnd(stage.context, stage.bot, { errorKey: 'closed_externally' })).toBeNull();
});

test('the error order_rejected is explained by three final refusals of one slot, and a refusal because of the price does not count', () => {
  const slot = { botId: stage.bot.botId, botNumber: 1, round: 1, kind: 'baseExit', step: 0 } as const;
  const results = ['51004', '51006', '51000', '51008'].map((sCode, generation) => {
    const clOrdId = clientOrderId({ ...slot, generation }, keyedHash);
    noteRefusals(stage.context, JSON.stringify({ code: '1', data: [{ clOrdId, ordId: '', sCode, sMsg: '' }] }));
    return unexplainedEnd(stage.context, stage.bot, { errorKey: 'order_rejected' }) === null;
  });
  expect(results).toEqual([false, false, false, true]);
});
