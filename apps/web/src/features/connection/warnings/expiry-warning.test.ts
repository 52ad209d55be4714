// Tests of expiry warnings: one warning per level and account, and the end of the urgent dialog.
import { expect, test } from 'vitest';
import { createFormat } from '../../../lib/numbers/format.ts';
import { checkExpiries, mostUrgent, type WarnedLevels } from './expiry-warning.ts';

const minuteMs = 60_000;
const expiresAt = 7_200;
const at = (minutesBefore: number): number => expiresAt * 1_000 - minutesBefore * minuteMs;
const account = { id: 'a', name: 'Main', expires_at: expiresAt };

test('each level of expiry causes one warning while the remaining time gets shorter, and causes another warning after the token was renewed', () => {
  let warned: WarnedLevels = {};
  const levels = [45, 30, 20, 10, 9, 45, 8, 0, -5].map((minutes) => {
    const seen = checkExpiries(warned, [account], at(minutes));
    warned = seen.warned;
    return seen.due.map((due) => `${due.level} ${due.minutes}`).join();
  });
  expect(levels).toEqual(['', 'warning 30', '', 'critical 10', '', '', 'critical 8', 'expired 0', '']);
});

test('the warnings of one account do not depend on other accounts, and the dialog remains open while one account is urgent', () => {
  const other = { id: 'b', name: 'Sub', expires_at: expiresAt + 7_200 };
  const seen = checkExpiries({}, [account, other], at(5));
  expect(seen).toEqual({
    warned: { a: 'critical', b: 'normal' },
    due: [{ name: 'Main', level: 'critical', minutes: 5 }],
    isNoneUrgent: false,
  });
  expect(checkExpiries(seen.warned, [other], at(5)).isNoneUrgent).toBe(true);
});

test('an account without a token has no warnings', () => {
  expect(checkExpiries({}, [{ id: 'c', name: 'Third', expires_at: null }], at(0))).toEqual({
    warned: {},
    due: [],
    isNoneUrgent: true,
  });
});

test('a warning contains the name of its account when several accounts are linked', () => {
  const other = { id: 'b', name: 'Sub', expires_at: null };
  expect(checkExpiries({}, [account, other], at(20)).due.map(({ name }) => name)).toEqual(['Main']);
  expect(checkExpiries({}, [account], at(20)).due.map(({ name }) => name)).toEqual([null]);
});

test('the urgent dialog shows the shortest remaining time and the names of all urgent accounts with the separator of the language', () => {
  const later = { id: 'b', name: 'Sub', expires_at: expiresAt + 120 };
  const { list } = createFormat('ja', { hidesAmounts: false });
  const { due } = checkExpiries({}, [later, account], at(5));
  expect(mostUrgent(due, list)).toEqual({ name: 'Main、Sub', level: 'critical', minutes: 5 });
  expect(mostUrgent(checkExpiries({}, [account], at(5)).due, list)?.name).toBeNull();
  expect(mostUrgent(checkExpiries({}, [account], at(20)).due, list)).toBeNull();
});
