// Creates the parts of account linking: the OAuth client, the token renewal, the viewers and the lock of key changes.
import { createOkxOauth, type Transport } from '@rondo/exchange';
import type { Clock, Log } from '@rondo/engine/ports';
import type { AccountEnvironment, Store } from '@rondo/store';
import type { Exchanges } from '../../../trading/exchanges.ts';
import type { LinkSites } from '../../venue.ts';
import type { LinkMeters } from '../../../link-health/link-meters.ts';
import { createKeyChangeLock } from '../../../keys/key-change-lock.ts';
import type { LinkContext } from '../../../link/link-context.ts';
import { createStateSeal } from '../../../link/state-seal.ts';
import { deleteAtExchange } from '../keys/key-deletion.ts';
import { createTokenKeeper } from './token-keeper.ts';
import { createViewers } from '../../../link-health/viewers.ts';

/** The path of the page to which the exchange redirects the browser (specification 2). */
export const callbackPath = '/dashboard/okx-oauth-redirect';

export interface LinkDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Store;
  readonly exchanges: Exchanges;
  readonly meters: LinkMeters;
  readonly sites: LinkSites;
  readonly environment: AccountEnvironment;
  /** The registration, or null when this server is not registered with the exchange. */
  readonly program: { readonly clientId: string; readonly readClientSecret: () => Promise<string> } | null;
  /** Returns our own origins. The first origin is the default. The function is called for each use, because the port may be known only after the server listens. */
  readonly origins: () => readonly [string, ...string[]];
  readonly transport: Transport;
  readonly isReachable: () => Promise<boolean>;
  readonly endActor: (accountId: string) => Promise<void>;
}

/** Creates the linking context. Token renewal begins with a call of `tokens.start()`. */
export function createLink(deps: LinkDeps): LinkContext {
  const { clock, log, program, exchanges, meters, sites } = deps;
  const client = program === null ? null : createOkxOauth({ ...program, clock, log, transport: deps.transport });
  const oauth = client === null ? null : { client };
  const { consents, jobs } = deps.store;
  const tokens = createTokenKeeper({ clock, log, sites, consents, jobs, oauth: client });
  return {
    oauth,
    sites,
    seal: createStateSeal(deps.store.keys.oauthStates),
    exchanges,
    meters,
    tokens,
    keyChanges: createKeyChangeLock(clock),
    viewers: createViewers(clock),
    environment: deps.environment,
    redirectUri(host) {
      const origins = deps.origins();
      const origin = origins.find((one) => new URL(one).host === host) ?? origins[0];
      return `${origin}${callbackPath}`;
    },
    deleteKey: (account) => deleteAtExchange({ clock, consents, oauth, sites, tokens }, account),
    isReachable: deps.isReachable,
    async forget(accountId) {
      await deps.endActor(accountId);
      exchanges.forget(accountId);
      meters.forget(accountId);
    },
  };
}

/** Returns the return addresses that have to be registered with the exchange. */
export function redirectUrisOf(origins: readonly string[]): readonly string[] {
  return origins.map((origin) => `${origin}${callbackPath}`);
}
