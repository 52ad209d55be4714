// Tests of the end of a node: how long a node that is not ready still serves people.
import { healthReason } from '@rondo/contract';
import { createTestLog, createVirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { serverLimits } from '../limits.ts';
import { createPresence, type PresenceDeps } from './presence.ts';

function openPresence(changes: Partial<PresenceDeps>) {
  const clock = createVirtualClock();
  const presence = createPresence({
    clock,
    log: createTestLog().log,
    role: 'api',
    isShared: true,
    nodes: { beat: () => Promise.reject(new Error('This test has no database.')) },
    engine: { drain: async () => undefined, share: () => ({ isDraining: false, otherNodes: 1 }) },
    ...changes,
  });
  return { clock, presence };
}

async function timeOfEnd({ clock, presence }: ReturnType<typeof openPresence>): Promise<number> {
  const beganAt = clock.now();
  let endedAt: number | null = null;
  void presence.end().then(() => (endedAt = clock.now()));
  await clock.pass(serverLimits.leaveMs + 1_000);
  await presence.stop();
  return (endedAt ?? Number.NaN) - beganAt;
}

test('a node of people that a balancer asks is not ready for five seconds before it ends', async () => {
  const opened = openPresence({});
  expect(opened.presence.problem()).toBeNull();
  const time = timeOfEnd(opened);
  expect(opened.presence.problem()).toEqual(healthReason('ending'));
  expect(await time).toBe(serverLimits.leaveMs);
});

test('a node that no balancer asks, a node that serves no people and a node without other nodes end immediately', async () => {
  const unasked = openPresence({});
  unasked.presence.problem();
  await unasked.clock.pass(serverLimits.balancerAsksMs + 1);
  expect(await timeOfEnd(unasked)).toBe(0);
  for (const changes of [{ role: 'engine' }, { isShared: false }] as const) {
    const asked = openPresence(changes);
    asked.presence.problem();
    expect(await timeOfEnd(asked)).toBe(0);
  }
});
