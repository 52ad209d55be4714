// Tests of the settings of a rule.
import { expect, test } from 'vitest';
import { readRule } from './rules.ts';

test('a setting that is absent has the default of the rule and of the direction', () => {
  expect(readRule({ rule: 'rsi' }, 'long')).toEqual({
    ok: true,
    rule: { kind: 'rsi', length: 14, level: 30, when: 'crossing' },
  });
  expect(readRule({ rule: 'rsi' }, 'short')).toMatchObject({ rule: { level: 70 } });
  expect(readRule({ rule: 'ichimoku' }, 'long')).toEqual({ ok: true, rule: { kind: 'ichimoku', when: 'while' } });
  expect(readRule({ rule: 'atr' }, 'long')).toEqual({ ok: true, rule: { kind: 'atr', length: 14 } });
});

test.each([
  [{ length: '2' }, { length: 2 }],
  [
    { length: '50', level: '95' },
    { length: 50, level: 95 },
  ],
  [
    { level: '5', when: 'while' },
    { level: 5, when: 'while' },
  ],
  [{ level: '32.5' }, { level: 32.5 }],
])('RSI accepts the settings %o', (fields, rule) => {
  expect(readRule({ rule: 'rsi', ...fields }, 'long')).toMatchObject({ ok: true, rule });
});

test.each([
  [{ rule: 'macd' }, 'rule', 'must be rsi, ichimoku or atr, not "macd"'],
  [{ rule: 'rsi', length: '1' }, 'length', 'must be a whole number from 2 to 50, not "1"'],
  [{ rule: 'rsi', length: '51' }, 'length', 'must be a whole number from 2 to 50, not "51"'],
  [{ rule: 'rsi', length: '14.5' }, 'length', 'must be a whole number from 2 to 50, not "14.5"'],
  [{ rule: 'rsi', level: '4' }, 'level', 'must be a number from 5 to 95, not "4"'],
  [{ rule: 'rsi', level: '3e1' }, 'level', 'must be a number from 5 to 95, not "3e1"'],
  [{ rule: 'rsi', when: 'never' }, 'when', 'must be crossing or while, not "never"'],
  [{ rule: 'ichimoku', length: '9' }, 'length', 'is no setting of ichimoku'],
  [{ rule: 'ichimoku', when: '' }, 'when', 'must be crossing or while, not ""'],
  [{ rule: 'atr', level: '30' }, 'level', 'is no setting of atr'],
  [{ rule: 'atr', length: 'x' }, 'length', 'must be a whole number from 2 to 50, not "x"'],
])('the settings %o are refused at the setting %s', (fields, field, reason) => {
  expect(readRule(fields, 'long')).toEqual({ ok: false, refusal: { field, reason } });
});
