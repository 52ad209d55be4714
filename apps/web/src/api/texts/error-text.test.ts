// Tests of the texts that users see for errors.
import { expect, test } from 'vitest';
import { errorCatalogue, findingOf } from '@rondo/contract';
import { catalogue } from '../../i18n/en/catalogue.ts';
import { catalogue as korean } from '../../i18n/ko/catalogue.ts';
import { createTranslator } from '../../i18n/translate.ts';
import { ApiError } from '../calls/api-error.ts';
import { errorText } from './error-text.ts';

const translator = createTranslator('en', catalogue);

test('every code of the catalogue has a text in the messages', () => {
  const missing = Object.values(errorCatalogue).filter(
    (entry) => translator.tryText(entry.messageKey, {}) === undefined,
  );
  expect(missing).toEqual([]);
});

test('the text of a known code is translated and contains the parameters', () => {
  const error = new ApiError({
    status: 409,
    code: 'SYMBOL_IN_USE',
    body: {
      message: 'x',
      error_code: 'SYMBOL_IN_USE',
      message_key: 'errors.symbolInUse',
      parameters: { symbol: 'ETH-USDT-SWAP' },
      correlation_id: 'c',
    },
  });
  expect(errorText(translator, error)).toContain('ETH-USDT-SWAP');
});

test.each([
  ['en', catalogue, '9 Mar 2026'],
  ['ko', korean, '2026년 3월 9일'],
] as const)('the day in an error text is written in the language %s', (language, texts, day) => {
  const error = new ApiError({
    status: 409,
    code: 'SYMBOL_ENDING',
    body: {
      message: 'x',
      error_code: 'SYMBOL_ENDING',
      message_key: 'errors.symbolEnding',
      parameters: { symbol: 'ETH-USDT-SWAP', day: '2026-03-09' },
      correlation_id: 'c',
    },
  });
  expect(errorText(createTranslator(language, texts), error)).toContain(day);
});

test('for an unknown code, the text is the server’s message when the status is below 500, and otherwise it is the text of the status', () => {
  expect(
    errorText(translator, new ApiError({ status: 418, code: 'UNKNOWN_ERROR', serverMessage: 'I am a teapot' })),
  ).toBe('I am a teapot');
  expect(
    errorText(translator, new ApiError({ status: 502, code: 'UNKNOWN_ERROR', serverMessage: '<h1>nginx</h1>' })),
  ).toBe(translator.t('errors.status502'));
});

test.each([400, 401, 403, 404, 429, 500, 502, 503])('status %i has its own Korean text', (status) => {
  const text = errorText(createTranslator('ko', korean), new ApiError({ status, code: 'UNKNOWN_ERROR' }));
  expect(text).toMatch(/[가-힣]/);
  expect(text).not.toBe(createTranslator('ko', korean).t('errors.statusOther', { status }));
});

test('when the catalogue has no text for a status, the error text contains the number of the status', () => {
  expect(errorText(translator, new ApiError({ status: 418, code: 'UNKNOWN_ERROR' }))).toContain('418');
});

test('a response that the page cannot read has a sentence of the catalogue in the language of the page', () => {
  const error = new ApiError({ status: 200, code: 'UNREADABLE_RESPONSE' });
  expect(errorText(translator, error)).toBe(translator.t('errors.unreadable'));
  expect(errorText(createTranslator('ko', korean), error)).toMatch(/[가-힣]/);
});

test('an HTML page of a proxy is not shown as a message', () => {
  const serverMessage = '<html>\r\n<head><title>413 Request Entity Too Large</title></head>';
  const error = new ApiError({ status: 413, code: 'UNKNOWN_ERROR', serverMessage });
  expect(errorText(translator, error)).toBe(translator.t('errors.statusOther', { status: 413 }));
});

test('the text for a request without a response, or for a bug in the page, contains no technical words', () => {
  expect(errorText(translator, new ApiError({ status: 0, code: 'NETWORK_ERROR' }))).toBe(
    translator.t('errors.network'),
  );
  expect(errorText(translator, new TypeError('undefined is not a function'))).toBe(translator.t('errors.unknown'));
});

test('preflight findings are shown in the language of the page', () => {
  const body = {
    message: 'The account cannot trade yet: English',
    error_code: 'PREFLIGHT_FAILED',
    message_key: 'errors.preflightFailed',
    parameters: { reason: 'English' },
    scope: 'exchange' as const,
    correlation_id: 'c',
    findings: [findingOf('KEY_NOT_BOUND', { days: '14' }), findingOf('ACCOUNT_LEVEL', { level: 'spot' })],
  };
  const text = errorText(createTranslator('ko', korean), new ApiError({ status: 409, code: 'PREFLIGHT_FAILED', body }));
  expect(text).toContain('현물');
  expect(text).not.toContain('English');
});

test.each([
  ['unaffordable', 'en', catalogue],
  ['unaffordable', 'ko', korean],
  ['beyond_liquidation', 'en', catalogue],
  ['beyond_liquidation', 'ko', korean],
] as const)('the reason %s of a step without margin is in the language %s of the page', (kind, language, texts) => {
  const body = {
    message: 'There is not enough margin for step 3: the reason of the server.',
    error_code: 'STEP_UNAFFORDABLE',
    message_key: 'errors.stepUnaffordable',
    parameters: { step: '3', reason: 'the reason of the server', kind },
    correlation_id: 'c',
  };
  const error = new ApiError({ status: 400, code: 'STEP_UNAFFORDABLE', body });
  const text = errorText(createTranslator(language, texts), error);
  expect(text).toContain(texts[`errors.stepReason.${kind}`]);
  expect(text).not.toContain('the reason of the server');
});
