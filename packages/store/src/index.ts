// The public face of the store.
export * from './bot-records.ts';
export * from './history-records.ts';
export * from './link-records.ts';
export * from './records.ts';
export * from './person-records.ts';
export { Secret, secretOf } from './secret-text.ts';
export type { CallerRecord, Callers } from './callers.ts';
export { createPasswords, type Passwords } from './passwords.ts';
export { masterKeyFrom } from './secrets.ts';
export { revocationJob } from './key-revocations.ts';
export { openStore, type StoreOptions } from './open-store.ts';
export { defaultMigrationsFolder } from './migrations.ts';
export { StartError, type StartErrorKind } from './embedded/start-error.ts';
export { startEmbedded, type EmbeddedServer } from './embedded/supervisor.ts';
export { databaseUser } from './embedded/cluster.ts';
