// The builders that need a database. A separate entry: tests of pure packages do not load the PostgreSQL driver.
export { silentLog, startTestDatabase, testMasterKey, type TestDatabase } from './test-database.ts';
export * from './records.ts';
