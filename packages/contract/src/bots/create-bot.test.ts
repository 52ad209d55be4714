// Tests the payload that creates a bot: accepted values, refused values, and the field that each refusal names.
import { formatDecimal } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { settingsOfRequest } from './bot-settings.ts';
import { createBotRequestSchema, type CreateBotRequest } from './create-bot.ts';

const valid: CreateBotRequest = {
  size_ratio: 0.5,
  basic: {
    symbol: 'ETH-USDT-SWAP',
    direction: 'long',
    leverage: 10,
    margin_type: 'cross',
    max_total_size: '5000.00',
    auto_reentry: { enabled: true, budget_type: 'percentage' },
  },
  entry: {
    type: 'market',
    count: 4,
    auto_amount: true,
    data: [],
    ai_style: 'aggressive',
    risk_management: { enabled: true, step: 1, trigger_type: 'immediate', ai_trigger_style: 'boost' },
  },
  exit: { take_profit: 0.5, stop_loss: { enabled: false, value: 0, on_bot_end: false } },
  metadata: { name: ' Theme ', description: '' },
};

/** Returns the first refused field as a dotted path, or null when the payload is accepted. */
function refusedField(change: (request: Record<string, never>) => void): string | null {
  const request = structuredClone(valid) as unknown as Record<string, never>; // tests deliberately make it invalid
  change(request);
  const result = createBotRequestSchema.safeParse(request);
  return result.success ? null : (result.error.issues[0]?.path.join('.') ?? '');
}

test('a complete payload is accepted, its numbers and decimal strings are parsed as exact decimal strings, and its name is trimmed', () => {
  const parsed = createBotRequestSchema.parse(valid);
  expect(parsed.size_ratio).toBe('0.5');
  expect(parsed.basic.max_total_size).toBe('5000');
  expect(parsed.metadata.name).toBe('Theme');
});

test('a whole number is accepted as a string of digits and parsed as a number', () => {
  const { basic, entry } = valid;
  const risk = { ...entry.risk_management, step: '3' };
  const parsed = createBotRequestSchema.parse({
    ...valid,
    basic: { ...basic, leverage: '20' },
    entry: { ...entry, count: '4', defense: '6', risk_management: risk },
  });
  const { count, defense, risk_management: parsedRisk } = parsed.entry;
  expect([parsed.basic.leverage, count, defense, parsedRisk.step]).toEqual([20, 4, 6, 3]);
});

test.each([
  [undefined, true],
  [true, true],
  [false, false],
])('with the field `compound` %s the bot compounds: %s', (compound, is) => {
  const { basic } = valid;
  const request = { ...valid, basic: { ...basic, auto_reentry: { ...basic.auto_reentry, compound } } };
  expect(settingsOfRequest(createBotRequestSchema.parse(request)).compound).toBe(is);
});

test.each([
  [{}, { kind: 'defence', percent: '6' }],
  [{ defense: 2 }, { kind: 'defence', percent: '2' }],
  [{ step_distance: '1.5' }, { kind: 'percent', percent: '1.5' }],
])('with the percent code 6p and %j the step distance is %j (decision 3)', (fields, { kind, percent }) => {
  const request = createBotRequestSchema.parse({ ...valid, entry: { ...valid.entry, type: '6p', ...fields } });
  const { stepDistance } = settingsOfRequest(request);
  expect([stepDistance.kind, formatDecimal(stepDistance.percent)]).toEqual([kind, percent]);
});

test.each(['2', '4', '6', '8', '10'])('the percent code %sp is accepted and is the defence in percent', (percent) => {
  const request = createBotRequestSchema.parse({ ...valid, entry: { ...valid.entry, type: `${percent}p` } });
  const { stepDistance } = settingsOfRequest(request);
  expect([stepDistance.kind, formatDecimal(stepDistance.percent)]).toEqual(['defence', percent]);
});

const refusals: readonly (readonly [string, string, unknown])[] = [
  ['a leverage above 20', 'basic.leverage', 21],
  ['a leverage with a fraction', 'basic.leverage', 2.5],
  ['a leverage above 20 as a string', 'basic.leverage', '21'],
  ['a leverage with a fraction as a string', 'basic.leverage', '2.5'],
  ['an unsupported margin type', 'basic.margin_type', 'isolated'],
  ['a direction in upper case', 'basic.direction', 'LONG'],
  ['a number of eleven steps', 'entry.count', 11],
  ['a number of cyclic steps equal to the number of steps', 'entry.risk_management.step', 4],
  ['an unknown trigger type', 'entry.risk_management.trigger_type', 'later'],
  ['a signal that is not available yet', 'entry.type', 'xgboost'],
  ['a percent code of an unknown defence', 'entry.type', '3p'],
  ['a percent code above the largest defence', 'entry.type', '12p'],
  ['a request for manual amounts', 'entry.auto_amount', false],
  ['an unknown AI style', 'entry.ai_style', 'calm'],
  ['a size ratio above 1', 'size_ratio', 1.01],
  ['a size ratio that is not a multiple of 0.01', 'size_ratio', 0.505],
  ['a take-profit target that is not a multiple of 0.1', 'exit.take_profit', 0.55],
  ['a step distance of zero', 'entry.step_distance', 0],
  ['an unknown defence', 'entry.defense', 5],
  ['a factor of ATR of zero', 'entry.atr_multiplier', 0],
  ['a name of 16 characters', 'metadata.name', 'sixteen letters!'],
  ['a blank name', 'metadata.name', '   '],
  ['a name of invisible characters', 'metadata.name', '\u200b\ufeff'],
  ['a name that changes the reading direction', 'metadata.name', 'a\u202eb'],
  ['an unknown defence as a string', 'entry.defense', '5'],
  ['a name with a null character', 'metadata.name', 'a\u0000b'],
  ['a name with half a surrogate pair', 'metadata.name', 'a\ud800b'],
  ['a description with a null character', 'metadata.description', 'a\u0000b'],
  ['an amount with an exponent in a string', 'basic.max_total_size', '1e3'],
  ['an amount of 41 characters', 'basic.max_total_size', '1'.repeat(41)],
];

test.each(refusals)('a payload with %s is refused, and the refusal has the path of the field', (_what, path, value) => {
  const field = refusedField((request) => {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    const parent = keys.reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, request);
    parent[last] = value;
  });
  expect(field).toBe(path);
});

test('an unknown field is refused in the payload and in its nested objects', () => {
  expect(refusedField((request) => Object.assign(request, { owner_id: 'x' }))).toBe('');
  expect(refusedField((request) => Object.assign(request['basic'] ?? {}, { has_granted: true }))).toBe('basic');
});
