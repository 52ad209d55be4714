// Tests the engine while the clock of its machine is wrong: it sends more than 80 % of the usual commands and violates no invariant.
import { expect, test } from 'vitest';
import { runSeed } from './run.ts';
import { calm, type Swarm } from './faults/swarm.ts';

const second = 1_000;
const minute = 60 * second;
const [stepAt, endAt] = [60 * second, 120 * second];

const trading: Partial<Swarm> = {
  ...calm,
  killMs: 0,
  jumpMs: 0,
  userActMs: 0,
  handTradeMs: 0,
  purse: 'ample',
  volatility: 0.001,
  stepDistancePercent: '0.1',
  takeProfitPercent: '0.1',
  stopLoss: null,
  reenters: true,
  chaosMs: 140 * second,
  stopAfterMs: null,
  setsLast: false,
};

// Returns the number of order commands in one minute. During this minute, the clock of the machine is wrong by `offsetMs`.
async function countCommands(offsetMs: number): Promise<number> {
  const sentAt: number[] = [];
  const { violations } = await runSeed('12', {
    swarm: trading,
    clockSteps: [
      { afterMs: stepAt, offsetMs },
      { afterMs: endAt, offsetMs: 0 },
    ],
    trace(line) {
      if (line.includes('> /api/v5/trade/')) sentAt.push(Number.parseInt(line, 10));
    },
  });
  expect(violations).toEqual([]);
  return sentAt.filter((at) => at >= stepAt && at < endAt).length;
}

test('the engine sends more than 80 % of the usual commands when the clock of its machine is one or ten minutes slow or fast', async () => {
  const expected = await countCommands(0);
  expect(expected).toBeGreaterThan(10);
  for (const offsetMs of [-minute, minute, -10 * minute, 10 * minute])
    expect([offsetMs, (await countCommands(offsetMs)) / expected > 0.8]).toEqual([offsetMs, true]);
});
