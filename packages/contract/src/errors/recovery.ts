// The auto-recovery table of specification 9 and the pauses that follow from it. No other file has these numbers.

/** The number of retries of a failure, and its first pause. */
interface Recovery {
  readonly maxRetries: number;
  readonly baseDelayMs: number;
}

/** Specification 9: retries and base delays, in the order in which both are listed there. */
export const recoveryTable = {
  TOKEN_EXPIRED: { maxRetries: 3, baseDelayMs: 1_000 },
  WS_CONNECTION_FAILED: { maxRetries: 5, baseDelayMs: 2_000 },
  NETWORK_ERROR: { maxRetries: 3, baseDelayMs: 3_000 },
  OAUTH_START_FAILED: { maxRetries: 2, baseDelayMs: 5_000 },
  WS_AUTH_FAILED: { maxRetries: 3, baseDelayMs: 2_000 },
  WS_SUBSCRIPTION_FAILED: { maxRetries: 3, baseDelayMs: 1_000 },
  UNKNOWN_ERROR: { maxRetries: 1, baseDelayMs: 5_000 },
} as const satisfies Record<string, Recovery>;
/** A code with retries. */
export type RecoverableCode = keyof typeof recoveryTable;

/** Specification 9: pauses double with each attempt and are at most 30 s. */
const recoveryCapMs = 30_000;

/** True when the table has retries for the code. */
export function isRecoverable(code: string): code is RecoverableCode {
  return Object.hasOwn(recoveryTable, code);
}

/** Returns the pause in ms before retry number `retry` (from 0); null: no more retries. */
export function recoveryDelayMs(code: RecoverableCode, retry: number): number | null {
  const { maxRetries, baseDelayMs } = recoveryTable[code];
  if (retry >= maxRetries) return null;
  return Math.min(baseDelayMs * 2 ** retry, recoveryCapMs);
}

/** The result of one attempt. A `code` outside the table is not retried. */
export type RecoveryAttempt<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: string };

/** Runs an attempt and its retries with the pauses of the table, for which it calls `wait`. Returns the result of the last attempt. */
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
