// Tests that no command is sent without the permission of the instance, also when the permission ends while the intent is stored.
import { expect, test } from 'vitest';
import { loneInstance } from './instance.ts';
import { desiredEntry } from '../../tests/builders.ts';
import { exitAbove, openSendWorld, placeOf, sendAndRecord } from '../../tests/send-world.ts';

test('a command without a permission of the instance is not sent, and its order is looked up', async () => {
  const world = await openSendWorld();
  let left = 1;
  const instance = () => ({ ...loneInstance, takeCommand: () => (left -= 1) >= 0 });
  const context = { ...world.context, instance };
  expect(await sendAndRecord(context, [placeOf(world, desiredEntry), placeOf(world, exitAbove)])).toBe('sent');
  expect(world.calls).toEqual(['commit', 'facts', 'place', 'facts']);
  expect([...world.memory.orders.values()].map(({ slot, state }) => [slot.kind, state])).toEqual([
    ['entry', 'live'],
    ['baseExit', 'unknown'],
  ]);
});

test('a command whose instance is frozen while its intent is stored is not sent, and its order is looked up', async () => {
  const world = await openSendWorld();
  const { journal } = world.context;
  let isFrozen = false;
  const commitIntents: typeof journal.commitIntents = async (...intents) => {
    const result = await journal.commitIntents(...intents);
    isFrozen = true;
    return result;
  };
  const context = {
    ...world.context,
    journal: { ...journal, commitIntents },
    instance: () => ({ ...loneInstance, isFrozen }),
  };
  expect(await sendAndRecord(context, [placeOf(world, desiredEntry)])).toBe('sent');
  expect(world.calls).toEqual(['commit', 'facts']);
  expect([...world.memory.orders.values()].map(({ state }) => state)).toEqual(['unknown']);
});
