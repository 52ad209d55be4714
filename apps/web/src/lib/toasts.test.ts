// Tests of the list of toasts: the largest number of toasts, the duration of a toast, and no duplicates.
import { expect, test } from 'vitest';
import { mostToasts, toastDuration, withToast } from './toasts.ts';

test('a toast has the tone info and the duration 3 s by default, and a warning, an error or a long message has the duration 5 s', () => {
  expect(withToast([], { message: 'Saved.' }, 'id')).toEqual([
    { id: 'id', tone: 'info', message: 'Saved.', durationMs: 3_000 },
  ]);
  expect(toastDuration({ tone: 'error', message: 'x' })).toBe(5_000);
  expect(toastDuration({ tone: 'warning', message: 'x' })).toBe(5_000);
  expect(toastDuration({ tone: 'success', message: 'Saved.' })).toBe(3_000);
  expect(toastDuration({ tone: 'success', message: 'x'.repeat(60) })).toBe(5_000);
  expect(toastDuration({ tone: 'warning', message: 'x', durationMs: 7 })).toBe(7);
});

test('a fourth toast removes the oldest toast, and a repeated message replaces its earlier toast', () => {
  const many = ['a', 'b', 'c', 'd'].reduce(
    (list, message) => [...withToast(list, { tone: 'info', message }, message)],
    [] as ReturnType<typeof withToast>,
  );
  expect(many.map((toast) => toast.message)).toEqual(['b', 'c', 'd']);
  expect(many).toHaveLength(mostToasts);
  expect(withToast(many, { tone: 'info', message: 'b' }, 'again').map((toast) => toast.id)).toEqual([
    'c',
    'd',
    'again',
  ]);
});
