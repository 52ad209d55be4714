// Implements the engine's Exchange port for one OKX account. This file only connects the modules.
import type { Chance, Clock, Exchange, Log, Report } from '@rondo/engine/ports';
import { createNodeTransport } from '../transport/node-transport.ts';
import type { LinkMeter } from '../meter.ts';
import type { Transport } from '../transport/transport.ts';
import { createAccountReads, type AccountReads } from './reads/account-reads.ts';
import { readAccountSettings, type SettingsReport } from './account/account-settings.ts';
import { createCommands } from './commands/commands.ts';
import { createLedgerReads } from './reads/ledger-reads.ts';
import { createOrderOwners } from './reads/order-owners.ts';
import { createOrderReads } from './reads/order-reads.ts';
import { createPositionModeMemory } from './account/position-mode.ts';
import { createOkxPublic, type OkxPublic } from './market/public-market.ts';
import type { RateBudget } from './rest/rate-budget.ts';
import { createOkxRest, type OkxCredentials, type OkxEnvironment } from './rest/rest.ts';
import { okxVenue } from './venue.ts';
import { openSession } from './socket/session.ts';
import { createViewerSocket, type ViewerSocket, type ViewerSocketDeps } from './socket/viewer-socket.ts';

/** The dependencies of the client of one OKX account. Clients that OKX counts together must have the same budgets. */
interface OkxExchangeDeps {
  /** Origin of the REST interface, without a path. */
  readonly restOrigin: string;
  /** Base address of the sockets, which ends in /ws/v5. */
  readonly wsBase: string;
  readonly credentials: OkxCredentials;
  readonly environment: OkxEnvironment;
  /** Broker code that every order and trigger order has as `tag`. An empty text means that orders have no tag. */
  readonly brokerTag: string;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly transport?: Transport;
  /** The shared public client. Its price board and its clock serve every account. Without a shared client this account opens its own. */
  readonly market?: Pick<OkxPublic, 'watchTicker' | 'watchMark' | 'serverClock'>;
  readonly meter?: LinkMeter;
  readonly accountBudget?: RateBudget;
  readonly addressBudget?: RateBudget;
}

/** The exchange of one account, with readings that only OKX has: fee rates, settings and the positions of every instrument. */
export interface OkxExchange extends Exchange {
  fees: AccountReads['fees'];
  /** Returns the settings that decide whether bots may run on the account. */
  settings(): Promise<SettingsReport>;
  /** Opens a separate socket for a person who watches the account. The streams of the engine do not change. */
  view(hear: ViewerSocketDeps['hear']): ViewerSocket;
  /** Reads every open swap position, even positions that no bot owns. Sizes are contracts, and they have a sign only in net mode. */
  everyPosition(): Promise<Report<readonly RawPosition[]>>;
}

/** A position as the exchange lists it, in the words of the exchange. */
export interface RawPosition {
  readonly instrumentId: string;
  readonly positionSide: string;
  readonly size: string;
}

/**
 * Returns the exchange of one key. The client sends nothing until a method is called. `close` of the result of `listen` closes the streams.
 */
export function createOkxExchange(deps: OkxExchangeDeps): OkxExchange {
  const { clock, log } = deps;
  const transport = deps.transport ?? createNodeTransport();
  const market = deps.market ?? createOkxPublic({ ...deps, transport });
  const { serverClock } = market;
  const rest = createOkxRest({ ...deps, origin: deps.restOrigin, transport, serverClock });
  const owners = createOrderOwners(rest);
  const account = createAccountReads(rest, clock);
  const mode = createPositionModeMemory(async () => {
    const report = await account.account();
    return report.ok ? report.value.positionMode : null;
  });
  return {
    venue: okxVenue,
    ...createCommands({ rest, log, mode, brokerTag: deps.brokerTag }),
    ...createOrderReads({ rest, clock, owners }),
    ...createLedgerReads({ rest, clock, owners }),
    ...account,
    async account() {
      const report = await account.account();
      if (report.ok) mode.note(report.value.positionMode);
      return report;
    },
    settings: () => readAccountSettings(rest),
    everyPosition: () => account.everyPosition(),
    view: (hear) =>
      createViewerSocket({
        ...deps,
        url: `${deps.wsBase}/private`,
        transport,
        serverClock,
        hear,
      }),
    venueNow: () => serverClock.now(),
    isVenueTimeKnown: () => serverClock.isKnown(),
    listen: (listener, instruments, needs) =>
      openSession(
        { ...deps, transport, serverClock, isKeyRefused: () => rest.isKeyRefused(), market, owners },
        { instruments, needs },
        listener,
      ),
  };
}
