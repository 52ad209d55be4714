// Tests how the rounds of the form open in a simulation.
import { expect, test } from 'vitest';
import { initialCreateForm, type CreateForm } from './create-form.ts';
import { initialSignal } from './entry-signal.ts';
import { simulatedEntryOf } from './simulated-entry.ts';

test.each<[string, Partial<CreateForm>, object]>([
  ['at once', {}, { kind: 'atOnce' }],
  ['at once beside an observed rule', { isShadowed: true }, { kind: 'atOnce' }],
  ['at a signal', { entryMode: 'signal' }, { kind: 'rule', rules: { kind: 'rule', bar: '1H', rule: { kind: 'rsi' } } }],
  [
    'at a signal with bars of 5 minutes',
    { entryMode: 'signal', signal: { ...initialSignal, bar: '5m' } },
    { kind: 'unknown', why: 'shortBars' },
  ],
  [
    'at a signal with a wrong length',
    { entryMode: 'signal', signal: { ...initialSignal, length: '0' } },
    { kind: 'unknown', why: 'setting' },
  ],
  [
    'at messages',
    { entryMode: 'signal', signal: { ...initialSignal, kind: 'webhook' } },
    { kind: 'unknown', why: 'messages' },
  ],
  ['with a model', { entryMode: 'ai' }, { kind: 'unknown', why: 'model' }],
])('the rounds of a form that opens them %s are simulated as %j', (_name, changes, expected) => {
  expect(simulatedEntryOf({ ...initialCreateForm, ...changes })).toMatchObject(expected);
});
