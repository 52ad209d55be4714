// Tests the status and the phase of a bot. They are computed from the view that the engine stored, or from a recorded command that is newer.
import type { BotRecord } from '@rondo/store';
import { expect, test } from 'vitest';
import { lifecycleOf } from './lifecycle.ts';

type View = NonNullable<BotRecord['view']>;

const view = (changes: Pick<View, 'phase' | 'status'>): View => ({
  botId: 'bot',
  endReason: null,
  round: 1,
  cycles: 0,
  currentStep: 1,
  isLast: false,
  heldBy: '',
  skippedSlots: '',
  entryPrice: null,
  positionSize: '0',
  realisedPnl: '0',
  state: '{}',
  eventPosition: 0,
  updatedAt: 0,
  endedAt: null,
  ...changes,
});

const running = view({ phase: 'running', status: 'active' });
test.each([
  [
    'the bot is recorded and the engine has not started the bot',
    { course: 'running', view: null },
    'active',
    'starting',
    false,
  ],
  ['the bot is running', { course: 'running', view: running }, 'active', 'running', false],
  [
    'a stop is recorded and the engine has not executed the stop',
    { course: 'closing', view: running },
    'active',
    'stopping',
    false,
  ],
  ['the last round is recorded', { course: 'last', view: running }, 'active', 'running', true],
  [
    'the engine has completed the bot',
    { course: 'running', view: view({ phase: 'completed', status: 'completed' }) },
    'completed',
    'completed',
    false,
  ],
  [
    'the position was liquidated',
    { course: 'done', view: view({ phase: 'liquidated', status: 'completed' }) },
    'completed',
    'liquidated',
    false,
  ],
  [
    'the bot has an error and is still active',
    { course: 'running', view: view({ phase: 'error', status: 'active' }) },
    'active',
    'error',
    false,
  ],
  ['the bot has ended and has no view', { course: 'done', view: null }, 'completed', 'completed', false],
] as const)('the status and the phase of a bot are correct when %s', (...[, record, status, phase, isLast]) => {
  expect(lifecycleOf(record)).toEqual({ status, phase, is_last: isLast });
});
