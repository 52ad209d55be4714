// Tests of the state machine of a stop command.
import { expect, test } from 'vitest';
import {
  idleStop,
  isInProgress,
  stepStop,
  stopRequest,
  stopTransitions,
  type StopEvent,
  type StopState,
} from './stop-command.ts';

const run = (events: readonly StopEvent[]): StopState => events.reduce(stepStop, idleStop);
const closing: readonly StopEvent[] = [{ kind: 'choose', stop: 'close' }, { kind: 'send' }];

test('a stop command is sent, then accepted, and it is confirmed only when the bot has ended', () => {
  expect(run(closing)).toEqual({ kind: 'sending', stop: 'close' });
  expect(run([...closing, { kind: 'accepted', at: 5 }])).toEqual({ kind: 'accepted', stop: 'close', at: 5 });
  expect(run([...closing, { kind: 'accepted', at: 5 }, { kind: 'ended' }])).toEqual({
    kind: 'confirmed',
    stop: 'close',
  });
});

test('a stop command that is not confirmed in time becomes slow, and a retry sends the command again', () => {
  const slow = run([...closing, { kind: 'accepted', at: 5 }, { kind: 'late' }]);
  expect(slow).toEqual({ kind: 'slow', stop: 'close', at: 5 });
  expect(stepStop(slow, { kind: 'retry' })).toEqual({ kind: 'sending', stop: 'close' });
});

test('after the server has rejected a stop command, the state contains the reason, and the user can choose another stop command', () => {
  const failed = run([...closing, { kind: 'refused', reason: 'no' }]);
  expect(failed).toEqual({ kind: 'failed', stop: 'close', reason: 'no' });
  expect(stepStop(failed, { kind: 'choose', stop: 'keep' })).toEqual({ kind: 'asking', stop: 'keep' });
});

test('while a stop command is in progress, the user cannot choose a second stop command', () => {
  for (const state of [run(closing), run([...closing, { kind: 'accepted', at: 1 }])]) {
    expect(isInProgress(state)).toBe(true);
    expect(stepStop(state, { kind: 'choose', stop: 'keep' })).toBe(state);
  }
});

test('when the user cancels the dialog, the state is idle', () => {
  expect(run([{ kind: 'choose', stop: 'keep' }, { kind: 'cancel' }])).toEqual(idleStop);
});

test('an event that a state does not allow is ignored', () => {
  const states: readonly StopState[] = [
    idleStop,
    { kind: 'asking', stop: 'close' },
    { kind: 'sending', stop: 'close' },
    { kind: 'accepted', stop: 'close', at: 1 },
    { kind: 'slow', stop: 'close', at: 1 },
    { kind: 'failed', stop: 'close', reason: '' },
    { kind: 'confirmed', stop: 'close' },
  ];
  const events: readonly StopEvent[] = [
    { kind: 'choose', stop: 'keep' },
    { kind: 'cancel' },
    { kind: 'send' },
    { kind: 'accepted', at: 2 },
    { kind: 'refused', reason: 'r' },
    { kind: 'late' },
    { kind: 'retry' },
    { kind: 'ended' },
  ];
  for (const state of states) {
    for (const event of events) {
      const isAllowed = stopTransitions[event.kind].includes(state.kind);
      expect(stepStop(state, event) === state).toBe(!isAllowed);
    }
  }
});

test('the stop commands `close` and `keep` have the request bodies of the specification', () => {
  expect(stopRequest('close')).toEqual({ status: 'completed', close_position: true, is_last: true });
  expect(stopRequest('keep')).toEqual({ status: 'completed', close_position: false, is_last: false });
});
