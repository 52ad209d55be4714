// Checks the audit every hour, anchors and exports the digest of its newest line, and once a day compares all lines with the newest exported digest.
import type { Clock, Log } from '@rondo/engine/ports';
import type { Audit, AuditCheck, Jobs } from '@rondo/store';
import { serverLimits } from '../limits.ts';
import { schedule, type Schedule } from '../async/scheduler.ts';
import { exportMark, newestMark, type AuditExport } from './audit-marks.ts';
import { causeOf } from './log.ts';

export interface AuditJobDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: {
    readonly jobs: Jobs;
    readonly audit: Pick<Audit, 'check' | 'isIntact' | 'mark' | 'anchor' | 'knowsAnchor'>;
  };
  readonly exported: AuditExport;
}

export interface AuditJob extends Schedule {
  /** Returns whether the last check has found the audit intact. Returns true before the first check. */
  isIntact(): boolean;
}

/** Checks immediately and then every hour. A check after the start of the program reads all lines, and a later check reads the new lines. */
export function startAuditJob({ clock, log, store, exported }: AuditJobDeps): AuditJob {
  let isIntact = true;
  let newestLine = -1;
  // A node without the anchor must not take the check from the nodes with it.
  const daily = store.audit.knowsAnchor ? 'audit check with anchor' : 'audit check';
  const check = async (): Promise<AuditCheck> => {
    const isWhole = newestLine === -1 || (await store.jobs.claim(daily, serverLimits.auditCheckMs));
    if (!isWhole && (await store.audit.isIntact())) return { problem: null, lineId: null, lines: 0 };
    const mark = exported.file === null ? null : await newestMark(exported.file);
    return store.audit.check(mark === null ? [] : [mark]);
  };
  const job = schedule(clock, {
    everyMs: serverLimits.auditMarkMs,
    async work() {
      const { problem, lineId } = await check();
      isIntact = problem === null;
      if (problem !== null) log.write('error', 'audit.broken', { problem, lineId: lineId ?? 0 });
      // An installation has its first anchor once. A later line of this kind shows that somebody has removed the anchor.
      else if ((await store.audit.anchor()) === 'first') log.write('warn', 'audit.firstAnchor', {});
      const mark = await store.audit.mark(clock.now());
      // The marks of an audit that is not intact would hide its problem from the next check.
      if (mark === null || mark.line === newestLine || !isIntact) return;
      await exportMark(exported, mark);
      newestLine = mark.line;
      log.write('info', 'audit.marked', { line: mark.line, hash: mark.hash });
    },
    onError: (error) => log.write('error', 'audit.check_failed', { cause: causeOf(error) }),
  });
  return { isIntact: () => isIntact, stop: () => job.stop() };
}
