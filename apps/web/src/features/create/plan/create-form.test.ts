// Tests of the creation form: defaults, and fields that change together.
import { crashDefencePresets } from '@rondo/strategy';
import { expect, test } from 'vitest';
import {
  initialCreateForm,
  presetOf,
  reduceCreateForm,
  stepDistanceOf,
  stepDistanceText,
  suggestedName,
} from './create-form.ts';

test('the initial form has the defaults of the specification', () => {
  expect(initialCreateForm).toMatchObject({
    instrumentId: 'ETH-USDT-SWAP',
    investmentRatio: '50',
    direction: 'long',
    leverage: '10',
    martinSteps: 4,
    cyclicSteps: 1,
    takeProfit: '0.5',
    entryMode: 'normal',
    entryOptionCode: '4p',
  });
  expect(stepDistanceText(initialCreateForm)).toBe('1.33');
  expect(stepDistanceOf(initialCreateForm)).toEqual({ n: 1n, d: 75n });
});

test.each([
  ['strong', 3],
  ['balanced', 4],
  ['fast', 5],
] as const)('choosing the grid mode %s sets %i steps and resets the cyclic steps to 1', (mode, steps) => {
  const form = reduceCreateForm({ ...initialCreateForm, cyclicSteps: 3 }, { kind: 'grid', mode });
  expect([form.martinSteps, form.cyclicSteps]).toEqual([steps, 1]);
});

test.each([
  ['fast', '0.5'],
  ['default', '1'],
  ['slow', '2'],
] as const)('choosing the take-profit speed %s sets a target of %s %%', (speed, target) => {
  expect(reduceCreateForm(initialCreateForm, { kind: 'speed', speed }).takeProfit).toBe(target);
});

test('more steps spread the same defence over more gaps', () => {
  const form = reduceCreateForm(initialCreateForm, { kind: 'martinSteps', count: 5 });
  expect(stepDistanceText(form)).toBe('1');
});

test('the manual slider replaces the defence; choosing a defence replaces the slider value and the entry option', () => {
  const manual = reduceCreateForm(initialCreateForm, { kind: 'stepDistance', text: '2.2' });
  expect(stepDistanceText(manual)).toBe('2.2');
  const again = reduceCreateForm(manual, { kind: 'defence', percent: '6' });
  expect([stepDistanceText(again), again.entryOptionCode]).toEqual(['2', '6p']);
});

test.each(['BTC', 'ETH', 'XRP', 'DOGE', 'SOL', '1INCH', 'AAVE', 'ADA', 'LTC', 'BCH'])(
  'the AI option stays selected on %s',
  (base) => {
    const ai = reduceCreateForm(initialCreateForm, { kind: 'entryOption', code: 'ai-gpt' });
    const moved = reduceCreateForm(ai, { kind: 'instrument', id: `${base}-USDT-SWAP` });
    expect(moved.entryMode).toBe('ai');
  },
);

test('the AI option on an instrument outside its list falls back to the four percent defence', () => {
  const ai = reduceCreateForm(initialCreateForm, { kind: 'entryOption', code: 'ai-gpt' });
  expect(ai.entryMode).toBe('ai');
  const moved = reduceCreateForm(ai, { kind: 'instrument', id: 'AVAX-USDT-SWAP' });
  expect([moved.entryMode, moved.entryOptionCode]).toEqual(['normal', '4p']);
});

test('an instrument in use is replaced by ETH, or else by the first free one', () => {
  const taken = reduceCreateForm(initialCreateForm, {
    kind: 'instrumentsInUse',
    ids: ['ETH-USDT-SWAP'],
    free: ['BTC-USDT-SWAP'],
  });
  expect(taken.instrumentId).toBe('BTC-USDT-SWAP');
  const unchanged = reduceCreateForm(initialCreateForm, {
    kind: 'instrumentsInUse',
    ids: ['BTC-USDT-SWAP'],
    free: ['ETH-USDT-SWAP'],
  });
  expect(unchanged).toBe(initialCreateForm);
});

test('fewer steps do not change the cyclic steps, so that the form can show when there are too many', () => {
  const form = reduceCreateForm({ ...initialCreateForm, cyclicSteps: 3 }, { kind: 'martinSteps', count: 3 });
  expect(form.cyclicSteps).toBe(3);
});

test('a preset sets share and leverage, and is found again from these two values', () => {
  const chosen = crashDefencePresets.map((preset) => reduceCreateForm(initialCreateForm, { kind: 'preset', preset }));
  expect(chosen.map((form) => [form.investmentRatio, form.leverage])).toEqual([
    ['50', '10'],
    ['33', '10'],
    ['25', '10'],
    ['20', '10'],
    ['10', '10'],
  ]);
  expect(chosen.map(presetOf)).toEqual(crashDefencePresets);
  expect(presetOf({ ...initialCreateForm, leverage: '7' })).toBeNull();
});

test('the suggested name has at most fifteen characters', () => {
  expect(suggestedName(initialCreateForm)).toBe('ETH long 20 %');
  expect(suggestedName({ ...initialCreateForm, instrumentId: '1000000MOG-USDT-SWAP' }).length).toBeLessThanOrEqual(15);
});

test('reset restores the defaults and keeps the tab', () => {
  const changed = { ...initialCreateForm, tab: 'manual' as const, leverage: '3' };
  expect(reduceCreateForm(changed, { kind: 'reset' })).toEqual({ ...initialCreateForm, tab: 'manual' });
});
