// Dispatches recorded commands, changed holds and new bots from the store to the engine, and dispatches an item again when the engine has not accepted it.
import type { Engine, UserCommand } from '@rondo/engine';
import type { Clock, Log } from '@rondo/engine/ports';
import type { BotCommand, BotRecord, Store } from '@rondo/store';
import { drainQueue } from '../async/retry-queue.ts';
import { schedule, type Schedule } from '../async/scheduler.ts';
import { withTimeout } from '../async/with-timeout.ts';
import { serverLimits } from '../limits.ts';
import { causeOf } from '../ops/log.ts';
import type { LiveAccounts } from './live-accounts.ts';
import { createServedAccounts } from './served-accounts.ts';

export interface CommandDispatcherDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Store;
  readonly engine: Engine;
  /** Makes the client of an account ready. Returns false when this venue does not serve the account. */
  readonly prepare: (accountId: string) => Promise<boolean>;
}

export interface CommandDispatcher extends Pick<LiveAccounts, 'startBot' | 'command'> {
  /** Returns the accounts that another running node held at the last poll. */
  readonly heldElsewhere: () => ReadonlySet<string>;
  /** Starts the engine for every served account. Starts the schedules that dispatch an item again until the engine has accepted it. */
  readonly start: () => Promise<void>;
  stop(): void;
}

const holdReasons = { grant: 'approval', key: 'revoked' } as const;

/** Routes call `startBot` and `command` directly. The schedules repeat these calls for every item that the engine has not accepted. */
export function createCommandDispatcher(deps: CommandDispatcherDeps): CommandDispatcher {
  const { clock, log, store, engine } = deps;
  let isStopped = false;
  let schedules: readonly Schedule[] = [];
  let served: readonly string[] = [];
  let elsewhere: ReadonlySet<string> = new Set();
  const readServed = createServedAccounts({ accounts: store.accounts, prepare: deps.prepare, log });
  const serveAccounts = async (): Promise<void> => {
    served = await readServed();
    if (isStopped) return;
    engine.start(served);
    const unheld = served.filter((accountId) => engine.accountSnapshot(accountId)?.isLeaseHeld !== true);
    elsewhere = unheld.length === 0 ? new Set() : await store.leases.listHeld(unheld);
  };
  const jobs = [
    serveAccounts,
    () => passHolds(deps, served),
    () => passCommands(deps, served),
    () => passBots(deps, served),
  ];
  return {
    startBot: (bot) => startBot(deps, bot),
    command: (command) => passCommand(deps, command),
    heldElsewhere: () => elsewhere,
    async start() {
      await serveAccounts();
      if (isStopped) return;
      const onError = (error: unknown): void => log.write('warn', 'commands.deferred', { cause: causeOf(error) });
      // Each list has a separate schedule, so that a slow list does not delay the other lists.
      schedules = jobs.map((work) => schedule(clock, { everyMs: serverLimits.commandRetryMs, work, onError }));
    },
    stop() {
      isStopped = true;
      for (const each of schedules) void each.stop();
    },
  };
}

async function startBot({ clock, engine }: CommandDispatcherDeps, bot: BotRecord): Promise<void> {
  const { id, botNumber, accountId, instrumentId, config, createdAt } = bot;
  const row = { botId: id, botNumber, accountId, instrumentId, config, createdAt };
  await withTimeout(clock, engine.dispatch({ kind: 'startBot', row }), serverLimits.engineTimeoutMs);
}

/** Dispatches a recorded command to its bot, and marks the command as done when the engine has executed or refused it. */
async function passCommand({ clock, store, engine }: CommandDispatcherDeps, recorded: BotCommand): Promise<void> {
  const { accountId, botId, id } = recorded;
  const message = { kind: 'userCommand', accountId, botId, command: toUserCommand(recorded), commandId: id } as const;
  const result = await withTimeout(clock, engine.dispatch(message), serverLimits.engineTimeoutMs);
  if (result === 'done' || result === 'refused') await store.bots.markCommandDone(id, clock.now());
}

function toUserCommand({ kind, isLast }: BotCommand): UserCommand {
  switch (kind) {
    case 'set_last':
      return { kind: 'setLast', isLast: isLast ?? false };
    case 'release_guard':
      return { kind: 'releaseGuard' };
    case 'recover_trade':
    case 'recover_exit':
      return { kind: 'recover', as: kind === 'recover_trade' ? 'continue' : 'exitsOnly' };
    case 'stop_close':
    case 'stop_keep':
      return { kind: 'stop', closePosition: kind === 'stop_close' };
    default:
      return kind satisfies never;
  }
}

/**
 * Dispatches the holds of the grant and of the key. A held bot cancels its entries and keeps its exits. A new approval releases the hold of the grant
 * (decision 21), and a new key releases the hold of the key.
 */
function passHolds({ clock, store, engine }: CommandDispatcherDeps, served: readonly string[]): Promise<void> {
  return drainQueue(clock, {
    read: (after) => store.bots.listHoldChanges(served, after),
    positionOf: ({ botNumber }) => botNumber,
    async dispatch({ accountId, botId, by, isHeld }) {
      const command: UserCommand = isHeld
        ? { kind: 'hold', by, level: 'entries', reason: holdReasons[by], until: null }
        : { kind: 'release', by };
      const message = { kind: 'userCommand', accountId, botId, command, commandId: null } as const;
      await withTimeout(clock, engine.dispatch(message), serverLimits.engineTimeoutMs);
    },
  });
}

/** Dispatches recorded commands. The engine handles the commands of one bot in the sequence of these calls. */
function passCommands(deps: CommandDispatcherDeps, served: readonly string[]): Promise<void> {
  const { clock, store } = deps;
  return drainQueue(clock, {
    read: (after) => store.bots.pendingCommands(served, after),
    positionOf: ({ sequence }) => sequence,
    dispatch: (command) => passCommand(deps, command),
  });
}

/** Dispatches recorded bots that the engine has not started within `botStartRetryMs`. */
function passBots(deps: CommandDispatcherDeps, served: readonly string[]): Promise<void> {
  const { clock, store, engine } = deps;
  const before = clock.now() - serverLimits.botStartRetryMs;
  return drainQueue(clock, {
    read: (after) => store.bots.listWithoutView(served, before, after),
    positionOf: ({ botNumber }) => botNumber,
    dispatch: async (bot) => (engine.botSnapshot(bot.id) === null ? startBot(deps, bot) : undefined),
  });
}
