// Counts the stop losses of each bot: the fourth within an hour locks the bot (L06, strategy 8.3, decision 62).
import type { BotLogRow } from '@rondo/engine/ports';
import type { CheckContext } from '../checks/checkers.ts';

/** The largest number of stop losses of one bot within an hour. */
export const stopsPerHourMax = 4;
const hourMs = 3_600_000;

/** Returns a count of a run without stop losses. */
export function createStopCount(context: CheckContext): { stored(lines: readonly BotLogRow[]): void } {
  const stops = new Map<string, readonly number[]>();
  return {
    stored(lines) {
      for (const { botId, messageKey, parameters, at } of lines) {
        if (messageKey !== 'bots.log.roundCompleted' || parameters['reason'] !== 'stop_loss') continue;
        const recent = [...(stops.get(botId) ?? []), at].filter((each) => each > at - hourMs);
        stops.set(botId, recent);
        if (recent.length > stopsPerHourMax)
          context.report({
            invariant: 'L06',
            at: context.now(),
            text: `${botId} had ${recent.length} stop losses within an hour`,
          });
      }
    },
  };
}
