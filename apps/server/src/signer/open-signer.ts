// Opens the signer of a server, with its metrics, the records of its refusals and its part of the health report.
import path from 'node:path';
import type { Log } from '@rondo/engine/ports';
import type { Store } from '@rondo/store';
import type { KeyOptions } from '@rondo/store/secrets';
import { LRUCache } from 'lru-cache';
import { steadyClock, wallClock } from '../async/wall-clock.ts';
import type { ServerConfig } from '../env.ts';
import { causeOf } from '../ops/log.ts';
import type { Metrics } from '../ops/metrics.ts';
import { createAccountKeys, type AccountKeys } from './account-keys.ts';
import { createSignerClient } from './signer-client.ts';
import { signerLimits } from './signer-limits.ts';
import type { SignerLine } from './signer-line.ts';
import { startSignerProcess } from './signer-process.ts';

type KeyConfig = Pick<ServerConfig, 'masterKeyText' | 'masterKeyCommand' | 'homeFolder'>;

export interface SignerDeps {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly store: Pick<Store, 'accounts' | 'audit'>;
  /** A connection that replaces the process, for tests. */
  readonly line?: SignerLine;
}

export interface Signer {
  readonly keys: AccountKeys;
  /** Returns why no request can be signed, or null. */
  problem(): string | null;
  stop(): Promise<void>;
}

/** Starts the signer. Throws an error with a sentence for the operator when it cannot start. */
export async function openSigner(
  config: KeyConfig & Pick<ServerConfig, 'signerUserId' | 'signerEnvironment'>,
  deps: SignerDeps,
): Promise<Signer> {
  const { log, metrics, store } = deps;
  const line =
    deps.line ??
    (await startSignerProcess({
      masterKey: keyOptionsOf(config),
      userId: config.signerUserId,
      environment: config.signerEnvironment,
      log,
    }));
  metrics.gauge('rondo_signer_up', () => (line.isUp() ? 1 : 0));
  metrics.gauge('rondo_signer_restarts', () => line.restarts());
  return {
    keys: createAccountKeys({
      accounts: store.accounts,
      client: createSignerClient(line, steadyClock),
      onRefusal: createRefusalRecords({ log, metrics, store }),
    }),
    problem: () => (line.isUp() ? null : 'the signer does not run, so nothing is sent to the exchange'),
    stop: () => line.stop(),
  };
}

/** Returns the settings of the source of the master key. The key file is not in the data folder, so a copy of the data folder does not contain the key (decision 13). */
export function keyOptionsOf({ masterKeyText, masterKeyCommand, homeFolder }: KeyConfig): KeyOptions {
  return {
    value: masterKeyText ?? undefined,
    command: masterKeyCommand ?? undefined,
    file: path.join(`${homeFolder}.secrets`, 'master.key'),
    forbiddenFolders: [homeFolder],
  };
}

/** Counts each refusal, and records the first refusal of an account and reason in `recordMs` in the log and in the audit. */
function createRefusalRecords({ log, metrics, store }: Pick<SignerDeps, 'log' | 'metrics' | 'store'>) {
  const recorded = new LRUCache<string, true>({ max: signerLimits.recorded, ttl: signerLimits.recordMs });
  const onRefusal: Parameters<typeof createAccountKeys>[0]['onRefusal'] = (accountId, reason, item) => {
    metrics.count('rondo_signer_refusals_total', { reason });
    const key = `${accountId} ${reason}`;
    if (recorded.has(key)) return;
    recorded.set(key, true);
    const path = item.kind === 'login' ? 'login' : `${item.method} ${item.path.split('?')[0] ?? ''}`;
    log.write(reason === 'silent' ? 'warn' : 'error', 'signer.refused', { accountId, reason, path });
    if (reason !== 'forbidden' && reason !== 'budget') return;
    const detail = `${accountId}: ${reason}, ${path}`.slice(0, 200);
    store.audit
      .write({ at: wallClock.now(), actorId: null, action: 'signer.refused', subjectId: null, detail })
      .catch((error: unknown) => log.write('error', 'signer.notRecorded', { cause: causeOf(error) }));
  };
  return onRefusal;
}
