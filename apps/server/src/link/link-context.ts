// The dependencies of account linking: the exchange's OAuth, the table of sites, the return address, the clients of accounts.
import type { OkxOauth } from '@rondo/exchange';
import type { AccountEnvironment } from '@rondo/store';
import type { Exchanges } from '../trading/exchanges.ts';
import type { LinkSites } from '../venues/okx/okx-sites.ts';
import type { LinkMeters } from '../link-health/link-meters.ts';
import type { StateSeal } from '../venues/okx/link/state-seal.ts';
import type { TokenKeeper } from '../venues/okx/link/token-keeper.ts';
import type { Viewers } from '../link-health/viewers.ts';

export interface LinkContext {
  /** Null: this installation is not registered with the exchange (no client id). */
  readonly oauth: { readonly client: OkxOauth } | null;
  readonly sites: LinkSites;
  readonly seal: StateSeal;
  readonly exchanges: Exchanges;
  readonly tokens: TokenKeeper;
  readonly viewers: Viewers;
  readonly meters: LinkMeters;
  /** Environment of keys made without `is_demo`. */
  readonly environment: AccountEnvironment;
  /** Returns the registered return address for a request to this host, or the first one for an unknown host. */
  redirectUri(host: string | undefined): string;
  /** True when the exchange is reachable. */
  isReachable(): Promise<boolean>;
  /** Ends the actor, the client and the figures of an unlinked account. */
  forget(accountId: string): Promise<void>;
}
