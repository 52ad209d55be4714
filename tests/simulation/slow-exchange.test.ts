// Tests that the engine continues to trade when requests and responses have a mean delay of 1.5 seconds each.
import { expect, test } from 'vitest';
import { runSeed } from './run.ts';
import { calm, type Swarm } from './faults/swarm.ts';

const slow: Partial<Swarm> = {
  ...calm,
  meanDelayMs: 1_500,
  killMs: 0,
  jumpMs: 0,
  userActMs: 0,
  handTradeMs: 0,
  chaosMs: 140_000,
  stopAfterMs: null,
  setsLast: false,
};

test.each(['3', '7'])(
  'the engine sends at least three orders when requests and responses have a mean delay of 1.5 s each (seed %s)',
  async (seed) => {
    const lines: string[] = [];
    const { violations } = await runSeed(seed, { swarm: slow, trace: (line) => void lines.push(line) });
    expect(violations).toEqual([]);
    const whileSlow = lines.slice(0, lines.indexOf('--- healing'));
    expect(whileSlow.filter((line) => line.includes('> /api/v5/trade/order ')).length).toBeGreaterThanOrEqual(3);
  },
);
