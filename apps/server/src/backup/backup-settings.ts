// The settings of the scheduled backups.

/** The settings of the scheduled backups. */
export interface BackupSettings {
  readonly folder: string;
  /** The public keys of age. The server has none of their private keys. */
  readonly recipients: readonly string[];
  /** Whether a backup has the rows of the tables or the files of PostgreSQL. */
  readonly way: 'logical' | 'physical';
  readonly everyMs: number;
}
