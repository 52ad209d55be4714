// Tests of the settings of a bot as text and as link.
import { expect, test } from 'vitest';
import { fixedBot } from '../../workbench/samples.ts';
import { settingsOfBot } from './settings-of-bot.ts';
import { queryOfSettings, readSettings, writeSettings, type SharedSettings } from './settings-text.ts';

const plain: SharedSettings = {
  instrument: 'ETH-USDT-SWAP',
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
const ruled: SharedSettings = {
  ...plain,
  entry: 'rsi',
  bar: '15m',
  length: '14',
  level: '27.5',
  when: 'while',
};

const { stepDistance: _, ...others } = plain;
const varied: SharedSettings = { ...others, atrMultiplier: '1.5' };

test.each([
  plain,
  varied,
  ruled,
  { ...plain, compound: 'off' },
  { ...plain, autoReentry: 'off' },
  { ...plain, entry: 'webhook' },
  { ...plain, shadow: 'ichimoku', bar: '1H', when: 'crossing' },
])('settings that are written as a text and as a link are read as the same settings: %j', (settings) => {
  const text = writeSettings(settings);
  expect(readSettings(text)).toEqual({ ok: true, settings });
  expect(readSettings(`${text.replaceAll('\n', '\r\n')}\r\n\r\n`)).toEqual({ ok: true, settings });
  const link = `https://rondo.test/dashboard/bot?${queryOfSettings(settings)}`;
  expect(readSettings(` ${link} `)).toEqual({ ok: true, settings });
  expect(readSettings(queryOfSettings(settings))).toEqual({ ok: true, settings });
});

const changed = (name: string, line: string | null): string =>
  writeSettings(plain)
    .split('\n')
    .flatMap((each) => (each.startsWith(`${name}=`) ? (line === null ? [] : [line]) : [each]))
    .join('\n');

test.each([
  ['', { kind: 'unreadable' }],
  ['hello', { kind: 'unreadable' }],
  ['https://rondo.test/dashboard/bot', { kind: 'unreadable' }],
  [`${writeSettings(plain)}\n${'x'.repeat(3_000)}`, { kind: 'unreadable' }],
  [changed('settings', 'settings=2'), { kind: 'version' }],
  [changed('leverage', 'leverage=21'), { kind: 'value', name: 'leverage', value: '21' }],
  [changed('leverage', 'leverage=2.5'), { kind: 'value', name: 'leverage', value: '2.5' }],
  [changed('takeProfit', 'takeProfit=1e1'), { kind: 'value', name: 'takeProfit', value: '1e1' }],
  [changed('stepDistance', 'stepDistance=1.25'), { kind: 'value', name: 'stepDistance', value: '1.25' }],
  [changed('stopLoss', 'stopLoss='), { kind: 'value', name: 'stopLoss', value: '' }],
  [changed('direction', 'direction=up'), { kind: 'value', name: 'direction', value: 'up' }],
  [changed('instrument', 'instrument=<b>'), { kind: 'value', name: 'instrument', value: '<b>' }],
  [changed('cyclicSteps', 'cyclicSteps=5'), { kind: 'value', name: 'cyclicSteps', value: '5' }],
  [changed('takeProfit', null), { kind: 'missing', name: 'takeProfit' }],
  [changed('stepDistance', null), { kind: 'missing', name: 'stepDistance' }],
  [changed('takeProfit', 'takeProfit=1\ntakeProfit=2'), { kind: 'twice', name: 'takeProfit' }],
  [changed('stepDistance', 'stepDistance=1\ndefense=4'), { kind: 'twice', name: 'stepDistance' }],
  [changed('stepDistance', 'stepDistance=1\natrMultiplier=1.5'), { kind: 'twice', name: 'stepDistance' }],
  [changed('stepDistance', 'atrMultiplier=10.1'), { kind: 'value', name: 'atrMultiplier', value: '10.1' }],
  [writeSettings({ ...varied, entry: 'ai-gpt' }), { kind: 'value', name: 'atrMultiplier', value: '1.5' }],
  [writeSettings({ ...varied, shadow: 'rsi', bar: '1H' }), { kind: 'value', name: 'shadow', value: 'rsi' }],
  [changed('entry', 'entry=rsi'), { kind: 'missing', name: 'bar' }],
  [`${writeSettings(plain)}\nallocation=100`, { kind: 'unknown', name: 'allocation' }],
  [`${writeSettings(plain)}\n__proto__=1`, { kind: 'unknown', name: '__proto__' }],
] as const)('%j is refused', (text, problem) => {
  expect(readSettings(text)).toEqual({ ok: false, problem });
});

test('the settings of a bot have no amount, no name and no account', () => {
  expect(settingsOfBot(fixedBot)).toEqual({
    instrument: 'ETH-USDT-SWAP',
    direction: 'long',
    investmentRatio: '50',
    leverage: '10',
    martinSteps: '4',
    cyclicSteps: '1',
    defense: '4',
    takeProfit: '0.5',
    cycleCredit: '50',
    stopLoss: 'none',
    entry: 'market',
  });
});

test('the factor of ATR is in the settings of the bot, and the distance of its running round is not', () => {
  const settings = settingsOfBot({
    ...fixedBot,
    entry: { ...fixedBot.entry, step_distance: 1.41, atr_multiplier: 1.5 },
  });
  expect(settings).toMatchObject({ atrMultiplier: '1.5', entry: 'market' });
  expect([settings.stepDistance, settings.defense]).toEqual([undefined, undefined]);
});

test('a bot of one round has this in its settings, and a bot that begins new rounds does not name it', () => {
  const { basic } = fixedBot;
  const once = { ...basic, auto_reentry: { ...basic.auto_reentry, enabled: false } };
  expect(settingsOfBot({ ...fixedBot, basic: once })).toMatchObject({ autoReentry: 'off' });
  expect(settingsOfBot(fixedBot).autoReentry).toBeUndefined();
});

test('a distance that no defence has, a stop loss and the rule of the entry are in the settings of the bot', () => {
  const signal = { rule: 'rsi', bar: '1H', length: 14, level: '30', when: 'crossing' } as const;
  const entry = { ...fixedBot.entry, type: 'rsi', step_distance: 1.7, signal };
  const exit = { ...fixedBot.exit, stop_loss: { enabled: true, value: 12.5, on_bot_end: true } };
  expect(settingsOfBot({ ...fixedBot, size_ratio: 0.07, entry, exit })).toMatchObject({
    investmentRatio: '7',
    stepDistance: '1.7',
    stopLoss: '12.5',
    entry: 'rsi',
    bar: '1H',
    length: '14',
    level: '30',
    when: 'crossing',
  });
  const beside = { ...fixedBot.entry, shadow: { ...signal, rule: 'ichimoku' as const, length: null, level: null } };
  const settings = settingsOfBot({ ...fixedBot, entry: beside });
  expect(settings).toMatchObject({ entry: 'market', shadow: 'ichimoku', bar: '1H', when: 'crossing' });
  expect(readSettings(writeSettings(settings))).toEqual({ ok: true, settings });
});
