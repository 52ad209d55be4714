// Starts one PostgreSQL server for all test files of a vitest project, because a start takes two seconds of processor time.
import { readFile } from 'node:fs/promises';
import { startDatabaseServer } from '@rondo/testkit/database';
import type { TestProject } from 'vitest/node';

/** The imports by which a test file uses a database. */
const users = /from '(?:@rondo\/testkit\/database|(?:\.\.?\/)+_(?:world|link|callers)\.ts)'/u;

/** Starts the server when at least two files of this run use a database, and returns the function that stops the server. A single file starts its own server. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const texts = await Promise.all((await chosenFiles(project)).map((file) => readFile(file, 'utf8')));
  if (texts.filter((text) => users.test(text)).length < 2) return undefined;
  const server = await startDatabaseServer();
  project.provide('databaseServer', { socketFolder: server.socketFolder, port: server.port });
  return () => server.stop();
}

/** Returns the test files whose paths contain an argument of the command line, or all files of the project when no path contains an argument. */
async function chosenFiles(project: TestProject): Promise<readonly string[]> {
  const filters = process.argv.slice(2).filter((argument) => !argument.startsWith('-') && argument !== 'run');
  const { testFiles } = filters.length === 0 ? { testFiles: [] } : await project.globTestFiles(filters);
  return testFiles.length > 0 ? testFiles : (await project.globTestFiles()).testFiles;
}
