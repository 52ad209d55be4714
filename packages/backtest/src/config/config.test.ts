import { decimal, fraction, ratio } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { parseBacktestConfig } from './config.ts';
import { backtestConfigFields } from '@rondo/testkit';
import { configOf } from '../../tests/_market.ts';

const { instrument } = backtestConfigFields;

test.each([
  [{ direction: 'up' }, 'direction', 'must be long or short, not "up"'],
  [{ direction: undefined }, 'direction', 'is missing'],
  [{ martinSteps: 11 }, 'martinSteps', 'must be from 2 to 10, not 11'],
  [{ martinSteps: '4' }, 'martinSteps', 'must be a whole number without quotes, not "4"'],
  [{ martinSteps: 2.5 }, 'martinSteps', 'must be a whole number without quotes, not 2.5'],
  [{ martinSteps: undefined }, 'martinSteps', 'is missing'],
  [{ cyclicSteps: 4 }, 'cyclicSteps', 'must be from 0 to 3, not 4'],
  [{ cyclicSteps: -1 }, 'cyclicSteps', 'must be from 0 to 3, not -1'],
  [{ leverage: '0' }, 'leverage', 'must be at least 1 and at most 125, not 0'],
  [{ leverage: 10 }, 'leverage', 'must be a decimal in quotes such as "0.5", not 10'],
  [{ leverage: null }, 'leverage', 'must be a decimal in quotes such as "0.5", not null'],
  [{ stepDistance: '0' }, 'stepDistance', 'must be above 0 and below 100, not 0'],
  [{ stepDistance: '100' }, 'stepDistance', 'must be above 0 and below 100, not 100'],
  [{ takeProfit: '-1' }, 'takeProfit', 'must be above 0 and at most 100, not -1'],
  [{ investmentRatio: '101' }, 'investmentRatio', 'must be above 0 and at most 100, not 101'],
  [{ allocation: '1e4' }, 'allocation', 'must be a plain decimal such as "0.5", not "1e4"'],
  [{ allocation: '' }, 'allocation', 'must be a plain decimal such as "0.5", not ""'],
  [{ allocation: `1${'0'.repeat(13)}` }, 'allocation', 'must be above 0 and at most 1000000000000, not 10000000000000'],
  [{ allocation: '0.0000000000000000001' }, 'allocation', 'has more than 18 decimal places'],
  [{ takerFee: undefined }, 'takerFee', 'is missing'],
  [
    { takerFee: '0.1', instrument: { ...instrument, mmr: '0.9' } },
    'instrument',
    'has a tier whose maintenance rate plus takerFee is not below 1',
  ],
  [{ makerFee: '0.101' }, 'makerFee', 'must be at least -0.01 and at most 0.1, not 0.101'],
  [{ makerFee: '-0.0101' }, 'makerFee', 'must be at least -0.01 and at most 0.1, not -0.0101'],
  [{ takerFee: '5' }, 'takerFee', 'must be at least -0.01 and at most 0.1, not 5'],
  [{ cycleCredit: '101' }, 'cycleCredit', 'must be at least 0 and at most 100, not 101'],
  [{ cycleCredit: '-1' }, 'cycleCredit', 'must be at least 0 and at most 100, not -1'],
  [{ slippage: '1' }, 'slippage', 'must be at least 0 and below 1, not 1'],
  [{ stopLoss: '0' }, 'stopLoss', 'must be above 0 and at most 100, not 0'],
  [{ compound: 'yes' }, 'compound', 'must be true or false, not "yes"'],
  [{ fill: 'maybe' }, 'fill', 'must be through or touch, not "maybe"'],
  [{ path: 'random' }, 'path', 'must be byClose or favourableFirst or adverseFirst, not "random"'],
  [{ reentryJitter: { seed: -1, meanHours: '1' } }, 'reentryJitter.seed', 'must be from 0 to 4294967295, not -1'],
  [
    { reentryJitter: { seed: 1, meanHours: '0' } },
    'reentryJitter.meanHours',
    'must be above 0 and at most 8784, not 0',
  ],
  [{ reentryJitter: { seed: 1 } }, 'reentryJitter.meanHours', 'is missing'],
  [{ entry: 'rsi' }, 'entry', 'must be an object, not "rsi"'],
  [{ entry: { type: 'rsi' } }, 'entry.signal', 'is missing'],
  [{ entry: { type: 'market', signal: { bar: '1H' } } }, 'entry.signal', 'belongs to the entry types rsi and ichimoku'],
  [
    { entry: { type: 'rsi', signal: { bar: '2H' } } },
    'entry.signal.bar',
    'must be 5m or 15m or 1H or 4H or 1D, not "2H"',
  ],
  [
    { entry: { type: 'rsi', signal: { bar: '1H', length: 51 } } },
    'entry.signal.length',
    'must be a whole number from 2 to 50, not "51"',
  ],
  [
    { entry: { type: 'rsi', signal: { bar: '1H', level: 4 } } },
    'entry.signal.level',
    'must be a number from 5 to 95, not "4"',
  ],
  [{ entry: { type: 'rsi', signal: { bar: '1H', level: [30] } } }, 'entry.signal.level', 'must be a number or a text'],
  [
    { entry: { type: 'ichimoku', signal: { bar: '1H', level: 30 } } },
    'entry.signal.level',
    'is no setting of ichimoku',
  ],
  [
    { entry: { type: 'ichimoku', signal: { rule: 'rsi', bar: '1H' } } },
    'entry.signal.rule',
    'must be ichimoku, not "rsi"',
  ],
  [
    { entry: { type: 'xgboost' } },
    'entry.type',
    'must be market or 2p or 4p or 6p or 8p or 10p or rsi or ichimoku or webhook or ai-gpt, not "xgboost"',
  ],
  [{ entry: { type: '6p' } }, 'stepDistance', 'and the entry type 6p exclude each other'],
  [
    { stepDistance: null, atrMultiplier: '1', entry: { type: '6p' } },
    'atrMultiplier',
    'and the entry type 6p exclude each other',
  ],
  [
    { stepDistance: null, entry: { type: '6p', signal: { bar: '1H' } } },
    'entry.signal',
    'belongs to the entry types rsi and ichimoku',
  ],
  [
    { entry: { type: 'ai-gpt' } },
    'entry.type',
    'is ai-gpt, whose signals depend on more than candles; a back-test uses only recorded signals (--signals FILE of "rondo backtest")',
  ],
  [{ instrument: null }, 'instrument', 'must be an object, not null'],
  [{ instrument: [] }, 'instrument', 'must be an object, not []'],
  [
    { instrument: { ...instrument, tickSz: '0' } },
    'instrument.tickSz',
    'must be above 0 and at most 1000000000, not 0',
  ],
  [{ instrument: { ...instrument, mmr: undefined } }, 'instrument.mmr', 'is missing'],
  [
    { instrument: { ...instrument, id: 'ETH' } },
    'instrument.id',
    'is unknown; known are tickSz, candleTickSz, lotSz, minSz, ctVal, mmr, tiers',
  ],
])('parseBacktestConfig refuses a configuration with %j', (changes, field, reason) => {
  expect(parseBacktestConfig({ ...backtestConfigFields, ...changes })).toEqual({
    ok: false,
    refusal: { field, reason },
  });
});

test.each([
  [{ type: 'ai-gpt' }, null, 'is ai-gpt, and the recorded signal of 5 has no defense'],
  [{ type: 'webhook' }, 4, 'is webhook, and the recorded signal of 5 has a defense'],
  [{ type: 'market' }, null, 'must be webhook or ai-gpt for recorded signals'],
  [undefined, null, 'must be webhook or ai-gpt for recorded signals'],
] as const)('recorded signals with the entry %j and the defence %j are refused', (entry, defence, reason) => {
  expect(parseBacktestConfig({ ...backtestConfigFields, entry }, [{ at: 5, defence }])).toEqual({
    ok: false,
    refusal: { field: 'entry.type', reason },
  });
});

test('the refusal of an unknown field contains the name of the field and lists the known fields', () => {
  const parsed = parseBacktestConfig({ ...backtestConfigFields, steps: 4 });
  expect(parsed).toMatchObject({ ok: false, refusal: { field: 'steps' } });
  expect(parsed.ok ? '' : parsed.refusal.reason).toContain('known are instrument, direction, martinSteps');
});

test('parseBacktestConfig refuses a configuration that is not an object', () => {
  expect(parseBacktestConfig('{}')).toMatchObject({ ok: false, refusal: { field: '' } });
});

test('an absent field gets its default value', () => {
  expect(configOf()).toMatchObject({
    fill: 'through',
    path: 'byClose',
    slippage: fraction(0n),
    bot: { compound: true, autoReentry: true, stopLoss: null, cycleCredit: ratio(1n) },
  });
  expect(configOf({ stopLoss: null }).bot.stopLoss).toBeNull();
});

test('fields in the configuration replace the default values', () => {
  const options = { fill: 'touch', path: 'adverseFirst', compound: false };
  const decimals = { cycleCredit: '50', stopLoss: '20', slippage: '0.001', makerFee: '-0.0001' };
  expect(configOf({ ...options, ...decimals })).toMatchObject({
    fill: 'touch',
    path: 'adverseFirst',
    slippage: fraction(1n, 1_000n),
    bot: {
      compound: false,
      cycleCredit: ratio(1n, 2n),
      stopLoss: { fractionOfBudget: ratio(1n, 5n), endsBot: false },
      instrument: { makerFee: decimal('-0.0001') },
    },
  });
});

const { mmr: _, ...grids } = instrument;

test.each([
  [
    [
      ['500', '0.004'],
      ['2000', '0.01'],
    ],
  ],
  [
    [
      { maxSz: '500', mmr: '0.004' },
      { maxSz: '2000', mmr: '0.01' },
    ],
  ],
  [
    [
      ['500', '0.004'],
      [null, '0.01'],
    ],
  ],
  [
    [
      { maxSz: '500', mmr: '0.004' },
      { maxSz: null, mmr: '0.01' },
    ],
  ],
])('the tiers %j are read as rows of maximum contracts and rate, and the last row becomes unlimited', (tiers) => {
  expect(configOf({ instrument: { ...grids, tiers } }).bot.instrument.tiers).toEqual([
    { maxSz: decimal('500'), mmr: decimal('0.004') },
    { maxSz: null, mmr: decimal('0.01') },
  ]);
});

test.each([
  [[], 'instrument.tiers'],
  ['500', 'instrument.tiers'],
  [[['500']], 'instrument.tiers[0]'],
  [[[500, '0.004']], 'instrument.tiers[0][0]'],
  [[['500', '1.5']], 'instrument.tiers[0][1]'],
  [[{ maxSz: '500' }], 'instrument.tiers[0].mmr'],
  [[{ maxSz: '500', mmr: '0.1', imr: '0.2' }], 'instrument.tiers[0].imr'],
  [[7], 'instrument.tiers[0]'],
  [[{ mmr: '0.1' }], 'instrument.tiers[0].maxSz'],
  [
    [
      [null, '0.004'],
      ['500', '0.01'],
    ],
    'instrument.tiers[0]',
  ],
  [
    [
      ['500', '0.004'],
      ['500', '0.01'],
    ],
    'instrument.tiers[1]',
  ],
])('the tiers %j are refused at the field %s', (tiers, field) => {
  expect(parseBacktestConfig({ ...backtestConfigFields, instrument: { ...grids, tiers } })).toMatchObject({
    ok: false,
    refusal: { field },
  });
});

test('an instrument with both a flat rate and tiers is refused', () => {
  const both = { ...instrument, tiers: [['500', '0.004']] };
  expect(parseBacktestConfig({ ...backtestConfigFields, instrument: both })).toMatchObject({
    ok: false,
    refusal: { field: 'instrument.tiers' },
  });
});

test('the percent codes of the create call are entries at once with the step distance of their defence', () => {
  const { bot, entry } = configOf({ stepDistance: null, martinSteps: 4, entry: { type: '4p' } });
  // Four percent over three distances.
  expect([bot.stepDistance, entry]).toEqual([ratio(4n, 300n), undefined]);
});

test('a distance from ATR replaces the fixed distance, and null means that a setting is absent', () => {
  const { atrMultiplier, stepDistance } = configOf({ stepDistance: null, atrMultiplier: '1.5' }).bot;
  expect([atrMultiplier, stepDistance]).toEqual([decimal('1.5'), ratio(1n, 20n)]);
  expect('atrMultiplier' in configOf({ atrMultiplier: null }).bot).toBe(false);
});

test.each([
  [{ atrMultiplier: '1' }, 'atrMultiplier', 'and stepDistance exclude each other'],
  [{ stepDistance: null, atrMultiplier: '0' }, 'atrMultiplier', 'must be above 0'],
  [{ stepDistance: null, atrMultiplier: '100.01' }, 'atrMultiplier', 'at most 100'],
])('a distance from ATR with %j is refused', (changes, field, reason) => {
  const parsed = parseBacktestConfig({ ...backtestConfigFields, ...changes });
  expect(parsed.ok ? null : parsed.refusal.field).toBe(field);
  expect(parsed.ok ? null : parsed.refusal.reason).toContain(reason);
});

test('a model chooses the distance of its rounds, so its recorded signals are refused with a distance from ATR', () => {
  const fields = { ...backtestConfigFields, stepDistance: null, atrMultiplier: '1', entry: { type: 'ai-gpt' } };
  const parsed = parseBacktestConfig(fields, [{ at: 5, defence: 4 }]);
  expect(parsed).toMatchObject({ ok: false, refusal: { field: 'atrMultiplier' } });
});
