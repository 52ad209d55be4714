// What the HTTP application is built from: made once by main.ts, or by a test.
import type { HelpLinks } from '@rondo/contract';
import type { Clock, Log } from '@rondo/engine/ports';
import type { Store } from '@rondo/store';
import type { Api } from './api/api.ts';
import type { CodeTries } from './people/code-attempts.ts';
import type { Guards } from './api/guards.ts';
import type { LinkContext } from './link/link-context.ts';
import type { HealthReport } from './ops/health-routes.ts';
import type { LbankVenue } from './venues/lbank/lbank-key.ts';
import type { LiveAccounts } from './trading/live-accounts.ts';
import type { Metrics } from './ops/metrics.ts';
import type { Market } from './market/market.ts';

export type Promotion = 'referral' | 'slots' | 'testimonials';

export interface AppContext {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Store;
  readonly metrics: Metrics;
  readonly market: Market;
  readonly live: LiveAccounts;
  readonly link: LinkContext;
  readonly health: HealthReport;
  readonly venue: 'sandbox' | 'okx';
  readonly brokerCode: string;
  readonly lbank: LbankVenue;
  /** What the landing page may show and ask for; a region may forbid some of it (decisions.md 20). */
  readonly promotions: readonly Promotion[];
  /** Places of the launch plan. */
  readonly planSlots: number;
  readonly help: HelpLinks;
  /** Countries (ISO 3166-1 alpha-2) whose residents may not sign up. */
  readonly prohibitedRegions: readonly string[];
  readonly isInsecureHttp: boolean;
  readonly webFolder: string;
}

/** The instance that routes are added to, who may call them, and how often a code may be tried. */
export interface Serving {
  readonly api: Api;
  readonly guards: Guards;
  readonly codes: CodeTries;
}
