// Reads the facts of an installation for `rondo doctor`: files, disk, database, clocks, certificate, addresses and backups. It changes nothing.
import { readdir, stat, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import type { AuditCheck, DatabaseFacts, Store } from '@rondo/store';
import { reasonOf } from '../command.ts';
import { certificateWaitMs } from '../limits.ts';

/** The parts of the store that the command uses. */
export type DoctorStore = Pick<Store, 'facts' | 'audit' | 'instances' | 'nodes' | 'close'>;

/** The settings of the server that the command checks. */
export interface DoctorPlace {
  readonly homeFolder: string;
  /** The file of the people key, or null when no variable names one. */
  readonly peopleKeyFile: string | null;
  readonly isLive: boolean;
  /** True when the signer has a user of its own. */
  readonly hasSignerUser: boolean;
  readonly isInsecureHttp: boolean;
  readonly publicUrl: string | null;
  readonly egress: readonly string[];
  readonly backup: { readonly folder: string; readonly everyMs: number } | null;
}

/** What the checks need to know. A value is null when it cannot be read or when there is nothing to check. */
export interface DoctorFacts extends Pick<DoctorPlace, 'isLive' | 'hasSignerUser' | 'isInsecureHttp'> {
  readonly nodeVersion: string;
  /** A file or folder, its mode, and the largest mode that it may have. */
  readonly paths: readonly { readonly path: string; readonly mode: number | null; readonly allowed: number }[];
  readonly disk: { readonly freeBytes: number } | null;
  readonly database:
    | { readonly problem: string }
    | {
        readonly problem: null;
        readonly facts: DatabaseFacts;
        readonly audit: AuditCheck;
        readonly frozen: string | null;
        readonly versions: readonly string[];
      };
  readonly exchangeDifferenceMs: number | null;
  readonly databaseDifferenceMs: number | null;
  readonly certificate: { readonly days: number } | { readonly problem: string } | null;
  readonly missingAddresses: readonly string[];
  readonly backups: {
    readonly newestAgeMs: number | null;
    readonly verifiedAgeMs: number | null;
    readonly everyMs: number;
  } | null;
}

/** The ports of the command. `exchangeDifference` returns the clock of the exchange minus the clock of this machine in ms. */
export interface DoctorDeps {
  readonly open: () => Promise<DoctorStore>;
  readonly place: DoctorPlace;
  readonly now: () => number;
  readonly exchangeDifference: () => Promise<number | null>;
}

/** Reads everything. A part that cannot be read does not end the command. */
export async function readDoctorFacts({ open, place, now, exchangeDifference }: DoctorDeps): Promise<DoctorFacts> {
  const { homeFolder, peopleKeyFile, publicUrl, egress, backup } = place;
  const secrets = `${homeFolder}.secrets`;
  const own = new Set(Object.values(os.networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address)));
  const database = await readDatabase(open);
  return {
    ...place,
    nodeVersion: process.versions.node,
    paths: await Promise.all([
      modeOf(homeFolder, 0o755),
      modeOf(secrets, 0o700),
      modeOf(path.join(secrets, 'master.key'), 0o600),
      ...(peopleKeyFile === null ? [] : [modeOf(peopleKeyFile, 0o600)]),
      ...(backup === null ? [] : [modeOf(backup.folder, 0o700)]),
    ]),
    disk: await statfs(homeFolder).then(
      ({ bavail, bsize }) => ({ freeBytes: bavail * bsize }),
      () => null,
    ),
    database,
    exchangeDifferenceMs: await exchangeDifference().catch(() => null),
    databaseDifferenceMs: database.problem === null ? database.facts.clockAt - now() : null,
    certificate: publicUrl?.startsWith('https://') === true ? await readCertificate(new URL(publicUrl), now()) : null,
    missingAddresses: egress.filter((address) => !own.has(address)),
    backups: backup === null ? null : await readBackups(backup, now()),
  };
}

async function modeOf(file: string, allowed: number): Promise<DoctorFacts['paths'][number]> {
  const mode = await stat(file).then(
    (found) => found.mode,
    () => null,
  );
  return { path: file, mode, allowed };
}

async function readDatabase(open: DoctorDeps['open']): Promise<DoctorFacts['database']> {
  try {
    const store = await open();
    try {
      const instance = await store.instances.find();
      const nodes = await store.nodes.list();
      return {
        problem: null,
        audit: await store.audit.check([]),
        frozen: instance?.frozen ?? null,
        versions: [...new Set(nodes.filter(({ isSeen }) => isSeen).map(({ version }) => version))],
        // The clock of the database is compared with the clock of this machine, so the facts are read last.
        facts: await store.facts(),
      };
    } finally {
      await store.close();
    }
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}

/** Connects to the public address as a browser does. */
function readCertificate(url: URL, now: number): Promise<NonNullable<DoctorFacts['certificate']>> {
  return new Promise((resolve) => {
    const port = url.port === '' ? 443 : Number(url.port);
    const socket = connect({ host: url.hostname, port, servername: url.hostname, timeout: certificateWaitMs }, () => {
      const endsAt = Date.parse(socket.getPeerCertificate().valid_to);
      socket.destroy();
      resolve({ days: (endsAt - now) / (24 * 60 * 60_000) });
    });
    socket.on('error', (error) => resolve({ problem: error.message }));
    socket.on('timeout', () => {
      socket.destroy();
      resolve({ problem: 'the address does not respond' });
    });
  });
}

/** The age of the newest scheduled backup, and of the newest mark of `rondo verify --mark`. */
async function readBackups(
  { folder, everyMs }: NonNullable<DoctorPlace['backup']>,
  now: number,
): Promise<NonNullable<DoctorFacts['backups']>> {
  const names = await readdir(folder).catch(() => []);
  const ageOf = async (pattern: RegExp): Promise<number | null> => {
    const files = names.filter((name) => pattern.test(name)).map((name) => stat(path.join(folder, name)));
    const times = (await Promise.all(files)).map(({ mtimeMs }) => mtimeMs);
    return times.length === 0 ? null : now - Math.max(...times);
  };
  return { everyMs, newestAgeMs: await ageOf(/^rondo-.*\.age$/), verifiedAgeMs: await ageOf(/\.age\.verified$/) };
}
