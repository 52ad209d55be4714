// Tests that retries have exactly the pauses of the specification. The tests record the pauses and do not wait.
import { expect, test } from 'vitest';
import { recover, recoveryDelayMs, recoveryTable, type RecoverableCode } from './recovery.ts';

/** Every pause of every code in milliseconds, calculated by hand from specification 9. */
const expected: Readonly<Record<RecoverableCode, readonly number[]>> = {
  TOKEN_EXPIRED: [1_000, 2_000, 4_000],
  WS_CONNECTION_FAILED: [2_000, 4_000, 8_000, 16_000, 30_000],
  NETWORK_ERROR: [3_000, 6_000, 12_000],
  OAUTH_START_FAILED: [5_000, 10_000],
  WS_AUTH_FAILED: [2_000, 4_000, 8_000],
  WS_SUBSCRIPTION_FAILED: [1_000, 2_000, 4_000],
  UNKNOWN_ERROR: [5_000],
};

async function pausesOf(code: string, failures: number): Promise<{ pauses: number[]; attempts: number; ok: boolean }> {
  const pauses: number[] = [];
  let attempts = 0;
  const result = await recover(
    async () => {
      attempts += 1;
      return attempts > failures ? { ok: true, value: 'done' } : { ok: false, code };
    },
    async (delayMs) => void pauses.push(delayMs),
  );
  return { pauses, attempts, ok: result.ok };
}

test.each(Object.entries(expected))(
  'when every attempt fails with %s, the retries have exactly the specified pauses, and then the attempts end',
  async (code, pauses) => {
    expect(await pausesOf(code, 99)).toEqual({ pauses, attempts: pauses.length + 1, ok: false });
  },
);

test('this file has the expected pauses of every code of the recovery table', () => {
  expect(Object.keys(expected).toSorted()).toEqual(Object.keys(recoveryTable).toSorted());
});

test('after a successful retry no further attempt is made', async () => {
  expect(await pausesOf('NETWORK_ERROR', 2)).toEqual({ pauses: [3_000, 6_000], attempts: 3, ok: true });
});

test('a failure whose code is not in the table is not retried', async () => {
  expect(await pausesOf('FAST_API_DISABLED', 1)).toEqual({ pauses: [], attempts: 1, ok: false });
});

test('every pause is at most thirty seconds', () => {
  for (const code of Object.keys(recoveryTable) as RecoverableCode[]) {
    for (let retry = 0; retry < 40; retry += 1) expect(recoveryDelayMs(code, retry) ?? 0).toBeLessThanOrEqual(30_000);
  }
});
