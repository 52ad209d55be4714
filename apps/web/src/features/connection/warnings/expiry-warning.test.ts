// One warning per level and account, and when the urgent dialog may go.
import { expect, test } from 'vitest';
import { lookAtExpiries, mostUrgent, type Warned } from './expiry-warning.ts';

const minuteMs = 60_000;
const expiresAt = 7_200;
const at = (minutesBefore: number): number => expiresAt * 1_000 - minutesBefore * minuteMs;
const account = { id: 'a', name: 'Main', expires_at: expiresAt };

test('each level warns once on the way down, and again after the token was renewed', () => {
  let warned: Warned = {};
  const levels = [45, 30, 20, 10, 9, 45, 8, 0, -5].map((minutes) => {
    const seen = lookAtExpiries(warned, [account], at(minutes));
    warned = seen.warned;
    return seen.due.map((due) => `${due.level} ${due.minutes}`).join();
  });
  expect(levels).toEqual(['', 'warning 30', '', 'critical 10', '', '', 'critical 8', 'expired 0', '']);
});

test('accounts are warned about on their own and one short account keeps the dialog', () => {
  const other = { id: 'b', name: 'Sub', expires_at: expiresAt + 7_200 };
  const seen = lookAtExpiries({}, [account, other], at(5));
  expect(seen).toEqual({
    warned: { a: 'critical', b: 'normal' },
    due: [{ name: 'Main', level: 'critical', minutes: 5 }],
    isCalm: false,
  });
  expect(lookAtExpiries(seen.warned, [other], at(5)).isCalm).toBe(true);
});

test('a link without a token never warns', () => {
  expect(lookAtExpiries({}, [{ id: 'c', name: 'Third', expires_at: null }], at(0))).toEqual({
    warned: {},
    due: [],
    isCalm: true,
  });
});

test('a warning names its account when several are linked, the only one needs no name', () => {
  const other = { id: 'b', name: 'Sub', expires_at: null };
  expect(lookAtExpiries({}, [account, other], at(20)).due.map(({ name }) => name)).toEqual(['Main']);
  expect(lookAtExpiries({}, [account], at(20)).due.map(({ name }) => name)).toEqual([null]);
});

test('the urgent dialog says the shortest time and names every account that is urgent', () => {
  const later = { id: 'b', name: 'Sub', expires_at: expiresAt + 120 };
  const { due } = lookAtExpiries({}, [later, account], at(5));
  expect(mostUrgent(due)).toEqual({ name: 'Main, Sub', level: 'critical', minutes: 5 });
  expect(mostUrgent(lookAtExpiries({}, [account], at(5)).due)?.name).toBeNull();
  expect(mostUrgent(lookAtExpiries({}, [account], at(20)).due)).toBeNull();
});
