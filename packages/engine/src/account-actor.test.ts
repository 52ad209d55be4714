// What users wish of a running bot, told once however often it is offered.
import { decimal, fraction } from '@rondo/decimal';
import { encode, type BotConfig } from '@rondo/strategy';
import { expect, test } from 'vitest';
import { applyOrder } from './account-actor.ts';
import { newBatch, tell } from './batch.ts';
import { emptyMemory, newBotMemory } from './memory.ts';

const config: BotConfig = {
  instrument: {
    id: 'ETH-USDT-SWAP',
    tickSz: decimal('0.01'),
    lotSz: decimal('0.01'),
    minSz: decimal('0.01'),
    ctVal: decimal('0.1'),
    tiers: [{ maxSz: null, mmr: decimal('0.004') }],
    takerFee: decimal('0.0005'),
    makerFee: decimal('0.0002'),
  },
  direction: 'long',
  allocation: decimal('1000'),
  investmentRatio: fraction(1n, 2n),
  leverage: decimal('5'),
  martinSteps: 3,
  cyclicSteps: 1,
  stepDistance: fraction(1n, 100n),
  takeProfit: fraction(1n, 200n),
  cycleCredit: fraction(1n),
  compound: true,
  autoReentry: true,
  stopLoss: null,
};

test('a wish that is offered again does not undo a later one and writes no second line', () => {
  const bot = newBotMemory({
    botId: 'bot',
    botNumber: 7,
    accountId: 'a',
    instrumentId: config.instrument.id,
    config: JSON.stringify(encode(config)),
    createdAt: 0,
  });
  const batch = newBatch(emptyMemory('a', 0), 1);
  tell(batch, bot, { key: 'start', event: { kind: 'start' } });
  const last = { order: { kind: 'setLast', isLast: true }, wishId: 'first' } as const;
  expect(applyOrder(batch, bot, last)).toBe('done');
  expect(applyOrder(batch, bot, { order: { kind: 'setLast', isLast: false }, wishId: 'second' })).toBe('done');
  const lines = batch.logs.length;
  expect(applyOrder(batch, bot, last)).toBe('done');
  expect(bot.state.isLast).toBe(false);
  expect(batch.logs.length).toBe(lines);
});

test('a stop that was offered twice stays one stop', () => {
  const bot = newBotMemory({
    botId: 'bot',
    botNumber: 7,
    accountId: 'a',
    instrumentId: config.instrument.id,
    config: JSON.stringify(encode(config)),
    createdAt: 0,
  });
  const batch = newBatch(emptyMemory('a', 0), 1);
  tell(batch, bot, { key: 'start', event: { kind: 'start' } });
  const stop = { order: { kind: 'stop', closePosition: true }, wishId: 'stop' } as const;
  expect([applyOrder(batch, bot, stop), applyOrder(batch, bot, stop)]).toEqual(['done', 'done']);
  expect(batch.events.filter((event) => event.key === 'wish:stop')).toHaveLength(1);
});
