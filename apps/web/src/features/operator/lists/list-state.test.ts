// What stands in for a list that could not be had, and where its pages end.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { ApiError } from '../../../api/calls/api-error.ts';
import { catalogue } from '../../../i18n/en/catalogue.ts';
import { I18nProvider } from '../../../i18n/i18n-context.tsx';
import { Trouble } from './list-state.tsx';
import { utcText } from './moment.tsx';
import { lastPage } from './pager.tsx';

const shown = (error: Error | null): string =>
  renderToStaticMarkup(
    createElement(
      I18nProvider,
      { language: 'en', texts: catalogue, onChange: () => undefined, children: undefined },
      createElement(
        MemoryRouter,
        null,
        createElement(Trouble, {
          asked: { data: undefined, error, isFetching: false, refetch: () => Promise.resolve() },
        }),
      ),
    ),
  );

test('without a second factor the way leads to the security page', () => {
  const html = shown(new ApiError({ status: 403, code: 'SECOND_FACTOR_REQUIRED' }));
  expect(html).toContain('Turn on a second factor first.');
  expect(html).toContain('href="/dashboard/security"');
});

test('any other trouble is told in its own words, with another try', () => {
  const html = shown(new ApiError({ status: 0, code: 'NETWORK_ERROR' }));
  expect(html).toContain('The server cannot be reached.');
  expect(html).toContain('Try again');
  expect(shown(null)).toBe('');
});

test.each([
  [0, 1],
  [25, 1],
  [26, 2],
  [50, 2],
])('%i rows end on page %i', (total, page) => {
  expect(lastPage(total)).toBe(page);
});

test('an instant in UTC', () => {
  expect(utcText(Date.UTC(2026, 10, 22, 5, 12, 1))).toBe('2026-11-22 05:12:01 UTC');
});
