// The settings with which PostgreSQL recovers a restored cluster. They are the last ones that it reads, so they replace those that the original has for its own machine.
import { lsnText, type Lsn } from '../wal/wal-position.ts';

/** The folder of the cluster with the decrypted WAL of a receiver and the statements for a person. Its files are not a part of a later restore. */
export const recoveryFolder = 'rondo_wal';

/** What only the recovery needs. PostgreSQL refuses a second target, also an empty one, after a target. So the target is the last setting. */
const recoverySettings = [
  // PostgreSQL runs the command in the folder of the cluster.
  ['restore_command', `cp ${recoveryFolder}/%f "%p"`],
  ['recovery_end_command', ''],
  ['archive_cleanup_command', ''],
  ['recovery_target', ''],
  ['recovery_target_name', ''],
  ['recovery_target_xid', ''],
  ['recovery_target_inclusive', 'on'],
  ['recovery_target_timeline', 'latest'],
  ['recovery_target_action', 'promote'],
] as const;
const [targetTime, targetLsn] = ['recovery_target_time', 'recovery_target_lsn'];

/** A copy does not write into the archive of the original, and does not wait for its standbys. */
const copySettings = [
  ['archive_mode', 'off'],
  ['synchronous_standby_names', ''],
] as const;

/** PostgreSQL refuses every change while a restored cluster of an external server has no frozen rows. So no version of this program starts on it. */
const protection = ['default_transaction_read_only', 'on'] as const;

/** What a recovery has to reach: a time in epoch ms or null, and the last complete record of the kept WAL or null for a backup without other WAL. */
export interface RecoveryTarget {
  readonly until: number | null;
  readonly lastRecord: Lsn | null;
}

/** The settings of a recovery. The WAL that follows a time is not needed. */
export function settingsOf({ until, lastRecord }: RecoveryTarget): readonly (readonly [string, string])[] {
  const lsn = until !== null || lastRecord === null ? '' : lsnText(lastRecord);
  // PostgreSQL reads no name of a zone here, and reads an offset.
  const time = until === null ? '' : new Date(until).toISOString().replace('T', ' ').replace('Z', '+00');
  const targets = [[targetLsn, lsn] as const, [targetTime, time] as const];
  return [...recoverySettings, ...(lsn === '' ? targets : targets.toReversed())];
}

/** The further settings of the embedded server: it accepts no connection before the recovery has ended, and a statement that freezes a row starts no function of the backup. */
export const embeddedSettings: readonly (readonly [string, string])[] = [
  ['hot_standby', 'off'],
  ['event_triggers', 'off'],
];

/** The further settings of the cluster of an external server. */
export const externalSettings: readonly (readonly [string, string])[] = [...copySettings, protection];

/** The settings that are removed when the recovery has ended and the rows are frozen. */
export const endedSettings: readonly string[] = [...recoverySettings, protection]
  .map(([name]): string => name)
  .concat(targetTime, targetLsn);
