// A checkpoint of a bot: its state after one of its events, and the other data that a fold of its events returns.
import { decodeState, encodeState, foldVersion } from '@rondo/strategy';
import type { KeyedHash } from '../orders/client-order-id.ts';
import type { BotCheckpoint, BotRow } from '../ports/index.ts';
import { newBotMemory, type BotMemory } from './bot-memory.ts';
import { forgetPastWaits } from './bot-waits.ts';

type Body = {
  readonly state: unknown;
  readonly lastEventAt: number;
  readonly outsideReportedUntil: number;
  readonly outsideCancels: readonly (readonly [string, number])[];
  readonly skippedSlots: readonly string[];
};

/** Returns the text of the data that a fold returns. Two folds of the same events have equal texts. */
export function foldText(bot: BotMemory): string {
  forgetPastWaits(bot);
  const { state, lastEventAt, outsideReportedUntil, outsideCancels, skippedSlots } = bot;
  const body: Body = {
    state: encodeState(state),
    lastEventAt,
    outsideReportedUntil,
    outsideCancels: [...outsideCancels].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    skippedSlots: [...skippedSlots].toSorted(),
  };
  return JSON.stringify(body);
}

/** Returns the checkpoint of a bot at its present position. */
export function checkpointOf(bot: BotMemory, keyedHash: KeyedHash): BotCheckpoint {
  const { row, position } = bot;
  const body = foldText(bot);
  return { botId: row.botId, position, foldVersion, body, hash: hashOf(row, { position, body }, keyedHash) };
}

/** Returns the memory of a bot at a checkpoint. Returns null when the checkpoint does not match its hash, its configuration or the version of the fold. */
export function readCheckpoint(row: BotRow, checkpoint: BotCheckpoint, keyedHash: KeyedHash): BotMemory | null {
  if (checkpoint.foldVersion !== foldVersion || checkpoint.hash !== hashOf(row, checkpoint, keyedHash)) return null;
  const body: Body = JSON.parse(checkpoint.body); // The hash proves that `foldText` wrote the text.
  const bot = newBotMemory(row);
  bot.state = decodeState(body.state);
  bot.config = bot.state.config;
  bot.position = checkpoint.position;
  bot.checkpointAt = checkpoint.position;
  bot.lastEventAt = body.lastEventAt;
  bot.outsideReportedUntil = body.outsideReportedUntil;
  for (const [name, count] of body.outsideCancels) bot.outsideCancels.set(name, count);
  for (const name of body.skippedSlots) bot.skippedSlots.add(name);
  return bot;
}

function hashOf(
  { botId, config }: BotRow,
  { position, body }: Pick<BotCheckpoint, 'position' | 'body'>,
  keyedHash: KeyedHash,
): string {
  return keyedHash([foldVersion, botId, position, config, body].join('\n'));
}
