// The history of the commands of the owners, and its check: the stored settings of a bot must be those of some sequence of its commands that
// fits the times at which each command began and ended (reliability 3.5).
import type { UserCommand } from '@rondo/engine';
import { decodeState } from '@rondo/strategy';
import type { CheckContext } from '../checks/checkers.ts';

type Call = {
  readonly botId: string;
  readonly command: UserCommand;
  readonly beganAt: number;
  /** The time of the response. Infinite when no response arrived. */
  endedAt: number;
  result: 'done' | 'refused' | 'unknown';
};

export type CommandHistory = {
  /** Notes that a command was sent. Returns the function that notes its response. */
  began(botId: string, command: UserCommand): (result: 'done' | 'refused') => void;
  /** Checks the stored settings of all bots against the commands. */
  check(): void;
};

/** Returns a history without commands. */
export function createCommandHistory(context: CheckContext): CommandHistory {
  const calls = new Map<string, Call[]>();
  return {
    began(botId, command) {
      const call: Call = {
        botId,
        command,
        beganAt: context.now(),
        endedAt: Number.POSITIVE_INFINITY,
        result: 'unknown',
      };
      const ofBot = calls.get(botId);
      if (ofBot === undefined) calls.set(botId, [call]);
      else ofBot.push(call);
      return (result) => {
        call.result = result;
        call.endedAt = context.now();
      };
    },
    check() {
      for (const [botId, ofBot] of calls) checkBot(context, botId, ofBot);
    },
  };
}

function checkBot(context: CheckContext, botId: string, calls: readonly Call[]): void {
  const view = context.journal.views.get(botId);
  if (view === undefined) return;
  const fail = (text: string): void =>
    context.report({ invariant: 'I13', at: context.now(), text: `${botId}: ${text}` });
  const isStopped = calls.some(({ command, result }) => command.kind === 'stop' && result === 'done');
  if (isStopped && view.status !== 'completed' && view.phase !== 'stopping')
    fail(`a stop was done, and the phase is ${view.phase}`);
  if (view.status === 'completed' || isStopped) return;
  const lasts = calls.flatMap((call) =>
    call.command.kind === 'setLast' ? [{ call, value: call.command.isLast }] : [],
  );
  if (!possibleValues(lasts, false).has(view.isLast))
    fail(`no sequence of its commands ends with isLast ${view.isLast}`);
  const holds = calls.flatMap((call) =>
    (call.command.kind === 'hold' || call.command.kind === 'release') && call.command.by === 'grant'
      ? [{ call, value: call.command.kind === 'hold' }]
      : [],
  );
  const isHeld = decodeState(JSON.parse(view.state)).holds.some(({ by }) => by === 'grant');
  if (!possibleValues(holds, false).has(isHeld)) fail(`no sequence of its commands ends with the hold ${isHeld}`);
}

/**
 * Returns the values that a setting can have after these writes. A write can be the last one when no other write that was done began after it
 * had ended.
 */
function possibleValues(
  writes: readonly { readonly call: Call; readonly value: boolean }[],
  first: boolean,
): ReadonlySet<boolean> {
  const effective = writes.filter(({ call }) => call.result !== 'refused');
  const done = effective.filter(({ call }) => call.result === 'done');
  const values = new Set(
    effective
      .filter(({ call }) => !done.some((other) => other.call !== call && other.call.beganAt > call.endedAt))
      .map(({ value }) => value),
  );
  if (done.length === 0) values.add(first);
  return values;
}
