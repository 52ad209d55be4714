// Reads the facts of an installation for `rondo doctor`: files, disk, database, clocks, certificate, addresses and backups. It changes nothing.
import { readdir, stat, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import type { AuditCheck, DatabaseFacts, ServerPlace, Store } from '@rondo/store';
import { reasonOf } from '../command.ts';
import { certificateWaitMs } from '../limits.ts';

/** The parts of the store that the command uses. */
export type DoctorStore = Pick<Store, 'facts' | 'audit' | 'instances' | 'nodes' | 'close'>;

/** The settings that decide how a server of this database starts. */
interface StartingServer {
  readonly venue: string;
  /** False for a server with the role `api`. */
  readonly trades: boolean;
  /** True when the exchange is the sandbox in the data folder. The server confirms a moved folder itself, because the exchange has moved with it. */
  readonly hasOwnExchange: boolean;
}

/**
 * The key that a program with the user of the server could read: the master key of a server that people reach from the network, the master key of a server that only trades, or none,
 * because a node with the people key has no master key.
 */
export type KeyAtRisk = 'facing the network' | 'behind' | 'none';

/** Whose user the signer has: its own, the one of the server, or one that cannot be read. */
type SignerUser = 'own' | 'shared' | { readonly problem: string };

/** The settings of the server that the command checks. */
export interface DoctorPlace {
  readonly homeFolder: string;
  readonly server: StartingServer;
  /** The file of the people key, or null when no variable names one. */
  readonly peopleKeyFile: string | null;
  readonly isLive: boolean;
  /** The socket of a signer that runs as a unit of its own, or null when the server starts its signer. */
  readonly signerSocket: string | null;
  /** What a person who controls the server gets when its signer has the user of the server. */
  readonly atRisk: KeyAtRisk;
  readonly isInsecureHttp: boolean;
  readonly publicUrl: string | null;
  readonly egress: readonly string[];
  readonly backup: { readonly folder: string; readonly everyMs: number } | null;
}

/** How a server that starts now begins: `confirmed` when it trades, the reason of its freeze, or the venue that the database refuses. */
type ServerStart =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'frozen'; readonly reason: string }
  | { readonly kind: 'refused'; readonly venue: string };

/** What the checks need to know. A value is null when it cannot be read or when there is nothing to check. */
export interface DoctorFacts extends Pick<DoctorPlace, 'isLive' | 'atRisk' | 'isInsecureHttp'> {
  readonly nodeVersion: string;
  readonly signerUser: SignerUser;
  /** A file or folder, its mode, and the largest mode that it may have. */
  readonly paths: readonly { readonly path: string; readonly mode: number | null; readonly allowed: number }[];
  readonly disk: { readonly freeBytes: number } | null;
  readonly database:
    | { readonly problem: string }
    | {
        readonly problem: null;
        readonly facts: DatabaseFacts;
        readonly audit: AuditCheck;
        readonly start: ServerStart;
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
  /** Returns the place of a server that starts here, and creates nothing. */
  readonly startPlace: (trades: boolean) => Promise<ServerPlace>;
}

/** Reads everything. A part that cannot be read does not end the command. */
export async function readDoctorFacts(deps: DoctorDeps): Promise<DoctorFacts> {
  const { place, now, exchangeDifference } = deps;
  const { homeFolder, peopleKeyFile, publicUrl, egress, backup } = place;
  const secrets = `${homeFolder}.secrets`;
  const own = new Set(Object.values(os.networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address)));
  const database = await readDatabase(deps);
  return {
    ...place,
    nodeVersion: process.versions.node,
    signerUser: await readSignerUser(place),
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

/** The signer owns its socket, and the server owns its data folder. */
async function readSignerUser({ signerSocket, homeFolder }: DoctorPlace): Promise<SignerUser> {
  if (signerSocket === null) return 'shared';
  try {
    const [signer, server] = await Promise.all([stat(signerSocket), stat(homeFolder)]);
    // A server of root reads the memory of every process.
    return signer.uid === server.uid || server.uid === 0 ? 'shared' : 'own';
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}

async function modeOf(file: string, allowed: number): Promise<DoctorFacts['paths'][number]> {
  const mode = await stat(file).then(
    (found) => found.mode,
    () => null,
  );
  return { path: file, mode, allowed };
}

async function readDatabase(deps: DoctorDeps): Promise<DoctorFacts['database']> {
  try {
    const store = await deps.open();
    try {
      const nodes = await store.nodes.list();
      return {
        problem: null,
        audit: await store.audit.check([]),
        start: await readStart(store, deps),
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

async function readStart({ instances }: DoctorStore, { place, startPlace }: DoctorDeps): Promise<ServerStart> {
  const { venue, trades, hasOwnExchange } = place.server;
  const foreseen = await instances.foresee({ ...(await startPlace(trades)), venue, trades });
  if (!foreseen.ok) return { kind: 'refused', venue };
  const { frozen: reason } = foreseen.instance;
  const isMoved = reason === 'place' || reason === 'database';
  return reason === null || (isMoved && hasOwnExchange) ? { kind: 'confirmed' } : { kind: 'frozen', reason };
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
