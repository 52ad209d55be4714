// Tests of the error page and of the detection of chunk load errors.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { catalogue } from '../../i18n/en/catalogue.ts';
import { I18nProvider } from '../../i18n/i18n-context.tsx';
import { ErrorBoundary, isChunkError } from './error-page.tsx';

test.each([
  'Failed to fetch dynamically imported module: /assets/a.js',
  'error loading dynamically imported module',
  'Importing a module script failed.',
  'Loading chunk 7 failed.',
  'Unable to preload CSS for /assets/a.css',
])('"%s" is a chunk load error', (message) => {
  expect(isChunkError(new Error(message))).toBe(true);
});

test('any other error is not a chunk load error', () => {
  expect([isChunkError(new TypeError('x is not a function')), isChunkError('chunk')]).toEqual([false, false]);
});

test('the error page has the specified title and says that the error does not affect the bots', () => {
  const boundary = new ErrorBoundary({ pathname: '/', children: null });
  const error = new TypeError('x is not a function');
  boundary.state = { ...boundary.state, ...ErrorBoundary.getDerivedStateFromError(error) };
  const text = renderToStaticMarkup(
    createElement(
      I18nProvider,
      { language: 'en', texts: catalogue, onChange: () => undefined, children: null },
      boundary.render(),
    ),
  );
  expect(text).toContain('Unexpected Application Error');
  expect(text).toContain(catalogue['shell.error.bots']);
  expect(text).not.toContain(catalogue['shell.error.chunk']);
});

test('a new address renders the page again, and the error page remains while the address is the same', () => {
  const broken = { caught: { error: new Error('broken') }, pathname: '/bots' };
  const props = { pathname: '/history', children: null };
  expect(ErrorBoundary.getDerivedStateFromProps(props, broken)).toEqual({ caught: null, pathname: '/history' });
  expect(ErrorBoundary.getDerivedStateFromProps({ ...props, pathname: '/bots' }, broken)).toBeNull();
});
