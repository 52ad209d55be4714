// Records the views of lists with personal data in the audit.
import type { Audit } from '@rondo/store';
import type { Clock } from '@rondo/engine/ports';
import { serverLimits } from '../limits.ts';

/** A view of a list: who reads which list with which filter, and how many rows the response has. */
export interface ListView {
  readonly actorId: string;
  readonly action: 'people.listed' | 'links.listed' | 'audit.listed';
  /** The filter of the query, without personal data. */
  readonly filter: string;
  readonly shown: number;
  /** The number of rows that the filter finds, or null for a list that is not counted. */
  readonly total: number | null;
}

/** Returns the function that records a view. The console reads its lists again and again, so an equal view is recorded once in `listViewMs`. */
export function createListViews(deps: {
  readonly store: { readonly audit: Pick<Audit, 'write'> };
  readonly clock: Clock;
}) {
  const recordedAt = new Map<string, number>();
  return async ({ actorId, action, filter, shown, total }: ListView): Promise<void> => {
    const now = deps.clock.now();
    const key = JSON.stringify([actorId, action, filter]);
    if (now - (recordedAt.get(key) ?? -Infinity) < serverLimits.listViewMs) return;
    recordedAt.delete(key);
    recordedAt.set(key, now);
    const [oldest] = recordedAt.keys();
    if (recordedAt.size > serverLimits.listViews && oldest !== undefined) recordedAt.delete(oldest);
    const detail = `${total === null ? shown : `${shown} of ${total}`}${filter === '' ? '' : `: ${filter}`}`;
    await deps.store.audit.write({ at: now, actorId, action, subjectId: null, detail });
  };
}
