// Checks that the events of a bot, replayed from the first one, give its stored state (I28).
import { decode, decodeEvent, encodeState, newBot, step, type BotConfig } from '@rondo/strategy';
import type { CheckContext } from '../checks/checkers.ts';
import type { CheckedBot } from '../checks/roster.ts';

/** Replays all events of a bot and compares the state with the stored state. */
export function checkFold(context: CheckContext, bot: CheckedBot): void {
  const view = context.journal.views.get(bot.botId);
  const row = context.journal.bots.get(bot.botId);
  if (view === undefined || row === undefined) return;
  const fail = (text: string): void =>
    context.report({ invariant: 'I28', at: context.now(), text: `${bot.botId}: ${text}` });
  // The journal contains the configuration that `encode` has written.
  let state = newBot(decode(JSON.parse(row.config)) as BotConfig);
  let expected = 1;
  for (const event of context.journal.events.get(bot.botId) ?? []) {
    if (event.position !== expected) return fail(`the event after ${expected - 1} has the position ${event.position}`);
    expected += 1;
    state = step(state, decodeEvent(JSON.parse(event.body))).state;
    if (expected > view.eventPosition) break;
  }
  const replayed = JSON.stringify(encodeState(state));
  if (replayed !== view.state) fail('the replayed events give another state than the stored state');
}
