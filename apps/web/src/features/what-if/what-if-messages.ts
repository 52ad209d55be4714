// The messages between the page and the worker that simulates what-ifs.
import type { DistanceComparison, EntryComparison, EntryMoments, EntryRules, WhatIf } from '@rondo/backtest';
import type { CandleWire } from '@rondo/contract';
import type { BotConfig } from '@rondo/strategy';
import type { DemoRun } from '../demo/demo-run.ts';
import type { ReplayRound } from '../replay/replay-model.ts';

/**
 * `candles`: the files of the months, oldest first. `settings`: the settings of the newest request; the worker then ends every older request. `entry`: the same, for
 * the comparison of an entry rule with its controls. `distance`: the same, for distances from ATR; `entry` is the rule of the form, or null. `replay`: the same, for the round that the demo draws.
 * `round`: one round of the main run of `settings`; it ends no older request.
 */
export type WhatIfRequest =
  | { readonly kind: 'candles'; readonly months: readonly ArrayBuffer[] }
  | ({ readonly kind: 'settings'; readonly id: number } & RunSettings)
  | { readonly kind: 'entry'; readonly id: number; readonly bot: BotConfig; readonly entry: EntryRules }
  | { readonly kind: 'distance'; readonly id: number; readonly bot: BotConfig; readonly entry: EntryRules | null }
  | { readonly kind: 'replay'; readonly id: number; readonly bot: BotConfig; readonly items: readonly CandleWire[] }
  | ({ readonly kind: 'round'; readonly id: number; readonly round: number } & RunSettings);

/** The settings of a run, the rule that opens its rounds, or null when they open at once, and the first candle that is simulated, in epoch ms. With 0 all candles are simulated. */
export type RunSettings = { readonly bot: BotConfig; readonly entry: EntryRules | null; readonly fromAt: number };

/** The candles of a comparison: their number, the begin of the first one, and the end of the last one in epoch ms. */
export type ComparedSpan = Pick<WhatIf, 'candles' | 'fromAt' | 'toAt'>;

/** A result of a request. `isWhole` is false while runs of the band are missing. `run` and `round` are null when the candles or the settings allow no replay. `failed`: the candles or the settings cannot be used. */
export type WhatIfMessage =
  | { readonly kind: 'result'; readonly id: number; readonly result: WhatIf; readonly isWhole: boolean }
  | { readonly kind: 'moments'; readonly id: number; readonly moments: EntryMoments }
  | {
      readonly kind: 'comparison';
      readonly id: number;
      readonly comparison: EntryComparison;
      readonly span: ComparedSpan;
    }
  | {
      readonly kind: 'distances';
      readonly id: number;
      readonly comparison: DistanceComparison;
      readonly span: ComparedSpan;
    }
  | { readonly kind: 'replay'; readonly id: number; readonly run: DemoRun | null }
  | { readonly kind: 'round'; readonly id: number; readonly round: ReplayRound | null }
  | { readonly kind: 'failed'; readonly id: number };
