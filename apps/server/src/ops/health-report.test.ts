// Tests of the reasons of the health report.
import { expect, test } from 'vitest';
import { healthSentence } from '@rondo/contract';
import { silentExchange } from './health-report.ts';

test.each([
  [
    'the code of a resolver error',
    'ENOTFOUND: getaddrinfo ENOTFOUND www.okx.com',
    'the exchange does not respond (ENOTFOUND)',
  ],
  ['nothing of a cause without a code', 'connect to 10.0.0.7:5432 failed', 'the exchange does not respond'],
])('the health report shows %s', (_case, cause, shown) => {
  expect(healthSentence(silentExchange(cause))).toBe(shown);
});
