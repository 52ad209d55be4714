// Known bugs in leases, restarts and checkpoints. Each bug is a change of the source text.
import type { Defect } from '../faults/defects.ts';
import type { SourcePatch } from './source-patch.ts';
import { trading } from '../faults/fact-defects.ts';

const second = 1_000;

const restore = 'packages/engine/src/memory/restore.ts';
const restarts = { ...trading, killMs: 10 * second, dropResponse: 0.2 };

/** A process gets the result of a commit two seconds later. */
const slowCommits: SourcePatch = {
  file: 'tests/simulation/world/engine-life.ts',
  from: 'return outcome;',
  to: 'await new Promise<void>((resolve) => void deps.clock.after(2_000, resolve));\nreturn outcome;',
};
/** The bugs in leases, restarts and checkpoints. */
export const leaseBugs: readonly Defect[] = [
  {
    name: 'M13',
    story: 'a process takes over an account without the wait for the end of the lease',
    caughtBy: ['I06'],
    swarm: { ...trading, machines: 2, botCount: 3 },
    settings: [slowCommits],
    patches: [
      {
        file: 'packages/testkit/src/memory-journal.ts',
        from: 'lease.node !== node && lease.expiresAt > clock.now()) return null;',
        to: 'lease.node !== node && lease.expiresAt > clock.now() + 60_000) return null;',
      },
    ],
  },
  {
    name: 'E1',
    story: 'after a restart, an order without a known outcome counts as live',
    caughtBy: ['I20'],
    swarm: restarts,
    patches: [
      {
        file: restore,
        from: "order.state = intent.state === 'live' || intent.state === 'partiallyFilled' ? intent.state : 'unknown';",
        to: "order.state = 'live';",
      },
    ],
  },
  {
    name: 'E2',
    story: 'the intents of a process have the epoch of an earlier lease',
    caughtBy: ['I06'],
    swarm: { ...trading, killMs: 10 * second },
    patches: [{ file: 'packages/engine/src/orders/send.ts', from: 'epoch: context.memory.epoch,', to: 'epoch: 1n,' }],
  },
  {
    name: 'E5',
    story: 'a checkpoint has a position that is one too high',
    caughtBy: ['L01'],
    swarm: { ...trading, killMs: 12 * second },
    patches: [
      {
        file: 'packages/engine/src/memory/checkpoint.ts',
        from: 'bot.position = checkpoint.position;',
        to: 'bot.position = checkpoint.position + 1;',
      },
    ],
  },
];
