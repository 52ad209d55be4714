// Tests of the error display of lists, the last page, and UTC times.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { ApiError } from '../../../api/calls/api-error.ts';
import { catalogue } from '../../../i18n/en/catalogue.ts';
import { I18nProvider } from '../../../i18n/i18n-context.tsx';
import { QueryError } from './list-state.tsx';
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
        createElement(QueryError, {
          query: { data: undefined, error, isFetching: false, errorUpdateCount: 0, refetch: () => Promise.resolve() },
        }),
      ),
    ),
  );

test('when the operator has no second factor, the error has a link to the security page', () => {
  const html = shown(new ApiError({ status: 403, code: 'SECOND_FACTOR_REQUIRED' }));
  expect(html).toContain('Turn on a second factor first.');
  expect(html).toContain('href="/dashboard/security"');
});

test('any other error is shown with its text and a retry button', () => {
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
])('a list of %i rows has the last page %i', (total, page) => {
  expect(lastPage(total)).toBe(page);
});

test('a time is formatted in UTC', () => {
  expect(utcText(Date.UTC(2026, 10, 22, 5, 12, 1))).toBe('2026-11-22 05:12:01 UTC');
});
