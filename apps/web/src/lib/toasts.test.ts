// Tests of the list of toasts: the largest number, the duration, and no duplicates.
import { expect, test } from 'vitest';
import { mostToasts, toastDuration, withToast } from './toasts.ts';

test('a message is information and stays three seconds by default; errors and long ones stay five', () => {
  expect(withToast([], { message: 'Saved.' }, 'id')).toEqual([
    { id: 'id', tone: 'info', message: 'Saved.', durationMs: 3_000 },
  ]);
  expect(toastDuration({ tone: 'error', message: 'x' })).toBe(5_000);
  expect(toastDuration({ tone: 'warning', message: 'x' })).toBe(5_000);
  expect(toastDuration({ tone: 'success', message: 'Saved.' })).toBe(3_000);
  expect(toastDuration({ tone: 'success', message: 'x'.repeat(60) })).toBe(5_000);
  expect(toastDuration({ tone: 'warning', message: 'x', durationMs: 7 })).toBe(7);
});

test('the fourth message pushes the oldest out and the same message is not shown twice', () => {
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
