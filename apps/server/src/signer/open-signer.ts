// Opens the signer of a server, with its metrics, the records of its refusals and its part of the health report.
import path from 'node:path';
import { healthReason, type HealthReason } from '@rondo/contract';
import type { Log } from '@rondo/engine/ports';
import { keySourceFrom, type SealSource, type Store } from '@rondo/store';
import type { KeyOptions } from '@rondo/store/secrets';
import { LRUCache } from 'lru-cache';
import { steadyClock, wallClock } from '../async/wall-clock.ts';
import type { ServerConfig } from '../env.ts';
import { causeOf } from '../ops/log.ts';
import type { Metrics } from '../ops/metrics.ts';
import { createAccountKeys, type AccountKeys } from './account-keys.ts';
import { createSignatureRecords } from './signatures/signature-records.ts';
import { createSignerClient, type SignerClient } from './signer-client.ts';
import { signerLimits } from './signer-limits.ts';
import type { SignerLine } from './signer-line.ts';
import type { SignedTexts } from './signer-messages.ts';
import { NoKey, startSignerProcess } from './signer-process.ts';
import { createSignerWork } from './signer-seals.ts';

type KeyConfig = Pick<ServerConfig, 'masterKeyText' | 'masterKeyCommand' | 'peopleKey' | 'homeFolder'>;

type SignerConfig = KeyConfig & Pick<ServerConfig, 'signerSocket' | 'signerEnvironment' | 'signerAccounts'>;

/** The process of the signer before the store is open: the store uses it to open the keys of the installation. */
export interface SignerHost {
  /** The seals of the store. Their `begin` starts the process. */
  readonly seals: SealSource;
  /** Returns the started process with its client. */
  started(): { readonly line: SignerLine; readonly client: SignerClient };
  stop(): Promise<void>;
}

export interface SignerDeps {
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'count' | 'gauge'>;
  readonly store: Pick<Store, 'accounts' | 'audit' | 'keyCalls'>;
}

export interface Signer {
  readonly keys: AccountKeys;
  /** Returns why no request can be signed or why the operator must look at the keys, or null. */
  problem(): HealthReason | null;
  /** Waits until the audit has the counts of the openings and of the signatures up to now, and every other line about the signer. */
  record(): Promise<void>;
}

/** Creates the host of a signer. `line` is a connection that replaces the process, for tests. */
export function createSignerHost(
  config: SignerConfig,
  { log, line: given, signs }: { readonly log: Log; readonly line: SignerLine | null; readonly signs: SignedTexts },
): SignerHost {
  const key = keyOptionsOf(config);
  const { signerSocket: socket, signerEnvironment: environment } = config;
  const openings = { accountsAtOnce: config.signerAccounts, countsMs: signerLimits.countsMs };
  let running: ReturnType<SignerHost['started']> | null = null;
  const started: SignerHost['started'] = () => {
    if (running === null) throw new Error('The signer was not started.');
    return running;
  };
  return {
    seals: {
      kind: key.kind,
      name: socket === null ? keySourceFrom(key).name : `the signer of ${socket}`,
      async begin(mayCreate) {
        const options = { key, mayCreate, openings, signs, socket, environment, log };
        const line = given ?? (await startSignerProcess(options).catch(nullWithoutKey));
        if (line === null) return false;
        running = { line, client: createSignerClient(line, steadyClock) };
        return true;
      },
      work: (state) => createSignerWork(started().client, state),
    },
    started,
    stop: async () => running?.line.stop(),
  };
}

function nullWithoutKey(error: unknown): null {
  if (error instanceof NoKey) return null;
  throw error;
}

/** Connects the started signer with the store, the metrics and the log. */
export function openSigner(host: SignerHost, deps: SignerDeps): Signer {
  const { metrics, store } = deps;
  const { line, client } = host.started();
  metrics.gauge('rondo_signer_up', () => (line.isUp() ? 1 : 0));
  metrics.gauge('rondo_signer_restarts', () => line.restarts());
  const writer = createLineWriter(deps);
  const honey = watchHoney(client, deps, writer);
  recordOpenings(client, deps, writer);
  const signatures = createSignatureRecords({
    clock: steadyClock,
    metrics,
    write: (detail) => writer.write({ action: 'signer.signed', detail }),
  });
  client.listenForSignatures((counts) => signatures.add(counts));
  return {
    keys: createAccountKeys({ ...store, client, onRefusal: createRefusalRecords(deps, writer) }),
    problem: () => (line.isUp() ? honey.problem() : healthReason('signer')),
    async record() {
      await client.report();
      signatures.flush();
      await writer.written();
    },
  };
}

/** Returns the settings of the source of the key. The key file is not in the data folder, so a copy of the data folder does not contain the key (decision 13). */
export function keyOptionsOf({ masterKeyText, masterKeyCommand, peopleKey, homeFolder }: KeyConfig): KeyOptions {
  if (peopleKey !== null) {
    const { text, command, file } = peopleKey;
    const source = { value: text ?? undefined, command: command ?? undefined, file: file ?? '' };
    return { kind: 'people', ...source, forbiddenFolders: [homeFolder] };
  }
  return {
    kind: 'master',
    value: masterKeyText ?? undefined,
    command: masterKeyCommand ?? undefined,
    file: path.join(`${homeFolder}.secrets`, 'master.key'),
    forbiddenFolders: [homeFolder],
  };
}

/** Counts and records the uses of the honey account. The health stays red until the operator has read the log and has started the server again. */
function watchHoney(
  client: SignerClient,
  { log, metrics }: SignerDeps,
  writer: LineWriter,
): { problem(): HealthReason | null } {
  let uses = 0;
  metrics.gauge('rondo_honey_uses', () => uses);
  const isFirst = createFirsts();
  client.listenForHoney(({ accountId, use }) => {
    uses += 1;
    if (!isFirst(use)) return;
    log.write('error', 'signer.honeyUsed', { accountId, use });
    writer.write({ action: 'signer.honeyUsed', detail: `${accountId}: ${use}` });
  });
  // Everybody can read the health report, so the reason does not name the account.
  return {
    problem: () => (uses > 0 ? healthReason('foreign_key') : null),
  };
}

/** Records how many keys the signer has opened. A refused opening means that the limit is too small for this database, or that somebody wants every key opened. */
function recordOpenings(client: SignerClient, { log, metrics }: SignerDeps, writer: LineWriter): void {
  const total = { openings: 0, refused: 0 };
  metrics.gauge('rondo_signer_openings', () => total.openings);
  metrics.gauge('rondo_signer_openings_refused', () => total.refused);
  client.listenForOpenings((counts) => {
    const { openings, accounts, refused } = counts;
    total.openings += openings;
    total.refused += refused;
    log.write(refused === 0 ? 'info' : 'error', 'signer.opened', counts);
    writer.write({
      action: 'signer.opened',
      detail: `${openings} openings of ${accounts} accounts, ${refused} refused`,
    });
  });
}

/** Counts each refusal, and records the first refusal of an account and reason in `recordMs` in the log and in the audit. */
function createRefusalRecords({ log, metrics }: Pick<SignerDeps, 'log' | 'metrics'>, writer: LineWriter) {
  const isFirst = createFirsts();
  const onRefusal: Parameters<typeof createAccountKeys>[0]['onRefusal'] = (accountId, reason, item) => {
    metrics.count('rondo_signer_refusals_total', { reason });
    if (!isFirst(`${accountId} ${reason}`)) return;
    const path = item.kind === 'login' ? 'login' : `${item.method} ${item.path.split('?')[0] ?? ''}`;
    log.write(reason === 'silent' ? 'warn' : 'error', 'signer.refused', { accountId, reason, path });
    if (reason !== 'forbidden' && reason !== 'time' && reason !== 'budget') return;
    const detail = `${accountId}: ${reason}, ${path}`.slice(0, 200);
    writer.write({ action: 'signer.refused', detail });
  };
  return onRefusal;
}

/** Returns a function that returns true once in `recordMs` for each key. */
function createFirsts(): (key: string) => boolean {
  const recorded = new LRUCache<string, true>({ max: signerLimits.recorded, ttl: signerLimits.recordMs });
  return (key) => {
    if (recorded.has(key)) return false;
    recorded.set(key, true);
    return true;
  };
}

/** Writes lines of the server itself into the audit. */
interface LineWriter {
  write(line: { readonly action: string; readonly detail: string }): void;
  /** Waits for the lines that are being written. The promise never rejects. */
  written(): Promise<void>;
}

function createLineWriter({ log, store }: Pick<SignerDeps, 'log' | 'store'>): LineWriter {
  const writing = new Set<Promise<void>>();
  return {
    write(line) {
      const stored = store.audit
        .write({ at: wallClock.now(), actorId: null, subjectId: null, ...line })
        .catch((error: unknown) => log.write('error', 'signer.notRecorded', { cause: causeOf(error) }))
        .finally(() => writing.delete(stored));
      writing.add(stored);
    },
    async written() {
      await Promise.all(writing);
    },
  };
}
