// Tests that a running server freezes its installation when its database lacks commits.
import type { FoundCopy } from '@rondo/store';
import { createTestLog, createVirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { serverLimits } from '../limits.ts';
import { followFreeze } from './freeze-follower.ts';
import { createProvenWatch } from './copy-watch.ts';

test.each([
  ['lacks commits of two accounts', ['a', 'b'], [{ reason: 'commits', accountIds: ['a', 'b'] }]],
  ['has all commits', [], []],
])(
  'when the database %s, its installation freezes accordingly within the period of the follower',
  async (_case, lost, frozen) => {
    const clock = createVirtualClock();
    const { log } = createTestLog();
    const found: FoundCopy[] = [];
    let follows = 0;
    const step = followFreeze({
      clock,
      log,
      installation: {
        mark: '0000',
        name: '0000',
        confirmedAt: 0,
        watch: createProvenWatch({ clock, log, sharedAccounts: [] }),
        frozen: () => null,
        freeze: async (copy) => void found.push(copy),
        follow: async () => void (follows += 1),
        keepLastSeen: () => ({ name: '', close: async () => undefined }),
        onFreeze: () => undefined,
      },
      trading: { link: { tokens: { stop: () => undefined } }, live: { freeze: () => Promise.resolve() } },
      isShared: true,
      commits: { listLost: async () => (found.length === 0 ? lost : []) },
    });
    await clock.pass(serverLimits.freezePollMs);
    expect(found).toEqual(frozen);
    // Another server may have frozen the installation, so its state is read too.
    expect(follows).toBeGreaterThan(0);
    await step.close();
  },
);
