// Repeats a read of account settings, because some servers of the exchange know a new key or token later than others, and a read may fail.
import type { Clock } from '@rondo/engine/ports';
import type { SettingsReport } from '@rondo/exchange';
import { serverLimits } from '../../../limits.ts';

/** Repeats the read until the report is final, at most `keyReadAttempts` times. Returns the last report. */
export async function readUntilFinal(
  clock: Clock,
  read: () => Promise<SettingsReport>,
  isFinal: (report: SettingsReport) => boolean,
): Promise<SettingsReport> {
  let report = await read();
  for (let attempt = 1; attempt < serverLimits.keyReadAttempts && !isFinal(report); attempt += 1) {
    await new Promise<void>((resolve) => void clock.after(serverLimits.keyReadGapMs, resolve));
    report = await read();
  }
  return report;
}
