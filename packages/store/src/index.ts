// The public face of the store.
export * from './bots/bot-records.ts';
export * from './history/history-records.ts';
export * from './links/link-records.ts';
export * from './store.ts';
export * from './people/person-records.ts';
export { Secret, secretOf } from './secrets/secret-text.ts';
export type { CallerRecord, Callers } from './sessions/callers.ts';
export { createPasswords, type Passwords } from './secrets/passwords.ts';
export { masterKeyFrom } from './secrets/sealing.ts';
export { revocationJob } from './links/key-revocations.ts';
export { openStore, type StoreOptions } from './open-store.ts';
export { defaultMigrationsFolder } from './database/migrations.ts';
export { StartError, type StartErrorKind } from './embedded/start-error.ts';
export { startEmbedded, type EmbeddedServer } from './embedded/supervisor.ts';
export { databaseUser } from './embedded/cluster.ts';
