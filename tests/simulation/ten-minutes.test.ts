// Tests ten minutes of a bad network. The sockets are closed every five seconds, 20 % of the requests and 10 % of the responses are lost.
import { expect, test } from 'vitest';
import { healthLabel, healthScore } from '@rondo/contract';
import { addCounts, newCounts } from './checks/counts.ts';
import { runSeed, type MeasuredLink } from './run.ts';
import { sampleOf } from '../sample.ts';

const minute = 60_000;
const calmMs = 20_000;

/** The loss rates of the test. All other faults are off. */
const badLine = {
  dropRequest: 0.2,
  dropResponse: 0.1,
  brokenResponse: 0,
  outage: 0,
  duplicatePush: 0,
  meanDelayMs: 50,
  socketGapMs: 0,
  killMs: 0,
  jumpMs: 0,
  userActMs: 0,
  handTradeMs: 0,
  botCount: 1,
  purse: 'ample',
  hasFunding: false,
  stopAfterMs: null,
  setsLast: false,
  stopLoss: null,
  creditPercent: '100',
  reenters: true,
  maxMarketSz: null,
  volatility: 0.001,
  stepDistancePercent: '0.1',
  takeProfitPercent: '0.1',
  // The faults begin after `calmMs`, so the bot places its first ladder on a good network.
  chaosMs: calmMs + 10 * minute,
  healMs: minute,
} as const;

/**
 * With `together`, all sockets are closed every five seconds. With `singly`, each socket is closed after five seconds on average. `least` is the
 * smallest number of closings that a run must have.
 */
const cuts = {
  together: { swarm: {}, cutSocketsEveryMs: 5_000, least: 119 },
  singly: { swarm: { socketGapMs: 5_000 }, cutSocketsEveryMs: 0, least: 160 },
} as const;

/** Expects the health score that docs/exchange-link.md defines. The test calculates the expected score from the requests that the network counted. */
function checkHealth({ figures, isReady, isKeyAccepted, requestCounts }: MeasuredLink): void {
  expect([figures.calls, figures.errors]).toEqual([requestCounts.calls, requestCounts.failures]);
  const lostShare = requestCounts.failures / requestCounts.calls;
  expect(lostShare).toBeGreaterThan(0.2);
  expect(lostShare).toBeLessThan(0.36);
  const uptime = figures.upMs / figures.observedMs;
  // A socket that was closed needs at least 4 s to open again, and it is closed again after 5 s on average, so the uptime is low.
  expect(uptime).toBeGreaterThan(0.02);
  expect(uptime).toBeLessThan(0.75);
  expect(figures.reconnects).toBeGreaterThan(20);
  expect(isKeyAccepted).toBe(true);
  const { score } = healthScore({
    isKeyAccepted,
    mayWithdraw: false,
    isSocketReady: isReady,
    uptimeShare: uptime,
    apiSuccessShare: 1 - figures.errors / figures.calls,
    tokenLevel: null,
  });
  const expected = 35 + Math.floor((isReady ? 15 : 0) + 15 * uptime) + Math.floor(25 * (1 - lostShare)) + 10;
  expect(score).toBe(expected);
  // A link with these losses must not have the label `excellent`.
  expect(['good', 'fair']).toContain(healthLabel(score));
}

const lines = [
  ['net_mode', 'together'],
  ['long_short_mode', 'singly'],
  ['long_short_mode', 'together'],
  ['net_mode', 'singly'],
] as const;

test.each(sampleOf(lines, 2))(
  'ten minutes of a bad network violate no invariant, and the health score equals the documented score, when the position mode is %s and the sockets are closed %s',
  async (posMode, way) => {
    const { swarm, cutSocketsEveryMs, least } = cuts[way];
    const total = newCounts();
    let fills = 0;
    for (const seed of ['1', '2']) {
      const run = await runSeed(`bad line ${seed}`, {
        swarm: { ...badLine, ...swarm, posMode },
        cutSocketsEveryMs,
        calmMs,
      });
      expect(run.violations, seed).toEqual([]);
      run.links.forEach(checkHealth);
      addCounts(total, run.counts);
      fills += run.fills;
    }
    const { faults, goals } = total;
    console.log(
      `${posMode}: ${fills} fills, ${JSON.stringify([...faults, ...goals].filter(([, times]) => times > 0))}`,
    );
    expect(faults.get('socketGap')).toBeGreaterThanOrEqual(2 * least);
    expect(faults.get('requestDropped')).toBeGreaterThan(100);
    expect(faults.get('responseLost')).toBeGreaterThan(40);
    expect(goals.get('roundCompleted')).toBeGreaterThan(0);
    expect(fills).toBeGreaterThan(10);
  },
  60_000,
);
