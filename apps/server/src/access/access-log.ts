// The access log: one line for each call of a person, in files of their own that are kept for a year (specification 9).
import type { Clock, Log } from '@rondo/engine/ports';
import { schedule, type Schedule } from '../async/scheduler.ts';
import { serverLimits } from '../limits.ts';
import { causeOf, encodeControls } from '../ops/log.ts';
import type { ShutdownStep } from '../ops/shutdown.ts';
import { appendLines, tidyFiles } from './access-files.ts';

/** A call, without its query and its body, because they may contain secrets. `person` is the id of the caller, or null for a public call. */
export interface AccessLine {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly from: string;
  readonly person: string | null;
}

export interface AccessLog {
  /** Adds a line, which is written within a second. When the disk is slow or full, at most `accessQueue` lines wait, and further lines are counted only. */
  add(line: AccessLine): void;
}

export interface AccessLogDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly folder: string;
}

/** Opens the access log, and adds its end to the steps of the shutdown. Returns null when there is no folder. */
export function startAccessLog(
  { clock, log, folder }: Omit<AccessLogDeps, 'folder'> & { readonly folder: string | null },
  steps: ShutdownStep[],
): AccessLog | null {
  if (folder === null) return null;
  const access = openAccessLog({ clock, log, folder });
  steps.push({ name: 'access log', close: () => access.stop() });
  return access;
}

/** Opens the access log of a folder. `stop` writes the waiting lines. */
export function openAccessLog({ clock, log, folder }: AccessLogDeps): AccessLog & Schedule {
  let waiting: { readonly day: string; readonly text: string }[] = [];
  let dropped = 0;
  let tidiedDay = '';
  let isFailing = false;
  const writeOldestDay = async (): Promise<void> => {
    const [oldest] = waiting;
    if (oldest === undefined) return;
    const later = waiting.findIndex(({ day }) => day !== oldest.day);
    const lines = later === -1 ? [...waiting] : waiting.slice(0, later);
    await appendLines(
      folder,
      oldest.day,
      lines.map(({ text }) => text),
    );
    waiting = waiting.slice(lines.length);
  };
  const flush = async (): Promise<void> => {
    await writeOldestDay();
    isFailing = false;
    if (dropped > 0) log.write('error', 'access.dropped', { lines: dropped });
    dropped = 0;
    const today = dayOf(clock.now());
    if (today === tidiedDay) return;
    await tidyFiles(folder, { today, keptFrom: dayOf(clock.now() - serverLimits.accessKeptMs) });
    tidiedDay = today;
  };
  const writer = schedule(clock, {
    everyMs: serverLimits.accessFlushMs,
    work: flush,
    onError(error) {
      if (!isFailing) log.write('error', 'access.failed', { cause: causeOf(error) });
      isFailing = true;
    },
  });
  return {
    add(line) {
      if (waiting.length >= serverLimits.accessQueue) {
        dropped += 1;
        return;
      }
      const at = clock.now();
      const text = encodeControls(JSON.stringify({ at: new Date(at).toISOString(), ...line }));
      waiting.push({ day: dayOf(at), text: `${text}\n` });
    },
    async stop() {
      await writer.stop();
      while (waiting.length > 0) await flush();
    },
  };
}

/** Returns the UTC day, such as 2026-01-31. */
function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
