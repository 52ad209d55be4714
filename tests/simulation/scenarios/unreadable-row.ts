// The script of an unreadable row: the exchange lists a fill of the first bot that cannot be translated. The bot is frozen, and its owner stops it.
import type { Exchange } from '@rondo/engine';
import type { Defect } from '../faults/defects.ts';
import type { World } from '../world/world.ts';
import { commandAt, expectAt, firstBotOf, liveSides } from './still-market.ts';

/** The fill can be read when it is new. From this time after the start of the process, its row in the list cannot be read. */
const unreadableAfterMs = 30_000;
const frozenAtMs = 75_000;
const stoppedAtMs = 100_000;

/** The list of fills of one account contains the first fill of one instrument as a row that cannot be read. */
export const unreadableFill: Defect = {
  name: 'unreadable row',
  story: 'a fill that was read before is listed as a row that cannot be translated',
  caughtBy: [],
  exchange: (real: Exchange, clock) => {
    const since = clock.now();
    return {
      ...real,
      fillsAfter: async (cursor, walk) => {
        const report = await real.fillsAfter(cursor, walk);
        const fill = report.ok
          ? report.value.rows.find(({ instrumentId }) => instrumentId === 'ETH-USDT-SWAP')
          : undefined;
        if (!report.ok || fill === undefined || clock.now() < since + unreadableAfterMs) return report;
        const { fillId, instrumentId, at } = fill;
        const row = { rowId: fillId, instrumentId, at, cause: 'the price is no number', raw: fillId };
        const rows = report.value.rows.filter((each) => each !== fill);
        return { ...report, value: { ...report.value, rows, unreadable: [...report.value.unreadable, row] } };
      },
    };
  },
};

/** Checks that the orders of the frozen bot rest, that a command other than a stop is refused, and that the stop closes its position. */
export function stopFrozenBot(world: World): void {
  const bot = firstBotOf(world);
  const viewOf = () => world.journal.contents.views.get(bot.botId);
  let refused = '';
  expectAt(world, frozenAtMs, {
    'the bot is frozen and its ladder and its exit rest': () => {
      const { buy, sell } = liveSides(bot);
      return viewOf()?.endReason === 'frozen' && bot.market.position !== 0n && buy > 0 && sell > 0;
    },
  });
  commandAt(world, { atMs: frozenAtMs, command: { kind: 'setLast', isLast: true } }, (result) => {
    refused = result;
  });
  for (let atMs = frozenAtMs + 1_000; atMs < stoppedAtMs; atMs += 2_000)
    commandAt(world, { atMs, command: { kind: 'stop', closePosition: true } });
  expectAt(world, stoppedAtMs, {
    'the frozen bot refused a command that is no stop': () => refused === 'refused',
    'the stop of the frozen bot has cancelled its orders and closed its position': () => {
      const { buy, sell } = liveSides(bot);
      return viewOf()?.status === 'completed' && bot.market.position === 0n && buy + sell === 0;
    },
  });
}
