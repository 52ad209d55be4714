// Tests the bounds of specification 5: the strategy defines these bounds, and the wire accepts exactly the values within these bounds.
import { createBotPayload, createBotRequestSchema } from '@rondo/contract';
import { add, decimal, formatDecimal, multiply, percent, subtract } from '@rondo/decimal';
import { botSettings, defaultBotSettings, defencePercents, maxBotNameLength } from '@rondo/strategy';
import { expect, test } from 'vitest';
import { serverLimits } from './limits.ts';

test('the bounds of the settings equal the bounds in the specification', () => {
  expect(maxBotNameLength).toBe(15);
  expect(botSettings).toMatchObject({
    leverage: { min: '1', max: '20', step: '1', default: '10' },
    martinSteps: { min: '2', max: '10', step: '1', default: '4' },
    cyclicSteps: { min: '1', max: '9', step: '1', default: '1' },
    investmentRatio: { min: '1', max: '100', step: '1', default: '50' },
    stepDistance: { min: '0.1', max: '5', step: '0.1' },
    takeProfit: { min: '0.1', max: '5', step: '0.1', default: '0.5' },
  });
  expect([...defencePercents]).toEqual([2, 4, 6, 8, 10]);
});

test('the limits against guessing are those of docs/security.md', () => {
  expect(serverLimits).toMatchObject({
    failedLoginsPerAddress: 100,
    failedLoginsPerNetwork: 300,
    failedLoginSeconds: 3_600,
    passwordChecks: 120,
    unknownDeviceAttempts: { free: 5, most: 100, longestMs: 900_000, keptMs: 86_400_000 },
    deviceAttempts: { free: 10, most: 10, longestMs: 0, keptMs: 3_600_000 },
    wrongCodes: 10,
    wrongCodeSeconds: 900,
    hashWaitMs: 5_000,
    proofMs: 600_000,
  });
});

test('the wire accepts the bounds of each setting, and refuses the values that are one increment out of bounds', () => {
  for (const [path, value] of edges) {
    const request: Record<string, unknown> = structuredClone(valid);
    setAt(request, path.split('.'), value);
    const result = createBotRequestSchema.safeParse(request);
    expect(result.success ? null : result.error.issues[0]?.path.join('.')).toBe(null);
  }
  for (const [path, value] of beyond) {
    const request: Record<string, unknown> = structuredClone(valid);
    setAt(request, path.split('.'), value);
    const result = createBotRequestSchema.safeParse(request);
    expect(result.success ? null : result.error.issues[0]?.path.join('.')).toBe(path);
  }
});

const content = {
  accountId: 'a',
  instrumentId: 'ETH-USDT-SWAP',
  name: 'bot',
  entry: { type: 'market' as const },
  maxTotalSize: '1000',
  rows: [],
};
const valid = createBotPayload(
  {
    ...defaultBotSettings(decimal('100')),
    martinSteps: 10,
    stepDistance: { kind: 'percent', percent: percent('1') },
    stopLoss: percent('10'),
  },
  content,
);

/** The path of each numeric setting, with its lowest and highest value and with the two values that are one increment out of bounds. */
const bounded = Object.values(botSettings).flatMap((setting) => {
  if (!('min' in setting) || setting.wire === null) return [];
  const scale = decimal(setting.wire === 'size_ratio' ? '0.01' : '1');
  const text = (value: string, beside = '0') => formatDecimal(multiply(add(decimal(value), decimal(beside)), scale));
  const below = formatDecimal(subtract(decimal('0'), decimal(setting.step)));
  return [
    { path: setting.wire, inside: [text(setting.min), text(setting.max)] as const },
    { path: setting.wire, outside: [text(setting.min, below), text(setting.max, setting.step)] as const },
  ];
});
const edges = bounded.flatMap(({ path, inside }) => (inside ?? []).map((value) => [path, value] as const));
const beyond = bounded.flatMap(({ path, outside }) => (outside ?? []).map((value) => [path, value] as const));

/** Sets the field at a path of the payload. A distance from ATR replaces the step distance of the payload. */
function setAt(record: Record<string, unknown>, path: readonly string[], value: string): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    if (name === 'atr_multiplier') delete record['step_distance'];
    record[name] = value;
    return;
  }
  setAt(record[name] as Record<string, unknown>, rest, value); // The payload above has a record at every part of the path except the last part.
}
