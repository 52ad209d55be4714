// The reading of ATR that decides the step distance of a round (strategy 8.7). It is the reading of the newest bar of one hour that had closed at the time of the signal.
import type { Clock } from '@rondo/engine/ports';
import { signalBars } from '@rondo/signals';
import type { SignalReadings } from '@rondo/store';
import { atrDistance, type AtrReading } from '@rondo/strategy';
import type { BotTexts } from '../bots/stored-bot.ts';
import type { ClosedBars } from './closed-bars.ts';
import { readableBot } from './entry-source.ts';
import { readingValues, recordReading } from './record-reading.ts';

export interface DistanceDeps {
  readonly clock: Clock;
  readonly bars: ClosedBars;
  readonly store: { readonly signalReadings: Pick<SignalReadings, 'record'> };
}

/** The time of the signal, and the last time (epoch ms) at which it may open a round. */
export interface DistanceQuery {
  readonly instrumentId: string;
  readonly closedAt: number;
  readonly validUntil: number;
}

const rule = { kind: 'atr', length: atrDistance.length } as const;

/** Returns whether the step distance of the bot follows from ATR. */
export function hasAtrDistance(bot: BotTexts): boolean {
  return readableBot(bot)?.config.atrMultiplier !== undefined;
}

/** Returns the stored reading, or null when its bar did not arrive in time or has too few bars before it. Then the bot refuses the signal and says why. */
export async function distanceReading(
  { clock, bars, store }: DistanceDeps,
  { instrumentId, closedAt: signalAt, validUntil }: DistanceQuery,
): Promise<AtrReading | null> {
  const { bar } = atrDistance;
  const closedAt = Math.floor(signalAt / signalBars[bar]) * signalBars[bar];
  const read = await bars.read({ instrumentId, bar, closedAt, until: validUntil });
  if (!read.ok) return null;
  const at = { instrumentId, bar, closedAt, bars: read.bars };
  const { reading, barsHash } = await recordReading(store.signalReadings, at, {
    rule,
    direction: 'long',
    now: clock.now(),
  });
  const { atr, close } = readingValues(reading);
  return atr === undefined || close === undefined ? null : { closedAt, atr, close, readingHash: barsHash };
}
