// Ten minutes of a bad line: the sockets are cut every five seconds, one request in five is lost, one in ten answered too late.
import { expect, test } from 'vitest';
import { healthLabel, healthScore } from '@rondo/contract';
import { addCounts, newCounts } from './checks/counts.ts';
import { runSeed, type MeasuredLink } from './run.ts';

const minute = 60_000;
const calmMs = 20_000;

/** The issue's own figures; everything else is calm. */
const badLine = {
  dropRequest: 0.2,
  dropAnswer: 0.1,
  brokenAnswer: 0,
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
  // The first ladder is placed on a good line; then it is left to the bad one.
  chaosMs: calmMs + 10 * minute,
  healMs: minute,
} as const;

/** All sockets at once every five seconds by the clock; or each socket after five seconds of life on average. */
const cuts = {
  together: { swarm: {}, cutSocketsEveryMs: 5_000, least: 119 },
  singly: { swarm: { socketGapMs: 5_000 }, cutSocketsEveryMs: 0, least: 250 },
} as const;

/** What docs/exchange-link.md promises of such a link, worked out from what the network itself counted. */
function checkHealth({ figures, isReady, isKeyAccepted, heard }: MeasuredLink): void {
  expect([figures.calls, figures.errors]).toEqual([heard.calls, heard.failures]);
  const lostShare = heard.failures / heard.calls;
  expect(lostShare).toBeGreaterThan(0.2);
  expect(lostShare).toBeLessThan(0.36);
  const uptime = figures.upMs / figures.observedMs;
  // A cut socket is opened again after at least 4 s: it cannot have been up for most of the time.
  expect(uptime).toBeGreaterThan(0.02);
  expect(uptime).toBeLessThan(0.75);
  expect(figures.reconnects).toBeGreaterThan(20);
  expect(isKeyAccepted).toBe(true);
  const { score } = healthScore({
    isKeyAccepted,
    isSocketReady: isReady,
    uptimeShare: uptime,
    apiSuccessShare: 1 - figures.errors / figures.calls,
    tokenLevel: null,
  });
  const expected = 35 + Math.floor((isReady ? 15 : 0) + 15 * uptime) + Math.floor(25 * (1 - lostShare)) + 10;
  expect(score).toBe(expected);
  // A link like this is never told to be excellent, and its key is as good as ever.
  expect(['good', 'fair']).toContain(healthLabel(score));
}

test.each([
  ['net_mode', 'together'],
  ['long_short_mode', 'together'],
  ['net_mode', 'singly'],
  ['long_short_mode', 'singly'],
] as const)(
  'in %s, sockets cut %s: ten minutes of it make no order twice, lose no fill, and the health score tells the truth',
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
    expect(faults.get('answerLost')).toBeGreaterThan(40);
    expect(goals.get('roundCompleted')).toBeGreaterThan(0);
    expect(fills).toBeGreaterThan(10);
  },
  60_000,
);
