// Implements the engine's Exchange port for one OKX account.
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
import { createOkxRest, type OkxEnvironment } from './rest/rest.ts';
import type { OkxSigner } from './rest/signer.ts';
import { okxVenue } from './venue.ts';
import { openSession } from './socket/session.ts';
import { createViewers, type ViewerSocket, type ViewerSocketDeps } from './socket/viewer-socket.ts';

/**
 * The dependencies of the client of one OKX account. Clients whose requests OKX counts together must have the same
 * budgets.
 */
interface OkxExchangeDeps {
  /** Origin of the REST interface, without a path. */
  readonly restOrigin: string;
  /** Base address of the sockets, which ends in /ws/v5. */
  readonly wsBase: string;
  /** Signs with the key of the account. `localSigner` returns a signer for credentials of this process. */
  readonly signer: OkxSigner;
  readonly environment: OkxEnvironment;
  /**
   * The broker code, which every order and trigger order has as its `tag`. When the text is empty, orders have no tag.
   */
  readonly brokerTag: string;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly transport?: Transport;
  /** The public client that all accounts share. When it is undefined, this account creates its own public client. */
  readonly market?: Pick<
    OkxPublic,
    'watchTicker' | 'watchMark' | 'watchInstrument' | 'refreshInstruments' | 'noteOffGrid' | 'serverClock'
  >;
  readonly meter?: LinkMeter;
  /** Is called with the number of sockets of other programs that listen to the account (see `SessionDeps`). */
  readonly onOtherListeners?: (others: number) => void;
  readonly accountBudget?: RateBudget;
  readonly addressBudget?: RateBudget;
}

/** The exchange of one account, with readings that only OKX has: fee rates, settings and the positions of every instrument. */
export interface OkxExchange extends Exchange {
  fees: AccountReads['fees'];
  /** Returns the settings that decide whether bots may run on the account. */
  settings(): Promise<SettingsReport>;
  /**
   * Opens a separate socket for a person who watches the account. The socket does not affect the streams of the engine.
   */
  view(hear: ViewerSocketDeps['hear']): ViewerSocket;
  /**
   * Reads every open swap position, also the positions of the user. Sizes are contracts. A size is negative only for a
   * short position in net mode.
   */
  everyPosition(): Promise<Report<readonly RawPosition[]>>;
}

/** A position with the values that the exchange lists. */
export interface RawPosition {
  readonly instrumentId: string;
  readonly positionSide: string;
  readonly size: string;
}

/**
 * Returns the exchange of one key. The client sends nothing until a method is called. `listen` opens the streams, and
 * `close` of its result closes the streams.
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
  const viewers = createViewers();
  const orders = createOrderReads({ rest, clock, owners });
  const ledger = createLedgerReads({ rest, clock, owners });
  // A price or a size off the known grid means that the exchange has new rules.
  const doubting = async <T>(reading: Promise<Report<T>>): Promise<Report<T>> => {
    const report = await reading;
    if (!report.ok && report.offGrid !== undefined) market.noteOffGrid(report.offGrid);
    return report;
  };
  return {
    venue: okxVenue,
    ...createCommands({
      rest,
      log,
      mode,
      brokerTag: deps.brokerTag,
      onRulesDoubted: () => market.refreshInstruments(),
    }),
    ...account,
    lookup: (...input) => doubting(orders.lookup(...input)),
    openOrders: (...input) => doubting(orders.openOrders(...input)),
    orderHistory: (...input) => doubting(orders.orderHistory(...input)),
    fillsAfter: (...input) => doubting(ledger.fillsAfter(...input)),
    billsAfter: (...input) => ledger.billsAfter(...input),
    positions: (instruments) => doubting(account.positions(instruments)),
    async account() {
      const report = await account.account();
      if (report.ok) mode.note(report.value.positionMode);
      return report;
    },
    settings: () => readAccountSettings(rest),
    everyPosition: () => account.everyPosition(),
    view: (hear) => viewers.open({ ...deps, url: `${deps.wsBase}/private`, transport, serverClock, hear }),
    venueNow: () => serverClock.now(),
    isVenueTimeKnown() {
      // Without this call only a signed request starts a measurement, so an entry could wait for the clock until the next
      // reading of the account.
      void serverClock.ready();
      return serverClock.isKnown();
    },
    listen: (listener, instruments, needs) =>
      openSession(
        {
          ...deps,
          transport,
          serverClock,
          isKeyRefused: () => rest.isKeyRefused(),
          market,
          owners,
          viewers: () => viewers.count(),
        },
        { instruments, needs },
        listener,
      ),
  };
}
