// The only reader of the environment in the command line tool.
import path from 'node:path';

/** Folder in which the person typed the command; file names are relative to it. */
export function typedInFolder(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  return path.resolve(environment['INIT_CWD'] ?? '.');
}

/** True when npm started the program. A signal to npm ends npm and its shell, but does not reach this process. */
export function isStartedByNpm(environment: Readonly<Record<string, string | undefined>> = process.env): boolean {
  return environment['npm_lifecycle_event'] !== undefined;
}

/** The database of the server and the key that encrypts its secrets, from the same variables as the server's. */
export function databasePlace(environment: Readonly<Record<string, string | undefined>> = process.env): {
  readonly homeFolder: string;
  readonly databaseUrl: string | undefined;
  readonly masterKeyText: string | undefined;
} {
  const given = (name: string): string | undefined => (environment[name] === '' ? undefined : environment[name]);
  return {
    homeFolder: path.resolve(given('RONDO_HOME') ?? '.rondo'),
    databaseUrl: given('DATABASE_URL'),
    masterKeyText: given('RONDO_MASTER_KEY'),
  };
}
