// Tests of the creation form: defaults, and fields that change together.
import { crashDefencePresets } from '@rondo/strategy';
import { expect, test } from 'vitest';
import { common as en } from '../../../i18n/en/site/common.ts';
import { common as ja } from '../../../i18n/ja/site/common.ts';
import { common as ko } from '../../../i18n/ko/site/common.ts';
import { common as ru } from '../../../i18n/ru/site/common.ts';
import { common as zh } from '../../../i18n/zh/site/common.ts';
import { languages, type Language } from '../../../i18n/language.ts';
import { createTranslator } from '../../../i18n/translate.ts';
import { findProblems } from './create-config.ts';
import { entryFieldsOf } from './entry-signal.ts';
import {
  initialCreateForm,
  presetOf,
  reduceCreateForm,
  stepDistanceOf,
  stepDistanceText,
  suggestedName,
  type CreateForm,
  type FormLanguage,
} from './create-form.ts';

const texts = { en, ja, ko, ru, zh };
const inLanguage = (language: Language): FormLanguage => ({ language, ...createTranslator(language, texts[language]) });

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
] as const)('choosing the take-profit speed %s sets a take-profit target of %s %%', (speed, target) => {
  expect(reduceCreateForm(initialCreateForm, { kind: 'speed', speed }).takeProfit).toBe(target);
});

test('with five steps, a defence of four percent gives a step distance of one percent', () => {
  const form = reduceCreateForm(initialCreateForm, { kind: 'martinSteps', count: 5 });
  expect(stepDistanceText(form)).toBe('1');
});

test('the value of the manual slider replaces the defence, and a chosen defence replaces the slider value and sets the entry option', () => {
  const manual = reduceCreateForm(initialCreateForm, { kind: 'stepDistance', text: '2.2' });
  expect(stepDistanceText(manual)).toBe('2.2');
  const again = reduceCreateForm(manual, { kind: 'defence', percent: '6' });
  expect([stepDistanceText(again), again.entryOptionCode]).toEqual(['2', '6p']);
});

test.each(['BTC', 'ETH', 'XRP', 'DOGE', 'SOL', '1INCH', 'AAVE', 'ADA', 'LTC', 'BCH'])(
  'the AI option remains selected when the user chooses the instrument of %s',
  (base) => {
    const ai = reduceCreateForm(initialCreateForm, { kind: 'entryOption', code: 'ai-gpt' });
    const moved = reduceCreateForm(ai, { kind: 'instrument', id: `${base}-USDT-SWAP` });
    expect(moved.entryMode).toBe('ai');
  },
);

test('the form changes from the AI option to the four percent defence when the user chooses an instrument that the AI option does not support', () => {
  const ai = reduceCreateForm(initialCreateForm, { kind: 'entryOption', code: 'ai-gpt' });
  expect(ai.entryMode).toBe('ai');
  const moved = reduceCreateForm(ai, { kind: 'instrument', id: 'AVAX-USDT-SWAP' });
  expect([moved.entryMode, moved.entryOptionCode]).toEqual(['normal', '4p']);
  expect(moved.refusedAiInstrument).toBe('AVAX-USDT-SWAP');
  expect(reduceCreateForm(moved, { kind: 'defence', percent: '6' }).refusedAiInstrument).toBeNull();
});

test('a selected instrument that is in use is replaced by a free instrument, and an instrument that is free remains selected', () => {
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

test('the number of cyclic steps does not change when the user chooses fewer steps, so the form can show that there are too many cyclic steps', () => {
  const form = reduceCreateForm({ ...initialCreateForm, cyclicSteps: 3 }, { kind: 'martinSteps', count: 3 });
  expect(form.cyclicSteps).toBe(3);
});

test('a preset sets the budget ratio and the leverage, and the preset of a form is found by these two values', () => {
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

test('the suggested name is written in the language of the person', () => {
  const names = languages.map((language) => suggestedName(initialCreateForm, inLanguage(language)));
  expect(names).toEqual(['ETH 롱 20%', 'ETH long 20%', 'ETH лонг 20\u00a0%', 'ETH 做多 20%', 'ETH ロング 20%']);
});

test.each(languages)(
  'the suggested name has at most fifteen characters and no shortened percent in the language %s',
  (language) => {
    for (const base of ['ETH', '1000PEPE', '1000000MOG', 'AVERYLONGTOKENNAME']) {
      const form: CreateForm = { ...initialCreateForm, instrumentId: `${base}-USDT-SWAP`, direction: 'short' };
      const name = suggestedName(form, inLanguage(language));
      expect(name.length).toBeLessThanOrEqual(15);
      expect(name).toMatch(/ 20\u00a0?%$|^\D*(1000\D*|1000000\D*)?$/);
    }
  },
);

test('a reset restores the default values and does not change the tab', () => {
  const changed = { ...initialCreateForm, tab: 'manual' as const, leverage: '3' };
  expect(reduceCreateForm(changed, { kind: 'reset' })).toEqual({ ...initialCreateForm, tab: 'manual' });
});

test('the entry of the payload has the rule of the form, with its defaults for the direction', () => {
  const signal = reduceCreateForm(initialCreateForm, { kind: 'entryOption', code: 'signal' });
  expect([signal.entryMode, signal.entryOptionCode]).toEqual(['signal', 'rsi']);
  const rsi = { bar: '1H', length: '14', level: '30', when: 'crossing' };
  expect(entryFieldsOf(signal)).toEqual({ type: 'rsi', signal: rsi });
  const short = reduceCreateForm(signal, { kind: 'direction', direction: 'short' });
  expect(entryFieldsOf(short)).toEqual({ type: 'rsi', signal: { ...rsi, level: '70' } });
  const typed = reduceCreateForm(signal, { kind: 'signal', change: { level: '25.5', when: 'while', bar: '15m' } });
  expect(entryFieldsOf(typed)).toEqual({
    type: 'rsi',
    signal: { bar: '15m', length: '14', level: '25.5', when: 'while' },
  });
  const cloud = reduceCreateForm(typed, { kind: 'signal', change: { kind: 'ichimoku' } });
  expect(entryFieldsOf(cloud)).toEqual({ type: 'ichimoku', signal: { bar: '15m', when: 'while' } });
  const message = reduceCreateForm(cloud, { kind: 'signal', change: { kind: 'webhook' } });
  expect(entryFieldsOf(message)).toEqual({ type: 'webhook' });
  expect(entryFieldsOf(reduceCreateForm(message, { kind: 'entryOption', code: '4p' }))).toEqual({ type: 'market' });
  expect(entryFieldsOf(reduceCreateForm(message, { kind: 'entryOption', code: 'ai-gpt' }))).toEqual({ type: 'ai-gpt' });
});

test('a rule outside of its bounds is a problem of the form only while the mode is signal', () => {
  const signal = reduceCreateForm(initialCreateForm, { kind: 'signal', change: { length: '51' } });
  const checked = { name: 'bot', allocation: null, available: null };
  expect(findProblems(signal, checked)).toEqual([{ field: 'signalLength', kind: 'out_of_range', min: '2', max: '50' }]);
  expect(
    findProblems(reduceCreateForm(signal, { kind: 'signal', change: { length: '14', level: '4' } }), checked),
  ).toEqual([{ field: 'signalLevel', kind: 'out_of_range', min: '5', max: '95' }]);
  expect(findProblems(reduceCreateForm(signal, { kind: 'entryOption', code: '4p' }), checked)).toEqual([]);
});

test('a rule beside the bot has its own field, keeps the entry at once, and is never a message', () => {
  const rsi = { rule: 'rsi', bar: '1H', length: '14', level: '30', when: 'crossing' };
  const shadowed = reduceCreateForm(initialCreateForm, { kind: 'shadow', isOn: true });
  expect(entryFieldsOf(shadowed)).toEqual({ type: 'market', shadow: rsi });
  const cloud = reduceCreateForm(shadowed, { kind: 'signal', change: { kind: 'ichimoku', bar: '4H' } });
  expect(entryFieldsOf(cloud)).toEqual({ type: 'market', shadow: { rule: 'ichimoku', bar: '4H', when: 'while' } });
  expect(entryFieldsOf(reduceCreateForm(cloud, { kind: 'shadow', isOn: false }))).toEqual({ type: 'market' });
  const wrong = reduceCreateForm(shadowed, { kind: 'signal', change: { length: '51' } });
  const checked = { name: 'bot', allocation: null, available: null };
  expect(findProblems(wrong, checked)).toMatchObject([{ field: 'signalLength' }]);
  expect(findProblems(reduceCreateForm(wrong, { kind: 'shadow', isOn: false }), checked)).toEqual([]);
  const messages = reduceCreateForm(reduceCreateForm(shadowed, { kind: 'entryOption', code: 'signal' }), {
    kind: 'signal',
    change: { kind: 'webhook' },
  });
  expect(entryFieldsOf(messages)).toEqual({ type: 'webhook' });
  const back = reduceCreateForm(messages, { kind: 'entryOption', code: '4p' });
  expect(entryFieldsOf(back)).toEqual({ type: 'market' });
  expect(entryFieldsOf(reduceCreateForm(back, { kind: 'shadow', isOn: true }))).toEqual({
    type: 'market',
    shadow: rsi,
  });
});

test('the form remembers the settings before a preset until another setting changes', () => {
  const typed = reduceCreateForm(initialCreateForm, { kind: 'setting', name: 'leverage', text: '7' });
  const [preset] = crashDefencePresets;
  if (preset === undefined) throw new Error('There is a preset.');
  const chosen = reduceCreateForm(typed, { kind: 'preset', preset });
  const before = { investmentRatio: initialCreateForm.investmentRatio, leverage: '7' };
  expect([typed.beforePreset, chosen.beforePreset]).toEqual([null, before]);
  expect(reduceCreateForm(chosen, { kind: 'tab', tab: 'manual' }).beforePreset).toEqual(before);
  expect(reduceCreateForm(chosen, { kind: 'name', text: 'my bot' }).beforePreset).toEqual(before);
  expect(reduceCreateForm(chosen, { kind: 'instrumentsInUse', ids: [], free: [] })).toBe(chosen);
  expect(reduceCreateForm(chosen, { kind: 'grid', mode: 'fast' }).beforePreset).toBeNull();
});
