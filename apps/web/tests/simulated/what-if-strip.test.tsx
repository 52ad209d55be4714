// Tests that the what-if strip shows figures only of the settings of the form, and a sentence when it cannot simulate them.
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CandleCoverage } from '@rondo/contract';
import { percent, percentToRatio } from '@rondo/decimal';
import { botConfig } from '@rondo/testkit';
import { atOnce, type SimulatedEntry } from '../../src/features/create/plan/simulated-entry.ts';
import { WhatIfStrip, type WhatIfStripProps } from '../../src/features/what-if/what-if-strip.tsx';
import { languages, type Language } from '../../src/i18n/language.ts';
import { breakWorker, serveMonth, storedMonth, whileSimulating } from '../support/stored-month.ts';
import { show } from '../support/show.tsx';

const bot = botConfig({ stepDistance: percentToRatio(percent('1')) });
const instrumentId = bot.instrument.id;
const rule: SimulatedEntry = {
  kind: 'rule',
  rules: { kind: 'rule', rule: { kind: 'rsi', length: 14, level: 60, when: 'while' }, bar: '4H' },
};
const unknown = (why: Extract<SimulatedEntry, { kind: 'unknown' }>['why']): SimulatedEntry => ({
  kind: 'unknown',
  why,
});

type Options = { readonly language?: Language; readonly coverage?: CandleCoverage };

const openStrip = async (first: Partial<WhatIfStripProps> = {}, { language = 'en', coverage }: Options = {}) => {
  serveMonth();
  const change = { to: (_props: Partial<WhatIfStripProps>): void => undefined };
  const Strip = () => {
    const [props, setProps] = useState<WhatIfStripProps>({ bot, entry: atOnce, instrumentId, ...first });
    useEffect(() => {
      change.to = (changed) => setProps((before) => ({ ...before, ...changed }));
    }, []);
    return <WhatIfStrip {...props} />;
  };
  const { container } = await show(<Strip />, {
    language,
    responses: { candleCoverage: () => coverage ?? storedMonth() },
  });
  const figures = (): string => container.querySelector('.what-if-figures')?.textContent ?? '';
  const isWhole = (): boolean => container.querySelector('.what-if-picture[data-whole=true]') !== null;
  return { container, change, figures, isWhole };
};

test('with an entry rule the strip has the figures of rounds that open at the signals, and says so', async () => {
  const { container, change, figures, isWhole } = await openStrip();
  await expect.poll(isWhole, whileSimulating).toBe(true);
  const roundsAtOnce = /rounds (\d+)/.exec(figures())?.[1];
  expect(container.textContent).not.toContain('Each round opens at a signal of the rule.');
  change.to({ entry: rule });
  await expect.element(page.getByText(/Each round opens at a signal of the rule\./), whileSimulating).toBeVisible();
  await expect.poll(isWhole, whileSimulating).toBe(true);
  expect(Number(/rounds (\d+)/.exec(figures())?.[1])).toBeLessThan(Number(roundsAtOnce));
});

test.each([
  ['model', /^An AI model opens the rounds of this bot\./],
  ['messages', /^Messages from another program open the rounds of this bot\./],
  ['shortBars', /^This signal has bars that are shorter than the stored 15-minute candles/],
  ['setting', /^A setting of the signal is not valid/],
] as const)('a bot with the entry "%s" has a sentence and no figures', async (why, sentence) => {
  const { container, figures } = await openStrip({ entry: unknown(why) });
  await expect.element(page.getByText(sentence)).toBeVisible();
  expect([figures(), container.querySelector('svg'), container.querySelector('.simulated')]).toEqual(['', null, null]);
});

const nothing: Record<Language, string> = {
  en: 'nothing is simulated',
  ko: '모의 계산을 하지 않습니다',
  ru: 'симуляции нет',
  zh: '不进行模拟',
  ja: 'シミュレーションは行いません',
};

test.each(languages)('in the language %s a bot with an AI model has a sentence and no figures', async (language) => {
  const { container, figures } = await openStrip({ entry: unknown('model') }, { language });
  await expect.element(page.getByText(nothing[language])).toBeVisible();
  expect([figures(), container.querySelector('svg')]).toEqual(['', null]);
});

test('when the form has no plan any more, the figures of the former settings are not shown', async () => {
  const { change, figures, isWhole } = await openStrip();
  await expect.poll(isWhole, whileSimulating).toBe(true);
  change.to({ bot: null });
  await expect.element(page.getByText('The simulation needs valid settings and a current price.')).toBeVisible();
  expect(figures()).toBe('');
  change.to({ bot });
  await expect.poll(figures, whileSimulating).not.toBe('');
});

test('when the worker cannot simulate the settings, the figures of the former settings are not shown', async () => {
  const { change, figures, isWhole } = await openStrip();
  await expect.poll(isWhole, whileSimulating).toBe(true);
  change.to({ entry: { kind: 'rule', rules: { kind: 'rule', rule: { kind: 'ichimoku', when: 'while' }, bar: '5m' } } });
  await expect
    .element(page.getByText('These settings cannot be simulated on the stored candles.'), whileSimulating)
    .toBeVisible();
  expect(figures()).toBe('');
});

test('figures of other settings are marked as old until the new ones are there', async () => {
  const { container, change, isWhole } = await openStrip();
  await expect.poll(isWhole, whileSimulating).toBe(true);
  const body = (): string | null | undefined => container.querySelector('.what-if-body')?.getAttribute('data-old');
  expect(body()).toBe('false');
  const marks: (string | null | undefined)[] = [];
  const observer = new MutationObserver(() => void marks.push(body()));
  observer.observe(container, { subtree: true, attributeFilter: ['data-old'] });
  change.to({ entry: rule });
  await expect.poll(() => marks, whileSimulating).toEqual(['true', 'false']);
  observer.disconnect();
});

test('a worker that cannot start leaves a message and no empty box', async () => {
  breakWorker();
  await openStrip();
  await expect
    .element(page.getByText('The simulation could not start. Reload the page.'), whileSimulating)
    .toBeVisible();
});

test('a bot that its stop loss has ended shows its result until its end, and explains it so', async () => {
  const stopLoss = { fractionOfBudget: percentToRatio(percent('1')), endsBot: true };
  const { figures, isWhole } = await openStrip({ bot: { ...bot, stopLoss } });
  await expect.poll(isWhole, whileSimulating).toBe(true);
  expect(figures()).toContain('Net until the bot ended');
  await page.getByRole('button', { name: 'About “Net until the bot ended”' }).click();
  await expect.element(page.getByText(/^The result after fees until the bot ended/)).toBeVisible();
});

test('over a month without an end the result is explained as the one of the whole period', async () => {
  const { figures, isWhole } = await openStrip();
  await expect.poll(isWhole, whileSimulating).toBe(true);
  expect(figures()).toContain('Net over the whole period');
  await page.getByRole('button', { name: 'About “Net over the whole period”' }).click();
  await expect.element(page.getByText(/^The result after fees until the bot ended, or until the last/)).toBeVisible();
});
