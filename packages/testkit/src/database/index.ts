// The builders that need a database. They have their own entry point, so that tests of pure packages do not load the PostgreSQL driver.
export { connectRaw, silentLog, startDatabaseServer, testMasterKey } from './database-server.ts';
export { startTestDatabase, type TestDatabase } from './test-database.ts';
export * from './records.ts';
export { createOperator, orderRevocation } from './revocation.ts';
export { otherMajor, ownMajor, startOtherPostgres } from './other-postgres.ts';
