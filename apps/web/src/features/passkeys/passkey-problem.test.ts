// Tests of the texts of failed passkeys.
import { expect, test } from 'vitest';
import { catalogue } from '../../i18n/en/catalogue.ts';
import { createTranslator } from '../../i18n/translate.ts';
import { passkeyProblem } from './passkey-problem.ts';

const i18n = createTranslator('en', catalogue);

test.each([
  [new DOMException('', 'NotAllowedError'), 'No passkey was used. Try again, or choose another way.'],
  [new DOMException('', 'AbortError'), 'No passkey was used. Try again, or choose another way.'],
  [new DOMException('', 'InvalidStateError'), 'This passkey is already registered.'],
  [new Error('broken'), 'The browser could not use a passkey.'],
  ['broken', 'The browser could not use a passkey.'],
])('the problem %s has its own text', (error, text) => {
  expect(passkeyProblem(i18n, error)).toBe(text);
});
