// Tests of the reasons of the health report, and of the number of its checks.
import { createVirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { healthSentence } from '@rondo/contract';
import { serverLimits } from '../limits.ts';
import { createHealthReport, silentExchange, type ComponentState } from './health-report.ts';

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

test('reports at one moment share one run of each check, and a check that never ends is late and can run again', async () => {
  const clock = createVirtualClock();
  const stage = { runs: 0, hangs: true };
  const database = (): Promise<ComponentState> => {
    stage.runs += 1;
    return stage.hangs ? new Promise(() => undefined) : Promise.resolve({ problem: null });
  };
  const report = createHealthReport({ clock, venue: 'okx', checks: { database }, needed: {} });
  const ask = async () => (await report.all()).parts['database']?.detail;
  const late = Promise.all(Array.from({ length: 200 }, ask));
  await clock.pass(serverLimits.healthWaitMs);
  expect(new Set(await late)).toEqual(new Set(['no response in time']));
  expect(stage.runs).toBe(1);
  stage.hangs = false;
  expect(await ask()).toBe('ready');
  expect(stage.runs).toBe(2);
});
