// The mailbox of an account. A message stays in the mailbox until the actor has applied it and its effect is durable.
import { mayDo, type BotState, type HoldEvent, type Recovery, type StrategyEvent } from '@rondo/strategy';
import { dispatchAvailableMargin } from '../facts/available-margin.ts';
import { dispatchEvent, type FactContext } from '../facts/batch.ts';
import { commandQueueMax } from '../limits.ts';
import { newBotMemory, type BotMemory } from '../memory/bot-memory.ts';
import { frozenRow, type FrozenBot } from '../memory/frozen-bot.ts';
import { formatEventKey, type EventKey } from '../memory/event-key.ts';
import type { BotRow } from '../ports/index.ts';

/**
 * A request of a person or the operator to a running bot, or a signal. After `signal` a round may open, when its first order is sent by
 * `validUntil`, and `stepDistance` replaces the configured step distance. `hold` and `release` are about one owner of holds (strategy 8.6). `releaseGuard` releases
 * the lock of the loss guard (strategy 8.3).
 * `recover` recovers a bot after a missed entry or a reduction by hand (strategy 5).
 */
export type UserCommand =
  | { readonly kind: 'stop'; readonly closePosition: boolean }
  | { readonly kind: 'setLast'; readonly isLast: boolean }
  | HoldEvent
  | (Required<Omit<SignalEvent, 'at' | 'atr'>> & Pick<SignalEvent, 'atr'>)
  | { readonly kind: 'releaseGuard' }
  | { readonly kind: 'recover'; readonly as: Recovery };

/**
 * A user command for one bot. A command whose id was applied before changes nothing and returns `done`. `commandId` is
 * null when the command has no id.
 */
export type UserCommandMessage = {
  readonly kind: 'userCommand';
  readonly accountId: string;
  readonly botId: string;
  readonly command: UserCommand;
  readonly commandId: string | null;
};

type SignalEvent = Extract<StrategyEvent, { readonly kind: 'signal' }>;

/** Returns the id of the command with which a bot receives the signal of a time (epoch ms). A bot receives one signal of each time. */
export function signalCommandId(botId: string, closedAt: number): string {
  return `signal:${botId}:${closedAt}`;
}

/** Returns the key of the event with which the journal of a bot has the signal of a time (epoch ms). */
export function signalEventKey(botId: string, closedAt: number): string {
  return formatEventKey({ kind: 'userCommand', commandId: signalCommandId(botId, closedAt) });
}

/**
 * A message to the actor of an account. `startBot` starts a bot whose row is already in the database. A user command is
 * for a bot that already runs.
 */
export type CommandMessage = { readonly kind: 'startBot'; readonly row: BotRow } | UserCommandMessage;

/**
 * The result of a message. `done`: the effect is durable now, or was durable before. `refused`: the bot does not accept
 * the command in its present phase. `unknownBot`: this actor does not run the bot. `overloaded`: the mailbox did not
 * accept the message, and the sender may send it again. `pending`: the bot is frozen, or fails now. The engine does not
 * store the stop, so the sender sends the command again until the bot has ended.
 */
export type CommandResult = 'done' | 'refused' | 'unknownBot' | 'overloaded' | 'pending';

type Posted = { readonly message: CommandMessage; readonly respond: (result: CommandResult) => void };

/** The messages of one account that the actor has not finished. */
export type Mailbox = {
  /** Resolves when the effect of the message is durable. Resolves immediately with `overloaded` when the mailbox is full or closed. */
  post(message: CommandMessage): Promise<CommandResult>;
  isEmpty(): boolean;
  /** Returns the number of messages that wait. */
  size(): number;
  /** Removes all messages from the mailbox and applies them to the facts. Their senders wait until `respond` of the result is called. */
  applyAll(facts: FactContext): AppliedMessages;
  /** Makes the mailbox refuse every later message. */
  close(): void;
  /** Responds `overloaded` to every waiting message. */
  refuseWaiting(): void;
};

/** Messages that were applied and whose effect is not durable yet. */
export type AppliedMessages = {
  /** Sends the results to the senders. The caller calls this function after the facts were stored. */
  respond(): void;
  /**
   * Puts the messages back into the mailbox. The caller calls this function when the facts were not stored. The actor
   * applies the messages again after it has restored its memory from the journal. When the mailbox is then too full, the
   * newest messages are refused.
   */
  putBack(): void;
};

/** Creates an empty mailbox. The mailbox calls `wake` after each message. */
export function createMailbox(wake: () => void): Mailbox {
  const waiting: Posted[] = [];
  let isClosed = false;
  return {
    post: (message) =>
      new Promise((respond) => {
        if (waiting.length >= commandQueueMax || isClosed) return respond('overloaded');
        waiting.push({ message, respond });
        wake();
      }),
    isEmpty: () => waiting.length === 0,
    size: () => waiting.length,
    applyAll(facts) {
      const taken = waiting.splice(0);
      const results = taken.map(({ message, respond }) => ({ respond, result: applyMessage(facts, message) }));
      return {
        respond: () => results.forEach(({ respond, result }) => respond(result)),
        putBack() {
          waiting.unshift(...taken);
          for (const { respond } of waiting.splice(commandQueueMax)) respond('overloaded');
        },
      };
    },
    close() {
      isClosed = true;
    },
    refuseWaiting() {
      for (const { respond } of waiting.splice(0)) respond('overloaded');
    },
  };
}

function applyMessage(facts: FactContext, message: CommandMessage): CommandResult {
  const { memory } = facts;
  if (message.kind === 'userCommand') {
    const frozen = memory.frozen.get(message.botId);
    if (frozen !== undefined) return stopFrozen(facts, frozen, message.command);
    return applyUserCommand(facts, memory.bots.get(message.botId), message);
  }
  const { row } = message;
  if (memory.frozen.has(row.botId)) return 'refused';
  try {
    if (!memory.bots.has(row.botId)) memory.bots.set(row.botId, newBotMemory(row));
  } catch (cause) {
    memory.frozen.set(row.botId, frozenRow(row, cause));
    return 'refused';
  }
  memory.isSnapshotWanted = true;
  return 'done';
}

// A frozen bot accepts only a stop. A stop that closes the position replaces a stop that keeps the position.
// A snapshot from before the stop can lack an order or lots of the bot.
function stopFrozen({ memory, batch }: FactContext, frozen: FrozenBot, command: UserCommand): CommandResult {
  if (command.kind !== 'stop') return 'refused';
  if (frozen.stop?.closePosition === true || frozen.stop?.closePosition === command.closePosition) return 'pending';
  frozen.stop = { closePosition: command.closePosition };
  frozen.after = Math.max(frozen.after, batch.now);
  memory.isSnapshotWanted = true;
  return 'pending';
}

/**
 * Applies a user command. The sender repeats a command until its effect is durable, so a command may arrive twice. A
 * second arrival must not undo a later command. A `setLast`, `stop`, `hold` or `release` command that repeats the present
 * setting returns `done` and adds no line to the log of the bot.
 */
export function applyUserCommand(
  facts: Pick<FactContext, 'batch' | 'memory'>,
  bot: BotMemory | undefined,
  { command, commandId }: Pick<UserCommandMessage, 'command' | 'commandId'>,
): CommandResult {
  if (bot === undefined) return 'unknownBot';
  const key: EventKey =
    commandId === null
      ? { kind: 'unnamedCommand', command: command.kind, position: bot.position + 1 }
      : { kind: 'userCommand', commandId };
  if (bot.keys.has(formatEventKey(key))) return 'done';
  if (command.kind === 'stop' && bot.state.stop !== null && (!command.closePosition || bot.state.stop.closePosition))
    return 'done';
  const { batch } = facts;
  // A signal and the release of the last hold may open the next round, whose budget is computed from the available margin.
  if ((command.kind === 'release' || command.kind === 'signal') && bot.state.round === null)
    dispatchAvailableMargin(facts, bot);
  const before = bot.state;
  dispatchEvent(batch, bot, { key, event: eventOf(command, batch.now) });
  // The bot fails and is frozen at the end of this transaction. A frozen bot accepts a stop.
  if (bot.failure !== null) return command.kind === 'stop' ? 'pending' : 'refused';
  return bot.state !== before || isSoAlready(before, command) ? 'done' : 'refused';
}

function isSoAlready(before: BotState, command: UserCommand): boolean {
  if (command.kind === 'setLast') return before.isLast === command.isLast && mayDo(before, 'setLast');
  return (command.kind === 'hold' || command.kind === 'release') && mayDo(before, 'hold');
}

function eventOf(command: UserCommand, now: number): StrategyEvent {
  return command.kind === 'releaseGuard' || command.kind === 'signal' ? { ...command, at: now } : command;
}
