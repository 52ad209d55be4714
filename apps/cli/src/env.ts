// Reads the environment variables. No other file of the command line tool reads environment variables.
import os from 'node:os';
import path from 'node:path';
import type { ToolSignerConfig } from '@rondo/server/signer';
import { addressProblem } from '@rondo/store/address';
import type { DoctorPlace } from './doctor/doctor-facts.ts';

/** Returns the folder in which the user typed the command. File names on the command line are relative to this folder. */
export function typedInFolder(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  return path.resolve(environment['INIT_CWD'] ?? '.');
}

/** True when npm started the program. A signal to npm ends npm and its shell, but this process does not receive the signal. */
export function isStartedByNpm(environment: Readonly<Record<string, string | undefined>> = process.env): boolean {
  return environment['npm_lifecycle_event'] !== undefined;
}

/** Returns the folder in which the server stores candles. The server reads the same environment variable. */
export function candlesPlace(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  return path.join(databasePlace(environment).homeFolder, 'candles');
}

/** Returns the name of the node on this machine, by the rule of the server. */
export function ownNodeName(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const given = environment['RONDO_NODE'] ?? '';
  return given === '' ? `${os.hostname()}:${environment['PORT'] ?? '3000'}` : given;
}

/** Returns the name of the system user who runs the command, or the number of the user when the system knows no name. */
export function systemUserName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `number ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** The source of the people key. */
interface PeopleKeyPlace {
  readonly value: string | undefined;
  readonly command: readonly string[] | undefined;
  /** Null when no variable names a file. */
  readonly file: string | null;
}

/** Returns the location of the server's database and its keys. The server reads the same environment variables. */
export function databasePlace(environment: Readonly<Record<string, string | undefined>> = process.env): {
  readonly homeFolder: string;
  readonly databaseUrl: string | undefined;
  readonly masterKeyText: string | undefined;
  readonly masterKeyCommand: readonly string[] | undefined;
  /** Null when no variable names a people key. */
  readonly peopleKey: PeopleKeyPlace | null;
} {
  const given = (name: string): string | undefined => (environment[name] === '' ? undefined : environment[name]);
  const [value, file] = [given('RONDO_PEOPLE_KEY'), given('RONDO_PEOPLE_KEY_FILE')];
  const [masterKeyCommand, command] = [
    commandOf('RONDO_MASTER_KEY_COMMAND', given),
    commandOf('RONDO_PEOPLE_KEY_COMMAND', given),
  ];
  const hasPeopleKey = value !== undefined || command !== undefined || file !== undefined;
  return {
    homeFolder: path.resolve(given('RONDO_HOME') ?? '.rondo'),
    databaseUrl: given('DATABASE_URL'),
    masterKeyText: given('RONDO_MASTER_KEY'),
    masterKeyCommand,
    peopleKey: hasPeopleKey ? { value, command, file: file === undefined ? null : path.resolve(file) } : null,
  };
}

/** Returns why a command must not connect to the database at this address, or null. `name` is the setting or the option that has the address. The server checks its database by the same rule. */
export function databaseProblem(
  name: string,
  address: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | null {
  const isInsecureAllowed = environment['RONDO_INSECURE_DATABASE'] === '1';
  return addressProblem(name, address, { isInsecureAllowed, defaultHost: environment['PGHOST'] });
}

/** Returns the settings of the signer that a command starts. The server reads the same environment variables. */
export function signerPlace(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Omit<ToolSignerConfig, 'log'> {
  const { homeFolder, masterKeyText, masterKeyCommand } = databasePlace(environment);
  return { homeFolder, masterKeyText, masterKeyCommand, environment };
}

/** Returns the venue of the server, and the status file of its sandbox. The server reads the same environment variables. */
export function exchangePlace(environment: Readonly<Record<string, string | undefined>> = process.env): {
  readonly isSandbox: boolean;
  readonly statusFile: string;
} {
  const given = (name: string, usual: string): string => (environment[name] ?? '') || usual;
  const home = path.resolve(given('RONDO_HOME', '.rondo'));
  return {
    isSandbox: given('RONDO_VENUE', 'sandbox') === 'sandbox',
    statusFile: given('RONDO_SANDBOX_STATUS', path.join(home, 'sandbox', 'server.json')),
  };
}

/** Returns the settings that `rondo doctor` checks. The server reads the same environment variables. */
export function doctorPlace(environment: Readonly<Record<string, string | undefined>> = process.env): DoctorPlace {
  const given = (name: string): string | null => (environment[name] ?? '') || null;
  const folder = given('RONDO_BACKUP_FOLDER');
  const { homeFolder, databaseUrl, peopleKey } = databasePlace(environment);
  const { isSandbox } = exchangePlace(environment);
  return {
    homeFolder,
    server: {
      venue: given('RONDO_VENUE') ?? 'sandbox',
      trades: given('RONDO_ROLE') !== 'api',
      hasOwnExchange: isSandbox && databaseUrl === undefined && given('RONDO_SANDBOX_STATUS') === null,
    },
    peopleKeyFile: peopleKey?.file ?? null,
    isLive: !isSandbox,
    signerSocket: given('RONDO_SIGNER_SOCKET'),
    atRisk: peopleKey !== null ? 'none' : given('RONDO_ROLE') === 'engine' ? 'behind' : 'facing the network',
    isInsecureHttp: given('RONDO_INSECURE_HTTP') === '1',
    publicUrl: given('RONDO_PUBLIC_URL'),
    egress: given('RONDO_EGRESS')?.split(',') ?? [],
    backup: folder === null ? null : { folder, everyMs: Number(given('RONDO_BACKUP_HOURS') ?? 24) * 60 * 60_000 },
  };
}

/** Returns the program of a variable. Throws when the text is no JSON list of texts, as the server does. */
function commandOf(name: string, given: (name: string) => string | undefined): readonly string[] | undefined {
  const text = given(name);
  if (text === undefined) return undefined;
  const list: unknown = JSON.parse(text);
  if (Array.isArray(list) && list.length > 0 && list.every((each) => typeof each === 'string')) return list;
  throw new Error(`${name} is not a JSON list of texts.`);
}
