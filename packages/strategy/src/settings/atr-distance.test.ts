// Tests of the step distance from ATR: the formula, the rounding, the bounds, and values that are no prices.
import { decimal, formatDecimal, ratioToPercent } from '@rondo/decimal';
import { ethSwap } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { atrStepDistance, largestAtrDistance } from './atr-distance.ts';
import { createBotConfig, defaultBotSettings, settingsOfConfig } from './bot-settings.ts';

function percentOf(atr: string, close: string, multiplier: string): string | null {
  const distance = atrStepDistance({ atr: decimal(atr), close: decimal(close) }, decimal(multiplier));
  return distance === null ? null : formatDecimal(ratioToPercent(distance, 12));
}

test.each([
  ['the factor times ATR as a percent of the close', ['16', '2000', '1.5'], '1.2'],
  ['half a hundredth rounded up', ['1.005', '100', '1'], '1.01'],
  ['less than half a hundredth rounded down', ['1.00499999999999999', '100', '1'], '1'],
  ['the rounded value of a long quotient', ['7', '3000', '1'], '0.23'],
  ['the smallest distance for a smaller value', ['0', '2000', '1'], '0.1'],
  ['the smallest distance at its bound', ['0.1', '100', '1'], '0.1'],
  ['the largest distance for a larger value', ['200', '2000', '1'], '5'],
  ['the distance of a price with many places', ['0.00000000025', '0.00000002', '0.8'], '1'],
] as const)('the distance is %s', (_name, [atr, close, multiplier], expected) => {
  expect(percentOf(atr, close, multiplier)).toBe(expected);
});

test.each([
  ['1', '0'],
  ['1', '-2'],
  ['-1', '2000'],
])('an ATR of %s and a close of %s give no distance', (atr, close) => {
  expect(percentOf(atr, close, '1')).toBeNull();
});

test('a configuration with a factor has the largest distance, and its settings have the factor', () => {
  const settings = { ...defaultBotSettings(decimal('1000')), atrMultiplier: decimal('1.5') };
  const config = createBotConfig(settings, ethSwap);
  expect([config.stepDistance, config.atrMultiplier]).toEqual([largestAtrDistance, decimal('1.5')]);
  expect(settingsOfConfig(config, 6).atrMultiplier).toEqual(decimal('1.5'));
  const fixed = createBotConfig({ ...settings, atrMultiplier: null }, ethSwap);
  expect(['atrMultiplier' in fixed, settingsOfConfig(fixed, 6).atrMultiplier]).toEqual([false, null]);
});
