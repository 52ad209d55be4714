// Dispatches recorded commands, changed holds and new bots from the store to the engine, and dispatches an item again when the engine has not accepted it.
import type { Engine, UserCommand } from '@rondo/engine';
import type { Clock, Log } from '@rondo/engine/ports';
import type { BotCommand, BotRecord, Store } from '@rondo/store';
import { neverTwice } from '../async/never-twice.ts';
import { drainQueue } from '../async/retry-queue.ts';
import { schedule, type Schedule } from '../async/scheduler.ts';
import { withTimeout } from '../async/with-timeout.ts';
import { serverLimits } from '../limits.ts';
import { causeOf } from '../ops/log.ts';
import type { LiveAccounts } from './live-accounts.ts';
import type { PictureWriter } from './picture-writer.ts';
import { createServedAccounts } from './served-accounts.ts';

export interface CommandDispatcherDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Store;
  readonly engine: Engine;
  /** Makes the client of an account ready. Returns false when this venue does not serve the account. */
  readonly prepare: (accountId: string) => Promise<boolean>;
  /** Ends the actors of accounts that are no longer linked. */
  readonly endAccounts: (accountIds: readonly string[]) => Promise<void>;
  /** Writes the pictures of the accounts of this node for the other nodes. Null when the installation has only this node. */
  readonly writePictures: PictureWriter | null;
}

export interface CommandDispatcher extends Pick<LiveAccounts, 'startBot' | 'command'> {
  /** Returns the accounts that another running node held at the last poll. */
  readonly heldElsewhere: () => ReadonlySet<string>;
  /** Returns the accounts whose key could not be read at the last poll. */
  readonly unreadable: () => ReadonlySet<string>;
  /** Starts the engine for every served account. Starts the schedules that dispatch an item again until the engine has accepted it. */
  readonly start: () => Promise<void>;
  /** Reads the recorded commands and new bots now, when this node trades the account. */
  wake(accountId: string): void;
  stop(): void;
}

const holdReasons = { grant: 'approval', key: 'revoked' } as const;

/**
 * Routes call `startBot` and `command` directly. The schedules repeat these calls for every item that the engine has not accepted, and make them for the items
 * that another node has recorded. Only items of accounts whose lease this node holds are dispatched, so that no item waits in an engine that cannot apply it.
 */
export function createCommandDispatcher(deps: CommandDispatcherDeps): CommandDispatcher {
  const { clock, log, store, engine } = deps;
  let isStopped = false;
  let schedules: readonly Schedule[] = [];
  let elsewhere: ReadonlySet<string> = new Set();
  const readServed = createServedAccounts({ accounts: store.accounts, prepare: deps.prepare, log });
  const held = (): readonly string[] => engine.accountIds().filter((accountId) => engine.holdsLease(accountId));
  let unlinked: ReadonlySet<string> = new Set();
  let unreadable: ReadonlySet<string> = new Set();
  const serveAccounts = async (): Promise<void> => {
    const { linked, served, unreadable: failed } = await readServed();
    if (isStopped) return;
    unreadable = failed;
    engine.start(served);
    // An account that another node has unlinked. Two polls must agree, because an account may be linked while the list is read.
    const gone = engine.accountIds().filter((accountId) => !linked.has(accountId));
    await deps.endAccounts(gone.filter((accountId) => unlinked.has(accountId)));
    unlinked = new Set(gone);
    const unheld = served.filter((accountId) => !engine.holdsLease(accountId));
    elsewhere = unheld.length === 0 ? new Set() : await store.leases.listHeld(unheld);
  };
  const onError = (error: unknown): void => log.write('warn', 'commands.deferred', { cause: causeOf(error) });
  const commands = neverTwice(() => passCommands(deps, held()), onError);
  const newBots = neverTwice(() => passBots(deps, held()), onError);
  const findWork = async (): Promise<void> => {
    const accountIds = held();
    if (accountIds.length === 0) return;
    const work = await store.accountStates.findWork(accountIds);
    if (isStopped) return;
    // A slow list must not delay the other list or the pictures, so nothing waits for the lists.
    if (work.hasCommands) commands();
    if (work.hasNewBots) newBots();
    await deps.writePictures?.(accountIds, work.watched);
  };
  return {
    startBot: (bot) => startBot(deps, bot),
    command: (command) => passCommand(deps, command),
    heldElsewhere: () => elsewhere,
    unreadable: () => unreadable,
    wake(accountId) {
      if (isStopped || !engine.holdsLease(accountId)) return;
      commands();
      newBots();
    },
    async start() {
      await serveAccounts();
      if (isStopped) return;
      schedules = [
        schedule(clock, { everyMs: serverLimits.commandRetryMs, work: serveAccounts, onError }),
        schedule(clock, { everyMs: serverLimits.commandRetryMs, work: () => passHolds(deps, held()), onError }),
        schedule(clock, { everyMs: serverLimits.workPollMs, work: findWork, onError }),
      ];
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

/** Dispatches a recorded command to its bot, and marks the command as done when the engine has executed or refused it. Returns whether the command is done. */
async function passCommand({ clock, store, engine }: CommandDispatcherDeps, recorded: BotCommand): Promise<boolean> {
  const { accountId, botId, id } = recorded;
  const message = { kind: 'userCommand', accountId, botId, command: toUserCommand(recorded), commandId: id } as const;
  const result = await withTimeout(clock, engine.dispatch(message), serverLimits.engineTimeoutMs);
  const isDone = result === 'done' || result === 'refused';
  if (isDone) await store.bots.markCommandDone(id, clock.now());
  return isDone;
}

function toUserCommand({ kind, isLast }: BotCommand): UserCommand {
  switch (kind) {
    case 'set_last':
      return { kind: 'setLast', isLast: isLast ?? false };
    case 'release_guard':
      return { kind: 'releaseGuard' };
    case 'hold_rounds':
      return { kind: 'hold', by: 'user', level: 'rounds', reason: 'webhook', until: null };
    case 'release_hold':
      return { kind: 'release', by: 'user' };
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
function passHolds({ clock, store, engine }: CommandDispatcherDeps, held: readonly string[]): Promise<void> {
  return drainQueue(clock, {
    read: (after) => store.bots.listHoldChanges(held, after),
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
function passCommands(deps: CommandDispatcherDeps, held: readonly string[]): Promise<void> {
  const { clock, store } = deps;
  return drainQueue(clock, {
    read: (after) => store.bots.pendingCommands(held, after),
    positionOf: ({ sequence }) => sequence,
    dispatch: async (command) => void (await passCommand(deps, command)),
  });
}

/** Dispatches recorded bots that the engine has not started. The creation through another node only records the bot. */
function passBots(deps: CommandDispatcherDeps, held: readonly string[]): Promise<void> {
  const { clock, store, engine } = deps;
  return drainQueue(clock, {
    read: (after) => store.bots.listWithoutView(held, after),
    positionOf: ({ botNumber }) => botNumber,
    dispatch: async (bot) => (engine.botSnapshot(bot.id) === null ? startBot(deps, bot) : undefined),
  });
}
