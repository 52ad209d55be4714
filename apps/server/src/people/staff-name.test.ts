// Tests which messaging ids look like an account of the operators.
import { expect, test } from 'vitest';
import { isStaffName } from './staff-name.ts';

test.each([
  'Operator',
  'admin',
  'rondo_support',
  'Rondo Official',
  's u p p o r t',
  'Admin 24',
  '0perat0r',
  '\u0430dmin',
  '\u041e\u043f\u0435\u0440\u0430\u0442\u043e\u0440',
  '\uFF21\uFF44\uFF4D\uFF49\uFF4E',
  '운영자 김',
  '客服01',
  'サポート',
])('the messaging id %s looks like staff', (name) => {
  expect(isStaffName(name)).toBe(true);
});

test.each(['mina_trades', 'badminton_fan', 'supporter7', 'Opera', 'Анна', '김민수', '李明', '@'])(
  'the messaging id %s does not look like staff',
  (name) => {
    expect(isStaffName(name)).toBe(false);
  },
);
