// The store: every repository of the database in one record. Server and command line use only this record of the package.
import type { Journal } from '@rondo/engine/ports';
import type { Bots } from './bots/bots.ts';
import type { DatabaseFacts } from './database/database-facts.ts';
import type { History } from './history/history.ts';
import type { CommitReads } from './journal/commit-marks.ts';
import type { LeaseReads } from './journal/leases.ts';
import type { StoredNodes } from './journal/nodes.ts';
import type { AccountLabels } from './links/account-labels.ts';
import type { AccountStates } from './links/account-states.ts';
import type { Accounts } from './links/accounts.ts';
import type { Consents } from './links/consents.ts';
import type { HoneyAccount } from './links/honey-account.ts';
import type { KeyCalls } from './links/key-calls.ts';
import type { KeyChanges } from './links/key-changes.ts';
import type { KeyRevocations } from './links/key-revocations.ts';
import type { OauthStates } from './links/oauth-states.ts';
import type { Audit } from './people/audit.ts';
import type { Enrolments } from './people/enrolments.ts';
import type { Logins } from './people/logins.ts';
import type { Passkeys } from './people/passkeys.ts';
import type { People } from './people/people.ts';
import type { SecondFactors } from './people/second-factors.ts';
import type { Users } from './people/users.ts';
import type { OauthSecret } from './rotation/oauth-secret.ts';
import type { Passwords } from './secrets/passwords.ts';
import type { StoreKeys, TradingKeys } from './store-keys.ts';
import type { Callers } from './sessions/callers.ts';
import type { Devices } from './sessions/devices.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { Throttles } from './sessions/throttles.ts';
import type { OpenSockets } from './sessions/open-sockets.ts';
import type { Tickets } from './sessions/tickets.ts';
import type { AiDecisions } from './signals/ai-decisions.ts';
import type { SignalHooks } from './signals/signal-hooks.ts';
import type { SignalReadings } from './signals/signal-readings.ts';
import type { Instances } from './upkeep/instance.ts';
import type { Jobs } from './upkeep/jobs.ts';
import type { Retention } from './upkeep/retention.ts';
import type { KeyRotation } from './rotation/key-rotation.ts';
import type { InstallationSettings } from './upkeep/settings.ts';

/** All stored data. `openStore` creates this record. */
export interface Store {
  readonly keys: StoreKeys;
  readonly journal: Journal;
  readonly commits: CommitReads;
  readonly leases: LeaseReads;
  readonly nodes: StoredNodes;
  readonly oauthSecret: OauthSecret;
  readonly passwords: Passwords;
  readonly users: Users;
  readonly people: People;
  readonly audit: Audit;
  readonly secondFactors: SecondFactors;
  readonly passkeys: Passkeys;
  readonly enrolments: Enrolments;
  readonly logins: Logins;
  readonly accountLabels: AccountLabels;
  readonly retention: Retention;
  readonly jobs: Jobs;
  readonly sessions: Sessions;
  readonly callers: Callers;
  readonly accounts: Accounts;
  readonly bots: Bots;
  readonly history: History;
  readonly settings: InstallationSettings;
  readonly instances: Instances;
  readonly devices: Devices;
  readonly tickets: Tickets;
  readonly openSockets: OpenSockets;
  readonly throttles: Throttles;
  readonly oauthStates: OauthStates;
  readonly consents: Consents;
  readonly keyCalls: KeyCalls;
  readonly keyChanges: KeyChanges;
  readonly accountStates: AccountStates;
  readonly keyRevocations: KeyRevocations;
  readonly honey: HoneyAccount;
  /** Reads the version, the settings and the clock of the database server. */
  facts(): Promise<DatabaseFacts>;
  readonly aiDecisions: AiDecisions;
  readonly signalReadings: SignalReadings;
  readonly signalHooks: SignalHooks;
  /** Returns whether the database responds within `readyTimeoutMs`. */
  ready(): Promise<boolean>;
  /** Ends the connections. If this store started or adopted the embedded server, it also stops the server. */
  close(): Promise<void>;
}

/** The store of a tool, which has the master key in its own process. */
export interface ToolStore extends Store {
  readonly keys: StoreKeys & { readonly trading: TradingKeys };
  /** Replaces the master key, the people key and the pepper. */
  readonly keyRotation: KeyRotation;
}
