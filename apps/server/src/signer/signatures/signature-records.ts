// Records what the signer has signed: a metric by purpose, and a line of the audit for each hour.
import type { Clock } from '@rondo/engine/ports';
import type { Metrics } from '../../ops/metrics.ts';
import { signerLimits } from '../signer-limits.ts';
import { signedPurposes, type SignatureCounts } from '../signer-messages.ts';

export interface SignatureRecords {
  /** Adds the counts of a report. The report that follows the end of an hour causes the line of this hour. */
  add(counts: SignatureCounts): void;
  /** Writes the line of the counts that have none yet. */
  flush(): void;
}

interface RecordDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly metrics: Pick<Metrics, 'count'>;
  readonly write: (detail: string) => void;
}

const none: SignatureCounts = { command: 0, reading: 0, login: 0, check: 0, accounts: 0 };

/** Returns records that begin now. */
export function createSignatureRecords({ clock, metrics, write }: RecordDeps): SignatureRecords {
  let [since, sums] = [clock.now(), none];
  const flush = (): void => {
    if (sums.accounts > 0) write(detailOf(sums));
    [since, sums] = [clock.now(), none];
  };
  return {
    add(counts) {
      for (const purpose of signedPurposes)
        metrics.count('rondo_signer_signatures_total', { purpose }, counts[purpose]);
      sums = sumOf(sums, counts);
      if (clock.now() - since >= signerLimits.signedLineMs) flush();
    },
    flush,
  };
}

/** The accounts of two reports can be the same ones, so their number is the larger one. */
function sumOf(one: SignatureCounts, other: SignatureCounts): SignatureCounts {
  return {
    command: one.command + other.command,
    reading: one.reading + other.reading,
    login: one.login + other.login,
    check: one.check + other.check,
    accounts: Math.max(one.accounts, other.accounts),
  };
}

function detailOf({ command, reading, login, check, accounts }: SignatureCounts): string {
  return `${command} orders and changes, ${reading} readings, ${login} log-ins of sockets, ${check} checks of keys, at most ${accounts} accounts in a minute`;
}
