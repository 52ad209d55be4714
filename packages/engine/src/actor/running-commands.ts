// The commands of one account that run at the same time as the passes of the actor. A pass never waits for the response to
// a command.
import type { FactContext } from '../facts/batch.ts';

/** The outcome of the commands of a bot. The function applies the outcome to the memory, inside one transaction of facts. */
export type CommandOutcome = (facts: FactContext) => void;

/** The running commands of one account, and the outcomes that no pass has applied yet. */
export type RunningCommands = {
  /** Sends commands of a bot. `send` returns their outcome. */
  start(botId: string, send: () => Promise<CommandOutcome>): void;
  /** Returns true while a command of the bot has no outcome, or a pass has not yet taken the outcome. */
  isRunning(botId: string): boolean;
  isAnyRunning(): boolean;
  /** Removes and returns the outcomes in the order in which the commands ended. */
  takeOutcomes(): readonly CommandOutcome[];
  hasOutcomes(): boolean;
  /** Resolves when every command has an outcome. */
  ended(): Promise<void>;
};

/**
 * Returns the commands of one account, without a running command. Calls `wake` when a command ends. When `send` throws an
 * error, the outcome is a function that throws the error in the next pass.
 */
export function createRunningCommands(wake: () => void): RunningCommands {
  const running = new Map<string, Promise<void>>();
  let outcomes: { readonly botId: string; readonly apply: CommandOutcome }[] = [];
  return {
    start(botId, send) {
      const end = (apply: CommandOutcome): void => {
        outcomes.push({ botId, apply });
        wake();
      };
      const ended = send().then(end, (cause: unknown) =>
        end(() => {
          throw cause;
        }),
      );
      running.set(botId, ended);
    },
    isRunning: (botId) => running.has(botId),
    isAnyRunning: () => running.size > 0,
    takeOutcomes() {
      const taken = outcomes;
      outcomes = [];
      for (const { botId } of taken) running.delete(botId);
      return taken.map(({ apply }) => apply);
    },
    hasOutcomes: () => outcomes.length > 0,
    ended: async () => void (await Promise.all(running.values())),
  };
}
