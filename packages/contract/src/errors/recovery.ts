// The recovery table of specification 9 and the pauses between retries. No other file contains these numbers.

/** The number of retries after a failure, and the pause before the first retry. */
interface Recovery {
  readonly maxRetries: number;
  readonly baseDelayMs: number;
}

/** The retries and base delays of specification 9, in the sequence of the specification. */
export const recoveryTable = {
  TOKEN_EXPIRED: { maxRetries: 3, baseDelayMs: 1_000 },
  WS_CONNECTION_FAILED: { maxRetries: 5, baseDelayMs: 2_000 },
  NETWORK_ERROR: { maxRetries: 3, baseDelayMs: 3_000 },
  OAUTH_START_FAILED: { maxRetries: 2, baseDelayMs: 5_000 },
  WS_AUTH_FAILED: { maxRetries: 3, baseDelayMs: 2_000 },
  WS_SUBSCRIPTION_FAILED: { maxRetries: 3, baseDelayMs: 1_000 },
  UNKNOWN_ERROR: { maxRetries: 1, baseDelayMs: 5_000 },
} as const satisfies Record<string, Recovery>;
/** A code for which the table has retries. */
export type RecoverableCode = keyof typeof recoveryTable;

/** The longest pause. Each pause is twice as long as the previous pause, up to 30 s (specification 9). */
const recoveryCapMs = 30_000;

/** Returns whether the table has retries for the code. */
export function isRecoverable(code: string): code is RecoverableCode {
  return Object.hasOwn(recoveryTable, code);
}

/** Returns the pause in ms before retry number `retry`, which counts from 0. Returns null when no retry is left. */
export function recoveryDelayMs(code: RecoverableCode, retry: number): number | null {
  const { maxRetries, baseDelayMs } = recoveryTable[code];
  if (retry >= maxRetries) return null;
  return Math.min(baseDelayMs * 2 ** retry, recoveryCapMs);
}

/** The result of one attempt. A failure is retried only when the table contains its `code`. */
export type RecoveryAttempt<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: string };

/** Runs an attempt and its retries, and calls `wait` for the pause before each retry. Returns the result of the last attempt. */
export async function recover<Value>(
  attempt: (retry: number) => Promise<RecoveryAttempt<Value>>,
  wait: (delayMs: number) => Promise<void>,
): Promise<RecoveryAttempt<Value>> {
  for (let retry = 0; ; retry += 1) {
    const result = await attempt(retry);
    if (result.ok || !isRecoverable(result.code)) return result;
    const delayMs = recoveryDelayMs(result.code, retry);
    if (delayMs === null) return result;
    await wait(delayMs);
  }
}
