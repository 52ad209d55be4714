// The mailbox of an account: messages wait in it until the actor has applied them and their effect is durable.
import { mayDo } from '@rondo/strategy';
import { dispatchEvent, type Batch, type FactContext } from '../facts/batch.ts';
import { commandQueueMax } from '../limits.ts';
import { newBotMemory, type BotMemory } from '../memory/bot-memory.ts';
import { formatEventKey, type EventKey } from '../memory/event-key.ts';
import type { BotRow } from '../ports/index.ts';
import type { Ratio } from '@rondo/decimal';

/** What a person or the operator asks of a running bot. `signal`: a round may open; `stepDistance` replaces the configured one. */
export type UserCommand =
  | { readonly kind: 'stop'; readonly closePosition: boolean }
  | { readonly kind: 'setLast'; readonly isLast: boolean }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'signal'; readonly stepDistance: Ratio | null };

/** A user command for one bot. The same id again changes nothing and results in `done`; null: it has no id. */
export type UserCommandMessage = {
  readonly kind: 'userCommand';
  readonly accountId: string;
  readonly botId: string;
  readonly command: UserCommand;
  readonly commandId: string | null;
};

/** A message to the actor of an account: run a bot whose row is stored, or carry out a user command. */
export type CommandMessage = { readonly kind: 'startBot'; readonly row: BotRow } | UserCommandMessage;

/**
 * `done`: durable, or already so. `refused`: the bot does not accept it in its phase. `unknownBot`: it does not run here.
 * `overloaded`: not taken, send it again.
 */
export type CommandResult = 'done' | 'refused' | 'unknownBot' | 'overloaded';

type Posted = { readonly message: CommandMessage; readonly respond: (result: CommandResult) => void };

/** Messages of one account that the actor has not finished. */
export type Mailbox = {
  /** Resolves when the effect of the message is durable; immediately with `overloaded` when the mailbox is full or closed. */
  post(message: CommandMessage): Promise<CommandResult>;
  isEmpty(): boolean;
  /** Takes all messages out and applies them to the facts. Their senders wait until the result's `respond` is called. */
  applyAll(facts: FactContext): AppliedMessages;
  /** Refuses new messages from now on. */
  close(): void;
  /** Responds `overloaded` to every message that still waits. */
  refuseWaiting(): void;
};

/** Messages that were applied and are not durable yet. */
export type AppliedMessages = {
  /** The caller calls it after the facts were stored. */
  respond(): void;
  /** The caller calls it after storing failed: the messages are applied again to the state that the journal then has. */
  putBack(): void;
};

/** An empty mailbox. `wake` is called after each message. */
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
    applyAll(facts) {
      const taken = waiting.splice(0);
      const results = taken.map(({ message, respond }) => ({ respond, result: applyMessage(facts, message) }));
      return {
        respond: () => results.forEach(({ respond, result }) => respond(result)),
        putBack: () => void waiting.unshift(...taken),
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

function applyMessage({ batch, memory }: FactContext, message: CommandMessage): CommandResult {
  if (message.kind === 'userCommand') return applyUserCommand(batch, memory.bots.get(message.botId), message);
  const { row } = message;
  if (!memory.bots.has(row.botId)) memory.bots.set(row.botId, newBotMemory(row));
  memory.isSnapshotWanted = true;
  return 'done';
}

/**
 * Applies a user command. It is sent again until it is durable, so it may arrive twice: the second arrival must not undo a later command.
 * A no-op command returns `done` and is not logged.
 */
export function applyUserCommand(
  batch: Batch,
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
  const before = bot.state;
  const isSoAlready = command.kind === 'setLast' && before.isLast === command.isLast && mayDo(before, 'setLast');
  dispatchEvent(batch, bot, { key, event: command });
  return isSoAlready || bot.state !== before ? 'done' : 'refused';
}
