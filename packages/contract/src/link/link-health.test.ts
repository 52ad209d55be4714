// Tests the formula of the health score, the labels of the score, and the expiry levels of a token.
import { expect, test } from 'vitest';
import { expiryLevel, healthLabel, healthScore, minutesLeft } from './link-health.ts';

const whole = {
  isKeyAccepted: true,
  mayWithdraw: false,
  isSocketReady: true,
  uptimeShare: 1,
  apiSuccessShare: 1,
  tokenLevel: null,
};

test.each([
  ['every part works', whole, 100],
  ['the key is refused', { ...whole, isKeyAccepted: false }, 65],
  ['the key may withdraw', { ...whole, mayWithdraw: true }, 65],
  ['the socket is down now and was up for the whole period', { ...whole, isSocketReady: false }, 85],
  ['the socket was up for half of the period', { ...whole, uptimeShare: 0.5 }, 92],
  ['every fifth call fails', { ...whole, apiSuccessShare: 0.8 }, 95],
  ['the token is about to expire', { ...whole, tokenLevel: 'critical' as const }, 93],
  ['the token has expired', { ...whole, tokenLevel: 'expired' as const }, 90],
  [
    'every part fails',
    {
      ...whole,
      isKeyAccepted: false,
      isSocketReady: false,
      uptimeShare: 0,
      apiSuccessShare: 0,
      tokenLevel: 'expired' as const,
    },
    0,
  ],
  [
    'nothing was measured and the socket is down',
    { ...whole, isSocketReady: false, uptimeShare: null, apiSuccessShare: null },
    70,
  ],
])('the health score is correct when %s', (_, facts, score) => {
  const result = healthScore(facts);
  expect(result.score).toBe(score);
  expect(Object.values(result.parts).reduce((sum, part) => sum + part.of, 0)).toBe(100);
});

test.each([
  [100, 'excellent'],
  [90, 'excellent'],
  [89, 'good'],
  [70, 'good'],
  [69, 'fair'],
  [50, 'fair'],
  [49, 'poor'],
  [0, 'poor'],
])('a score of %i has the label %s', (score, label) => {
  expect(healthLabel(score)).toBe(label);
});

test.each([
  [3_600, 60, 'normal'],
  [31 * 60, 31, 'normal'],
  [30 * 60 + 59, 30, 'warning'],
  [11 * 60, 11, 'warning'],
  [11 * 60 - 1, 10, 'critical'],
  [60, 1, 'critical'],
  [59, 0, 'expired'],
  [-1, -1, 'expired'],
])('when a token expires in %i seconds, it has %i remaining minutes and the level %s', (seconds, minutes, level) => {
  expect(minutesLeft(1_700_000_000 + seconds, 1_700_000_000)).toBe(minutes);
  expect(expiryLevel(minutes)).toBe(level);
});
