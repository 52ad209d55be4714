// Tests of the margin card when the margin is negative or too small (specification 2 and 8).
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { MarginResponse } from '@rondo/contract';
import { expect, test } from 'vitest';
import { catalogue } from '../../i18n/en/catalogue.ts';
import { I18nProvider } from '../../i18n/i18n-context.tsx';
import { PreferencesProvider } from '../../lib/storage/preferences-context.tsx';
import { createStorage } from '../../lib/storage/storage.ts';
import { MarginCard } from './margin-card.tsx';

const storage = createStorage({ getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
const draw = (element: ReactElement): string =>
  renderToStaticMarkup(
    createElement(
      I18nProvider,
      { language: 'en', texts: catalogue, onChange: () => undefined, children: null },
      createElement(PreferencesProvider, { storage, language: 'en', children: null }, element),
    ),
  );
const margin = (available: string): MarginResponse => ({
  account_id: 'a',
  total: '100',
  reserved_total: '120',
  covered_loss: '0',
  available,
  reserved: [{ bot_id: 'b', title: 'ETH long', symbol: 'ETH-USDT-SWAP', amount: '120' }],
  foreign_positions: [],
  foreign_margin: '0',
  at: 0,
});
const card = (available: string): string =>
  draw(createElement(MarginCard, { margin: margin(available), bots: [], isLive: true, hasFailed: false }));

test('a negative margin shows a red warning about liquidation', () => {
  const html = card('-20');
  expect(html).toContain('data-tone="danger"');
  expect(html).toMatch(/liquidat/i);
  expect(card('20')).not.toContain('data-tone="danger"');
});

test.each([
  ['120', '-1.2', false],
  ['120', '-1.21', true],
  ['50', '-1', false],
  ['50', '-1.01', true],
])('with %s USDT reserved and %s USDT available, the warning is shown: %s', (reserved, available, isShown) => {
  const html = draw(
    createElement(MarginCard, {
      margin: { ...margin(available), reserved_total: reserved },
      bots: [],
      isLive: true,
      hasFailed: false,
    }),
  );
  expect(html.includes('data-tone="danger"')).toBe(isShown);
});

test('the card names the losses that the reservations cover, so that its rows add up to the total', () => {
  const shown = { ...margin('10'), total: '100', reserved_total: '120', covered_loss: '30.5' };
  const drawn = draw(createElement(MarginCard, { margin: shown, bots: [], isLive: true, hasFailed: false }));
  expect(drawn).toContain(catalogue['bots.margin.coveredLoss']);
  expect(drawn).toMatch(/[-−]30\.5/);
  expect(card('20')).not.toContain(catalogue['bots.margin.coveredLoss']);
});
