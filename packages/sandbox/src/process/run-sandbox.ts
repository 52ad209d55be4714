// The sandbox as a process: core and journal, with HTTP and sockets on one port. A timer calls `step` of the core four
// times a second.
import { mkdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { BadRecording } from '../market/bad-recording.ts';
import { createExchangeCore, type ExchangeCore } from '../core/exchange-core.ts';
import type { AccountKeys, NewAccount } from '../accounts/open-account.ts';
import { createHttpServer } from './http-server.ts';
import { openJournal, readJournal, type SandboxJournal } from '../state/journal.ts';
import { sandboxLimits } from '../limits.ts';
import { createModelDouble } from '../model/model-double.ts';
import type { SandboxClock } from '../ports.ts';
import { attachSockets } from './socket-server.ts';

/** The reservation of a folder for one process. A second call of `release` does nothing. */
export interface FolderReservation {
  release(): Promise<void>;
}

/** The folder of the journal, and the port that reserves the folder for this process. */
export interface SandboxStorage {
  readonly folder: string;
  /** Rejects when another running process uses the folder. */
  reserve(folder: string): Promise<FolderReservation>;
}

/** The options of a sandbox. Without `storage` nothing is stored. With speed 0 or `hold`, only /sandbox/advance changes the prices. */
export interface SandboxOptions {
  readonly port?: number;
  readonly host?: string;
  readonly seed?: string | number;
  readonly speed?: number;
  readonly hold?: boolean;
  readonly storage?: SandboxStorage;
  readonly replay?: { readonly instId: string; readonly file: string };
  readonly accounts?: readonly NewAccount[];
  readonly clock?: SandboxClock;
  /** True when the sandbox refuses more than three handshakes per second and address, as OKX does. The default is false. */
  readonly limitsHandshakes?: boolean;
}

/** A running sandbox: the origins to connect to, the keys of its accounts (two accounts by default), and its shutdown. */
export interface RunningSandbox {
  readonly rest: string;
  readonly ws: string;
  readonly wsAll: string;
  readonly port: number;
  readonly accounts: readonly AccountKeys[];
  readonly core: ExchangeCore;
  close(): Promise<void>;
}

/** Starts a sandbox. Rejects with a sentence for the user when the port or the folder is in use or the recording is invalid. */
export async function runSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const reservation = options.storage === undefined ? null : await reserveFolder(options.storage);
  try {
    return await start(options, reservation);
  } catch (error) {
    await reservation?.release();
    throw error;
  }
}

async function start(options: SandboxOptions, reservation: FolderReservation | null): Promise<RunningSandbox> {
  const core = createExchangeCore({
    seed: options.seed ?? 'rondo',
    clock: options.clock ?? { now: () => Date.now() },
    speed: options.hold ? 0 : (options.speed ?? 1),
    accounts: options.accounts ?? [{ label: 'first' }, { label: 'second' }],
    ...(options.replay
      ? { replay: { instId: options.replay.instId, text: readRecordingFile(options.replay.file) } }
      : {}),
    ...(options.storage === undefined ? {} : { restore: readJournal(options.storage.folder) }),
  });
  const journal: SandboxJournal =
    options.storage === undefined
      ? { append: () => undefined, afterDurable: (then) => then(), close: () => undefined }
      : openJournal(options.storage.folder, () => core.allChanges());
  if (options.limitsHandshakes === true)
    core.administer('faults', { kind: 'handshakes', perSecond: String(sandboxLimits.handshakesPerSecond) });
  core.drainChanges();
  const settle = (respond: () => void): void => {
    journal.append(core.drainChanges());
    journal.afterDurable(respond);
    core.flush();
  };
  const server = createHttpServer({ core, model: createModelDouble(), commit: settle });
  // A push is sent after its change is on the disk.
  const afterDurable = (then: () => void): void => {
    journal.append(core.drainChanges());
    journal.afterDurable(then);
  };
  const sockets = attachSockets(server, { core, commit: settle, afterDurable });
  const host = options.host ?? '127.0.0.1';
  const port = await listen(server, options.port ?? 0, host);
  const timer = setInterval(() => {
    core.step();
    settle(() => undefined);
  }, sandboxLimits.stepMs);
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return {
    rest: `http://${authority}`,
    ws: `ws://${authority}/ws/v5`,
    wsAll: `ws://${authority}/ws/v5/all`,
    port,
    accounts: core.accounts,
    core,
    close: async () => {
      clearInterval(timer);
      for (const client of sockets.clients) client.terminate();
      sockets.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      settle(() => undefined);
      journal.close();
      await reservation?.release();
    },
  };
}

function reserveFolder(storage: SandboxStorage): Promise<FolderReservation> {
  mkdirSync(storage.folder, { recursive: true });
  return storage.reserve(storage.folder);
}

function listen(server: ReturnType<typeof createHttpServer>, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Another program uses port ${port}. Choose another port for the sandbox.`)
          : error,
      );
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

// A file that begins with the bytes 1f 8b (RFC 1952) is unpacked, even when its name does not end in .gz.
function readRecordingFile(path: string): string {
  const bytes = readFileSync(path);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.toString('utf8');
  try {
    return gunzipSync(bytes).toString('utf8');
  } catch (cause) {
    throw new BadRecording(`The recording ${path} cannot be unpacked, because the file is damaged or incomplete.`, {
      cause,
    });
  }
}
