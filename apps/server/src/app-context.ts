// The dependencies of the HTTP application. createServer creates the dependencies once.
import type { AccessLog } from './access/access-log.ts';
import type { BackupService } from './backup/backup-service.ts';
import type { HelpLinks, VenueName } from '@rondo/contract';
import type { Clock, Log } from '@rondo/engine/ports';
import type { Store } from '@rondo/store';
import type { CandleFolder } from '@rondo/store/candles';
import type { AiDecider } from './ai/ai-decider.ts';
import type { CandleFiller } from './candles/candle-filler.ts';
import type { HostList } from './api/host-list.ts';
import type { Budgets } from './api/budgets.ts';
import type { Promotion, ServerRole } from './env.ts';
import type { KeyCalls } from './key-calls/key-call-table.ts';
import type { LinkContext } from './link/link-context.ts';
import type { AllowedMarkets } from './market/allowed-markets.ts';
import type { Market } from './market/market.ts';
import type { HealthReport } from './ops/health-report.ts';
import type { Installation } from './ops/installation.ts';
import type { Metrics } from './ops/metrics.ts';
import type { AccountKeys } from './signer/account-keys.ts';
import type { LiveAccounts } from './trading/live-accounts.ts';
import type { KeyedVenue } from './venues/venue.ts';

export interface AppContext {
  /** The budgets of calls that protect secrets and money. */
  readonly budgets: Budgets;
  readonly role: ServerRole;
  /** The access log, or null when this server writes none. */
  readonly access: AccessLog | null;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Store;
  /** The keys of accounts. Their secrets are in the signer. */
  readonly keys: AccountKeys;
  /** The calls that need the master key. A node without it hands them to a node that trades. */
  readonly keyCalls: KeyCalls;
  readonly metrics: Metrics;
  readonly market: Market;
  /** The stored candles of years, and their download. */
  readonly candles: { readonly folder: CandleFolder; readonly filler: CandleFiller };
  readonly live: LiveAccounts;
  /** The AI model that decides for bots with the AI entry, or null when none is configured (decision 29). */
  readonly ai: AiDecider | null;
  readonly link: LinkContext;
  /** The scheduled backups, or null when the server makes none. */
  readonly backups: BackupService | null;
  readonly installation: Pick<Installation, 'frozen'>;
  readonly health: HealthReport;
  readonly venue: VenueName;
  readonly brokerCode: string;
  readonly keyedVenue: KeyedVenue;
  /** The sections that the landing page may show. A region may forbid some sections (decision 20). */
  readonly promotions: readonly Promotion[];
  /** The number of places of the launch plan. */
  readonly planSlots: number;
  /** The instruments on which new bots may start. */
  readonly allowedMarkets: AllowedMarkets;
  readonly help: HelpLinks;
  /** False while every sign-up is refused. */
  readonly isRegistrationOpen: boolean;
  /** The countries (ISO 3166-1 alpha-2) whose residents may not sign up. */
  readonly prohibitedRegions: readonly string[];
  readonly isInsecureHttp: boolean;
  /** The addresses and networks of proxies whose `X-Forwarded-For` the server believes. */
  readonly trustedProxies: readonly string[];
  /** The addresses and networks of collectors that may read the metrics. */
  readonly metricsFrom: readonly string[];
  /** The addresses and networks that may send messages to bots, or null for every address. */
  readonly hooksFrom: readonly string[] | null;
  /** The public origin, or null when the service is used on this machine only. */
  readonly publicUrl: string | null;
  /** The host names and origins under which this server may be called. */
  readonly hostList: HostList;
  readonly webFolder: string;
}
