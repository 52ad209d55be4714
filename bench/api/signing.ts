// The signer of the measured server: the real process with the keys of all members, and as many signatures as the bots of the members need.
import type { Log } from '@rondo/engine/ports';
import type { Store } from '@rondo/store';
import { testMasterKey } from '@rondo/testkit/database';
import type { Metrics } from '../../apps/server/src/ops/metrics.ts';
import type { AccountKey } from '../../apps/server/src/signer/account-keys.ts';
import { createSignerHost, openSigner, type Signer } from '../../apps/server/src/signer/open-signer.ts';
import { signerLimits } from '../../apps/server/src/signer/signer-limits.ts';

/** docs/scale.md: an account with a position sends 0.10 requests a second. */
const signaturesPerSecond = 0.1;
const reading = { method: 'GET', path: '/api/v5/account/balance', body: '' };

/** The signatures since the start, and how many the signer refused or did not return in time. */
export interface SigningCounts {
  readonly signed: number;
  readonly refused: number;
}

export interface Signing {
  readonly keys: Signer['keys'];
  /** Opens the keys of the accounts, and then signs all the time. */
  begin(accountIds: readonly string[]): Promise<void>;
  counts(): SigningCounts;
  stop(): Promise<void>;
}

/** Starts the process of the signer. */
export async function startSigning(deps: {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly store: Store;
}): Promise<Signing> {
  const config = {
    masterKeyText: Buffer.from(testMasterKey).toString('hex'),
    masterKeyCommand: null,
    peopleKey: null,
    homeFolder: '/nonexistent',
    signerSocket: null,
    signerAccounts: signerLimits.accountsAtOnce,
    signerEnvironment: { PATH: process.env['PATH'] ?? '' },
  };
  const host = createSignerHost(config, { log: deps.log, line: null, signs: 'everything' });
  await host.seals.begin(false);
  const { keys } = openSigner(host, deps);
  let [signed, refused] = [0, 0];
  const signOne = async (key: AccountKey | undefined): Promise<void> => {
    const result = await key?.signer.signRequest({ timestamp: new Date().toISOString(), ...reading });
    if (result === null) refused += 1;
    else signed += 1;
  };
  return {
    keys,
    async begin(accountIds) {
      const opened = await Promise.all(accountIds.map((accountId) => keys.open(accountId)));
      const startedAt = performance.now();
      let asked = 0;
      setInterval(() => {
        const due = ((performance.now() - startedAt) / 1_000) * signaturesPerSecond * opened.length;
        for (; asked < due; asked += 1) void signOne(opened[asked % opened.length]);
      }, 10);
    },
    counts: () => ({ signed, refused }),
    stop: () => host.stop(),
  };
}
