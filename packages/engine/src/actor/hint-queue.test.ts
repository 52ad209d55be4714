// Tests of the queue of hints: its bound, and the hints that a full queue keeps.
import { expect, test } from 'vitest';
import { hintQueueMax } from '../limits.ts';
import { emptyMemory } from '../memory/account-memory.ts';
import { queueHint } from './hint-queue.ts';

function fullQueue() {
  const memory = emptyMemory('a', 0);
  for (let count = 0; count < hintQueueMax; count += 1) queueHint(memory, { kind: 'unattributedOrder' });
  return { ...memory, isSnapshotWanted: false, mayMissFills: false };
}

test('a hint that finds the queue full is dropped, and a snapshot is wanted', () => {
  const memory = fullQueue();
  queueHint(memory, { kind: 'triggersConnected' });
  expect(memory.hints).toHaveLength(hintQueueMax);
  expect(memory.hints.at(-1)).toEqual({ kind: 'unattributedOrder' });
  expect(memory).toMatchObject({ isSnapshotWanted: true, mayMissFills: false });
});

test.each([{ kind: 'connected' }, { kind: 'disconnected', cause: 'closed 1006' }] as const)(
  'a full queue keeps the hint $kind as its newest hint, and the fills are read again',
  (hint) => {
    const memory = fullQueue();
    queueHint(memory, hint);
    expect(memory.hints).toHaveLength(hintQueueMax);
    expect(memory.hints.at(-1)).toEqual(hint);
    expect(memory).toMatchObject({ isSnapshotWanted: true, mayMissFills: true });
  },
);
