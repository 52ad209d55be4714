import { decimal, formatDecimal, fraction, percent, percentToRatio } from '@rondo/decimal';
import { ethSwap } from '@rondo/testkit';
import { expect, test } from 'vitest';
import {
  createBotConfig,
  createLiveBotConfig,
  defaultBotSettings,
  settingsOfConfig,
  stepDistanceRatio,
  type BotSettings,
} from './bot-settings.ts';

const defaults = defaultBotSettings(decimal('1000'));

test('the default settings give the configuration of the specification, with a defence of four percent over four steps', () => {
  expect(createBotConfig(defaults, ethSwap)).toEqual({
    instrument: ethSwap,
    direction: 'long',
    allocation: decimal('1000'),
    investmentRatio: fraction(1n, 2n),
    leverage: decimal('10'),
    martinSteps: 4,
    cyclicSteps: 1,
    stepDistance: fraction(1n, 75n),
    takeProfit: fraction(1n, 200n),
    cycleCredit: fraction(1n),
    compound: true,
    autoReentry: true,
    stopLoss: null,
  });
});

test('settings are unchanged after a conversion to a configuration and back', () => {
  const settings: BotSettings = {
    ...defaults,
    direction: 'short',
    stepDistance: { kind: 'percent', percent: percent('1.33') },
    atrMultiplier: null,
    stopLoss: percent('12.5'),
    stopLossEndsBot: false,
  };
  const config = createBotConfig(settings, ethSwap);
  expect(config.stopLoss).toEqual({ fractionOfBudget: fraction(1n, 8n), endsBot: false });
  expect(settingsOfConfig(config, 12)).toEqual(settings);
  expect(settingsOfConfig(createBotConfig(defaults, ethSwap), 2)).toEqual({
    ...defaults,
    stepDistance: { kind: 'percent', percent: percent('1.33') },
    atrMultiplier: null,
  });
});

test('stepDistanceRatio divides a defence percent exactly by the number of gaps between the steps', () => {
  const distance = (text: string, steps: number) =>
    stepDistanceRatio({ kind: 'defence', percent: percent(text) }, steps);
  expect(distance('4', 4)).toEqual(fraction(4n, 300n));
  expect(distance('10', 2)).toEqual(fraction(1n, 10n));
  expect(distance('2', 1)).toEqual(fraction(1n, 50n));
  expect(stepDistanceRatio({ kind: 'percent', percent: percent('2') }, 4)).toEqual(percentToRatio(percent('2')));
});

test.each([
  [null, '10'],
  ['4', '10'],
  ['5.5', '11'],
  ['40', '80'],
])(
  'a trading bot with the stop loss %s has a loss guard that allows a loss of %s percent a day',
  (stopLoss, dayLoss) => {
    const settings: BotSettings = { ...defaults, stopLoss: stopLoss === null ? null : percent(stopLoss) };
    const { lossGuard, ...rest } = createLiveBotConfig(settings, ethSwap);
    expect(rest).toEqual(createBotConfig(settings, ethSwap));
    const { dayLossPercent, ...waits } = lossGuard ?? { dayLossPercent: percent('0') };
    expect(waits).toEqual({ firstWaitMinutes: 1, maxWaitMinutes: 60, stopsPerHour: 3 });
    expect(formatDecimal(dayLossPercent)).toBe(dayLoss);
  },
);
