// What distinguishes a cluster of PostgreSQL from other clusters, and from the copies that have the same identifier and the same number of the timeline.
import { integerOf, textOf, type Row } from '../../database/row.ts';

/** What a server says about its cluster on a replication connection. */
export interface SystemFacts {
  readonly system: string;
  readonly timeline: number;
  readonly segmentBytes: number;
  /** The id of the restore from which the cluster comes, or null for a cluster that was not restored from files. */
  readonly restored: string | null;
  /** The position at which the timeline begins, or null for the first timeline. Two promotions of one cluster give their timelines the same number. */
  readonly timelineStart: string | null;
}

/** Reads the facts of a document. Throws when one is missing. Older documents have no restore and no begin of the timeline. */
export function systemOf(row: Row): SystemFacts {
  const optional = (name: string): string | null => (typeof row[name] === 'string' ? textOf(row, name) : null);
  return {
    system: textOf(row, 'system'),
    timeline: integerOf(row, 'timeline'),
    segmentBytes: integerOf(row, 'segmentBytes'),
    restored: optional('restored'),
    timelineStart: optional('timelineStart'),
  };
}

/** Returns whether the WAL of both is the same. */
export function isSameWal(one: SystemFacts, other: SystemFacts): boolean {
  return (
    one.system === other.system &&
    one.timeline === other.timeline &&
    one.segmentBytes === other.segmentBytes &&
    one.restored === other.restored &&
    one.timelineStart === other.timelineStart
  );
}
