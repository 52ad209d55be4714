// Tests of the texts of the health report.
import { expect, test } from 'vitest';
import { publicProblem } from './health-report.ts';

test.each([
  ['the code of a resolver error', 'ENOTFOUND: getaddrinfo ENOTFOUND www.okx.com', 'silent (ENOTFOUND)'],
  ['nothing of a cause without a code', 'connect to 10.0.0.7:5432 failed', 'silent'],
])('the health report shows %s', (_case, cause, shown) => {
  expect(publicProblem('silent', cause)).toBe(shown);
});
