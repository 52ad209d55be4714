// The events and facts of signals (strategy 8.5). A signal says that a round may open now, with its evidence and its end.
import type { Ratio } from '@rondo/decimal';
import type { SignalSource } from '@rondo/signals';

/**
 * The reading of ATR(14) on bars of one hour that decides the step distance of a round (strategy 8.7). `closedAt` is the end of its bar in epoch ms, `atr` and `close`
 * are decimal texts in quote currency, and `readingHash` is the digest of the bars.
 */
export type AtrReading = {
  readonly closedAt: number;
  readonly atr: string;
  readonly close: string;
  readonly readingHash: string;
};

/**
 * `signal`: a round may open. `stepDistance` replaces the step distance of the configuration in this round. Step 1 must be sent by `validUntil`,
 * and `at` is the time of the event; both are epoch ms. `atr` is the reading that decides the distance of a bot with `atrMultiplier`. A back-test has no `validUntil`, `source` and `at`, and events that were stored before
 * signals had an end have none of them. `openingExpired`: the time `at` is after `validUntil`, and the exchange has no order of the round. With
 * `isBooked` the ledger of the round is booked; a stored event without it drops the ledger, as when it was stored.
 */
export type SignalEvent =
  | {
      readonly kind: 'signal';
      readonly stepDistance: Ratio | null;
      readonly validUntil?: number;
      readonly source?: SignalSource;
      readonly atr?: AtrReading;
      readonly at?: number;
    }
  | { readonly kind: 'openingExpired'; readonly at: number; readonly isBooked?: true };

/** The signal that opened a round. The round is undone when its first order was not sent by `validUntil` (epoch ms). */
export type RoundSignal = { readonly validUntil: number; readonly source: SignalSource; readonly atr?: AtrReading };

/**
 * The reason why a signal opened no round. `ended`, `error`, `stopping`: the bot has ended, has an error, or stops. `held`: a hold allows no new
 * round. `closing`: the round before is closing. `lastRound`: the running round is the last one. `open`: a round is open. `late`: the signal
 * arrived after its end. `noDistance`: the bot has `atrMultiplier`, and the signal has no reading of the newest closed bar.
 */
export type SignalRefusal =
  | 'ended'
  | 'error'
  | 'stopping'
  | 'held'
  | 'closing'
  | 'lastRound'
  | 'open'
  | 'late'
  | 'noDistance';

/** `signalRefused`: a signal with evidence opened no round. `openingExpired`: a round was undone, because its first order was not sent in time. */
export type SignalFact =
  | { readonly kind: 'signalRefused'; readonly why: SignalRefusal; readonly source: SignalSource }
  | { readonly kind: 'openingExpired'; readonly round: number; readonly source: SignalSource };
