// Tests the margin check (I09) of filled entries.
import { clientOrderId } from '@rondo/engine';
import { expect, test } from 'vitest';
import type { TrueFill, TrueOrder } from '../checks/truth.ts';
import { keyedHash } from '../world/world.ts';
import { createBookWatch } from './book-watch.ts';
import { openStage } from './stage.ts';

// The planned size of the whole ladder is 5,000 USDT, which 1,923 lots cost at the limit of 2,600.
test.each([
  ['has its planned size', { step: 2, lots: 1_900n }, []],
  ['is larger than planned', { step: 2, lots: 2_100n }, ['I09']],
  ['is a step 1, whose size belongs to the price of its fill', { step: 1, lots: 1_900n }, ['I09']],
] as const)('an entry of a short that fills at 2,750, above its limit, %s', (_name, { step, lots }, expected) => {
  const { bot, context, market, violations } = openStage();
  context.roster.add({ ...bot, config: { ...bot.config, direction: 'short' } });
  const bounds = { begin: () => undefined, end: () => undefined, longest: () => new Map<string, number>() };
  const watch = createBookWatch({ context, bounds, isExempt: () => false });
  watch.budgeted(bot.botId, '1000');
  const slot = { botId: bot.botId, botNumber: 1, round: 2, kind: 'entry', step, generation: 0 } as const;
  const clOrdId = clientOrderId(slot, keyedHash);
  const entry = { clOrdId, side: 'sell', lots } as const;
  const order = { ...entry, ordId: '1', state: 'filled', ticks: 260_000n, filledLots: lots } as TrueOrder; // The watch reads only these fields.
  const fill = { ...entry, ticks: 275_000n } as TrueFill; // The watch reads only these fields.
  market.byClientId.set(clOrdId, order);
  market.position = -lots;
  watch.changed(market, { orders: [order], fills: [fill] });
  expect(violations.map(({ invariant }) => invariant)).toEqual(expected);
});

test('a bot without orders and without a position has no margin, also when its budget is negative', () => {
  const { bot, context, market, violations } = openStage();
  context.roster.add(bot);
  const bounds = { begin: () => undefined, end: () => undefined, longest: () => new Map<string, number>() };
  const watch = createBookWatch({ context, bounds, isExempt: () => false });
  watch.budgeted(bot.botId, '-10');
  watch.changed(market, { orders: [], fills: [] });
  expect(violations).toEqual([]);
});
