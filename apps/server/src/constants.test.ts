// The constants of specification 5 and 9, each in its one home; where two floors that may not import each other
// need the same figure, they agree.
import { contractLimits } from '@rondo/contract';
import { formatDecimal } from '@rondo/decimal';
import {
  aiInstruments,
  crashDefencePresets,
  defencePercents,
  formDefaults,
  formLimits,
  gridModeSteps,
  minAiBalance,
  minAvailableMargin,
  takeProfitSpeedPercent,
} from '@rondo/strategy';
import { expect, test } from 'vitest';
import { serverLimits } from './limits.ts';

test('the bounds of the form and of the wire are the same', () => {
  const { stepDistancePercent, takeProfitPercent } = formLimits;
  const texts = (bounds: typeof stepDistancePercent) => ({
    min: formatDecimal(bounds.min),
    max: formatDecimal(bounds.max),
    step: formatDecimal(bounds.step),
  });
  expect(contractLimits).toMatchObject({
    botNameLength: formLimits.nameLength.max,
    leverage: { min: formLimits.leverage.min, max: formLimits.leverage.max },
    martinSteps: { min: formLimits.martinSteps.min, max: formLimits.martinSteps.max },
    cyclicSteps: { min: formLimits.cyclicSteps.min, max: formLimits.cyclicSteps.max },
    stepDistance: texts(stepDistancePercent),
    takeProfit: texts(takeProfitPercent),
    defenses: [...defencePercents],
    defaultDefense: formDefaults.defencePercent,
    smallestAvailableMargin: formatDecimal(minAvailableMargin),
  });
  expect([contractLimits.sizeRatio.min, contractLimits.sizeRatio.max].map(Number)).toEqual(
    [formLimits.investmentRatioPercent.min, formLimits.investmentRatioPercent.max].map((percent) => percent / 100),
  );
});

test('the bounds are those of the specification', () => {
  expect(contractLimits).toMatchObject({
    botNameLength: 15,
    leverage: { min: 1, max: 20 },
    martinSteps: { min: 2, max: 10 },
    cyclicSteps: { min: 1, max: 9 },
    stepDistance: { min: '0.1', max: '5', step: '0.1' },
    takeProfit: { min: '0.1', max: '5', step: '0.1' },
    smallestAvailableMargin: '1',
    defenses: [2, 4, 6, 8, 10],
  });
});

test('the presets are those of the specification', () => {
  const rows = crashDefencePresets.map((preset) => [
    preset.fallPercent,
    preset.investmentRatioPercent,
    preset.leverage,
    preset.recommendedMarginUsdt,
    preset.mark,
  ]);
  expect(rows).toEqual([
    [20, 50, 10, 100, 'recommended'],
    [30, 33, 10, 1_000, 'testers'],
    [40, 25, 10, 2_500, null],
    [50, 20, 10, 10_000, null],
    [99, 10, 10, 100_000, null],
  ]);
  expect(gridModeSteps).toEqual({ strong: 3, balanced: 4, fast: 5 });
  expect(takeProfitSpeedPercent).toEqual({ fast: '0.5', default: '1', slow: '2' });
});

test('the AI option’s minimum and its ten symbols are those of the specification', () => {
  expect(formatDecimal(minAiBalance)).toBe('1000');
  const bases = ['BTC', 'ETH', 'XRP', 'DOGE', 'SOL', '1INCH', 'AAVE', 'ADA', 'LTC', 'BCH'];
  expect([...aiInstruments]).toEqual(bases.map((base) => `${base}-USDT-SWAP`));
});

test('the figures of people are those of the specification', () => {
  expect(contractLimits).toMatchObject({
    passwordMinLength: 8,
    minimumAge: 18,
    demoBalance: '10000',
    leaderboardRows: 5,
    leaderboardDays: 30,
    defaultReferral: '111111',
    viewerMessages: 10,
    tokenWarningMinutes: 30,
    tokenCriticalMinutes: 10,
    passphrase: { min: 8, max: 32, generated: 16 },
  });
  expect(serverLimits.leaderboardMs).toBe(12 * 60 * 60_000);
});
