// The monitors of a run: they follow every event of a run and report violations of invariants that need the times of events.
import type { UserCommand } from '@rondo/engine';
import type { FactBatch, IntentRow } from '@rondo/engine/ports';
import type { HttpRequest, HttpResponse } from '@rondo/exchange';
import type { VirtualClock } from '@rondo/testkit';
import type { CheckContext } from '../checks/checkers.ts';
import { noteRefusals } from '../checks/end-causes.ts';
import type { FaultName } from '../checks/counts.ts';
import type { CheckedBot } from '../checks/roster.ts';
import type { TrueMarket, TrueOrder, Truth } from '../checks/truth.ts';
import { createBookWatch } from './book-watch.ts';
import { createBounds } from './bounds.ts';
import { createCalm } from './calm.ts';
import { createCommandHistory } from './command-history.ts';
import { checkFold } from './fold-check.ts';
import { createLedgerWatch } from './ledger-watch.ts';
import { createLiveness } from './liveness.ts';
import { checkLogLine } from './log-watch.ts';
import { createStopCount } from './stop-count.ts';
import { createWireMonitor } from './wire-watch.ts';

export type Monitors = {
  /** Looks for faults since the last call. */
  tick(): void;
  exchangeChanged(changed: ReturnType<Truth['follow']>): void;
  committed(intents: readonly IntentRow[]): void;
  /** The transaction is stored, and these fills were new. */
  stored(batch: FactBatch, newFillIds: readonly string[]): void;
  sent(process: string, request: HttpRequest): void;
  arrived(request: HttpRequest, body: unknown): void;
  received(process: string, request: HttpRequest, response: HttpResponse): void;
  processStarted(process: string): void;
  processEnded(process: string): void;
  leaseTaken(accountId: string, process: string): void;
  maintenanceOver(): void;
  databaseBack(): void;
  logged(level: string, event: string, fields: Readonly<Record<string, unknown>>): void;
  /** A command is sent to the process that holds the lease. Returns the function that notes its result. */
  commanded(bot: CheckedBot, command: UserCommand): (result: 'done' | 'refused') => void;
  /** Returns the names of the warnings and errors in the log. */
  loggedNames(): ReadonlySet<string>;
  /** Checks the end of the run. */
  finish(): void;
  /** Returns for each invariant the longest duration of its conditions in milliseconds. */
  longest(): ReadonlyMap<string, number>;
};

export type MonitorsDeps = {
  readonly context: CheckContext;
  readonly clock: Pick<VirtualClock, 'now' | 'after'>;
  readonly truth: Pick<Truth, 'market'>;
  readonly faults: ReadonlyMap<FaultName, number>;
  readonly disturbedUntil: () => number;
  /** Returns the time until which the exchange or the engine does not allow the account to trade. */
  readonly refusedUntil: (accountId: string) => number;
  readonly holderOf: (accountId: string) => string | null;
  readonly accountOf: (apiKey: string) => string | undefined;
  readonly databaseCutSince: (process: string) => number | null;
  readonly mayBeBusy: () => boolean;
  /** Returns true for a line of the log that the scenario of the run expects. */
  readonly isExpectedLine: (event: string) => boolean;
  /** Returns true when people have enlarged the position of the bot or removed an exit, and while the bot is frozen. */
  readonly isExempt: (bot: CheckedBot) => boolean;
};

const host = 'exchange.test';

/** Returns the monitors of a run that has not begun. */
export function createMonitors(deps: MonitorsDeps): Monitors {
  const { context, clock, disturbedUntil, refusedUntil, holderOf, isExempt } = deps;
  const now = (): number => clock.now();
  const calm = createCalm({ now, faults: deps.faults, disturbedUntil, refusedUntil, holderOf });
  const bounds = createBounds({
    clock,
    calmSince: (accountId, needs) => calm.since(accountId, needs),
    age: context.now,
    report: context.report,
  });
  const books = createBookWatch({ context, bounds, isExempt });
  const ledger = createLedgerWatch(context);
  const stops = createStopCount(context);
  const history = createCommandHistory(context);
  const names = new Set<string>();
  const liveOf = (market: TrueMarket): readonly TrueOrder[] => books.liveOf(market);
  const live = createLiveness({ context, bounds, liveOf, holderOf, isExempt });
  const { accountOf, databaseCutSince, mayBeBusy } = deps;
  const marketOf = (account: string, instId: string): TrueMarket => deps.truth.market(account, instId);
  const wire = createWireMonitor({ context, now, accountOf, marketOf, holderOf, databaseCutSince, mayBeBusy, host });
  return {
    tick: () => calm.tick(),
    exchangeChanged(changed) {
      for (const [market, change] of changed) {
        books.changed(market, change);
        live.exchangeChanged(market, change.fills);
      }
    },
    committed(intents) {
      ledger.committed(intents);
      live.committed(intents);
    },
    stored(batch, newFillIds) {
      ledger.stored(batch);
      stops.stored(batch.logs);
      for (const { botId, reserved } of batch.views) books.budgeted(botId, reserved);
      live.stored(batch, newFillIds);
    },
    sent: (process, request) => wire.sent(process, request),
    arrived: (request, body) => wire.arrived(request, body),
    received(process, request, response) {
      wire.received(process, request, response);
      if (request.method === 'POST') noteRefusals(context, response.text);
      const accountId = accountOf(request.headers['OK-ACCESS-KEY'] ?? '');
      if (accountId !== undefined && response.text.startsWith('{"code":"0"')) live.responded(accountId, request.url);
    },
    processStarted: (process) => calm.processStarted(process),
    processEnded(process) {
      for (const accountId of calm.processEnded(process)) live.leaseLost(accountId);
    },
    leaseTaken(accountId, process) {
      calm.leaseTaken(accountId, process);
      live.leaseTaken(accountId);
    },
    maintenanceOver: () => live.maintenanceOver(),
    databaseBack: () => live.databaseBack(),
    logged(level, event, fields) {
      if (level === 'warn' || level === 'error') names.add(event);
      checkLogLine(context, { level, event, cause: fields['cause'], isExpected: deps.isExpectedLine(event) });
    },
    loggedNames: () => names,
    commanded(bot, command) {
      if (command.kind === 'stop' && holderOf(bot.accountId) !== null) live.stopSent(bot);
      return history.began(bot.botId, command);
    },
    finish() {
      history.check();
      for (const bot of context.roster.all) checkFold(context, bot);
    },
    longest: () => bounds.longest(),
  };
}
