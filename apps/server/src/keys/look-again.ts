// Asking the exchange once more what a key or a token is: a fresh one may not be known everywhere at once, and one read may fail.
import type { Clock } from '@rondo/engine/ports';
import type { SettingsReport } from '@rondo/exchange';
import { serverLimits } from '../limits.ts';

/** Looks until the report is final, a bounded number of times; answers the last one. */
export async function readUntilFinal(
  clock: Clock,
  look: () => Promise<SettingsReport>,
  isFinal: (report: SettingsReport) => boolean,
): Promise<SettingsReport> {
  let report = await look();
  for (let looks = 1; looks < serverLimits.keyReadAttempts && !isFinal(report); looks += 1) {
    await new Promise<void>((resolve) => void clock.after(serverLimits.keyReadGapMs, resolve));
    report = await look();
  }
  return report;
}
