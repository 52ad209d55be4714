// Tests of the form that is opened with the settings of a text.
import { expect, test } from 'vitest';
import type { SharedSettings } from '../../settings-text/settings-text.ts';
import { importedForm } from './imported-form.ts';
import { stepDistanceText } from './create-form.ts';
import { entryFieldsOf } from './entry-signal.ts';

const settings: SharedSettings = {
  instrument: 'SOL-USDT-SWAP',
  direction: 'short',
  investmentRatio: '45',
  leverage: '7',
  martinSteps: '5',
  cyclicSteps: '2',
  stepDistance: '1.3',
  takeProfit: '0.7',
  cycleCredit: '80',
  stopLoss: '12.5',
  entry: 'market',
};

test('the form has every setting of the text, and no amount and no name', () => {
  expect(importedForm(settings)).toMatchObject({
    tab: 'manual',
    instrumentId: 'SOL-USDT-SWAP',
    direction: 'short',
    investmentRatio: '45',
    leverage: '7',
    martinSteps: 5,
    cyclicSteps: 2,
    distance: { kind: 'manual', percent: '1.3' },
    takeProfit: '0.7',
    cycleCredit: '80',
    stopLoss: '12.5',
    allocation: null,
    name: null,
  });
  const { stepDistance: _, ...rest } = settings;
  expect(stepDistanceText(importedForm({ ...rest, defense: '8', stopLoss: 'none' }))).toBe('2');
  expect(importedForm({ ...rest, defense: '8', stopLoss: 'none' }).stopLoss).toBeNull();
  expect([importedForm(settings).autoReentry, importedForm({ ...settings, autoReentry: 'off' }).autoReentry]).toEqual([
    true,
    false,
  ]);
  expect([importedForm(settings).compound, importedForm({ ...settings, compound: 'off' }).compound]).toEqual([
    true,
    false,
  ]);
});

test('the factor of ATR of a text is in the form instead of the distance', () => {
  const { stepDistance: _, ...rest } = settings;
  expect(importedForm({ ...rest, atrMultiplier: '1.5' }).atrMultiplier).toBe('1.5');
  expect(importedForm(settings).atrMultiplier).toBeNull();
});

const rule = { bar: '15m', length: '9', level: '72.5', when: 'while' };

test.each([
  [{ entry: 'market' }, { type: 'market' }],
  [{ entry: 'ai-gpt' }, { type: 'ai-gpt' }],
  [{ entry: 'webhook' }, { type: 'webhook' }],
  [
    { entry: 'rsi', ...rule },
    { type: 'rsi', signal: rule },
  ],
  [
    { entry: 'rsi', ...rule, bar: '5m' },
    { type: 'rsi', signal: { ...rule, bar: '5m' } },
  ],
  [
    { entry: 'market', shadow: 'ichimoku', bar: '4H', when: 'crossing' },
    { type: 'market', shadow: { rule: 'ichimoku', bar: '4H', when: 'crossing' } },
  ],
])('the entry %j of a text becomes the entry %j of the request', (entry, fields) => {
  expect(entryFieldsOf(importedForm({ ...settings, ...entry }))).toEqual(fields);
});
