// Simulates what-ifs, comparisons of entry rules, replays of the demo and single rounds in slices of one run. The newest request ends every older request.
import {
  decodeCandles,
  entryMoments,
  entryProblem,
  indexCandles,
  intervalOf,
  joinCandles,
  replayRound,
  sliceColumns,
  walkDistanceComparison,
  walkEntryComparison,
  walkWhatIf,
  type BacktestConfig,
  type CandleIndex,
  type CandlesInTicks,
  type EntryRules,
  type WhatIf,
} from '@rondo/backtest';
import { compareDecimals, zeroFraction, type Decimal } from '@rondo/decimal';
import type { BotConfig } from '@rondo/strategy';
import { runDemo } from '../demo/demo-run.ts';
import type { ReplayRound } from '../replay/replay-model.ts';
import type { ComparedSpan, WhatIfMessage, WhatIfRequest } from './what-if-messages.ts';

export type WhatIfRunnerDeps = {
  readonly post: (message: WhatIfMessage) => void;
  /** Resolves in a later task, so that newer messages are received between two runs. */
  readonly nextTask: () => Promise<void>;
};

/** Returns the function that handles the messages of the page. */
export function createWhatIfRunner({ post, nextTask }: WhatIfRunnerDeps): (request: WhatIfRequest) => Promise<void> {
  let months: readonly CandlesInTicks[] | null = null;
  let prepared: Prepared | null = null;
  let newest = 0;
  return async (request) => {
    if (request.kind === 'candles') {
      months = decodeMonths(request.months);
      prepared = null;
      return;
    }
    const { id, bot } = request;
    if (request.kind === 'round') {
      const known = prepare(prepared, { months, orderTick: bot.instrument.tickSz, fromAt: request.fromAt });
      return post({ kind: 'round', id, round: known === null ? null : drawRound(known, request) });
    }
    newest = id;
    const isNewest = async (): Promise<boolean> => {
      await nextTask();
      return newest === id;
    };
    if (request.kind === 'replay') {
      if (await isNewest()) post({ kind: 'replay', id, run: runDemo(bot, request.items) });
      return;
    }
    const fromAt = request.kind === 'settings' ? request.fromAt : 0;
    prepared = prepare(prepared, { months, orderTick: bot.instrument.tickSz, fromAt });
    if (prepared === null) return post({ kind: 'failed', id });
    const config = configOf(request, prepared.tickSz);
    const run = { id, index: prepared.index, config, isNewest, post };
    if (entryProblem(run.index.candles, config) !== null) return post({ kind: 'failed', id });
    if (request.kind === 'settings') return simulate(run);
    return request.kind === 'entry' ? compare(run) : compareDistances(run);
  };
}

/** Returns the replay of a round, or null when the run of the settings has no such round. */
function drawRound({ index, tickSz }: Prepared, request: Opened & { readonly round: number }): ReplayRound | null {
  const replay = replayRound(index.candles, configOf(request, tickSz), request.round);
  return replay === null ? null : { ...replay, symbol: request.bot.instrument.id, bracket: null };
}

type Run = Pick<WhatIfRunnerDeps, 'post'> & {
  readonly id: number;
  readonly index: CandleIndex;
  readonly config: BacktestConfig;
  /** Resolves in a later task. Returns false when a newer request has arrived. */
  readonly isNewest: () => Promise<boolean>;
};

async function simulate({ id, index, config, isNewest, post }: Run): Promise<void> {
  let last: WhatIf | null = null;
  let hasPosted = false;
  for (const result of walkWhatIf(index, config)) {
    last = result;
    if (!hasPosted) post({ kind: 'result', id, result, isWhole: false });
    hasPosted = true;
    if (!(await isNewest())) return;
  }
  if (last !== null) post({ kind: 'result', id, result: last, isWhole: true });
}

async function compare({ id, index, config, isNewest, post }: Run): Promise<void> {
  const moments = entryMoments(index, config, shownMomentsMs);
  post({ kind: 'moments', id, moments });
  const comparison = await lastOf(walkEntryComparison(index, config), isNewest);
  if (comparison !== null) post({ kind: 'comparison', id, comparison, span: spanOf(index) });
}

async function compareDistances({ id, index, config, isNewest, post }: Run): Promise<void> {
  const comparison = await lastOf(walkDistanceComparison(index, config), isNewest);
  if (comparison !== null) return post({ kind: 'distances', id, comparison, span: spanOf(index) });
  // The candles are too few for a reading of ATR.
  if (await isNewest()) post({ kind: 'failed', id });
}

/** Returns the result of a comparison that ends its work between two runs. Returns null when a newer request has arrived, or when there is nothing to compare. */
async function lastOf<Result>(
  walk: Generator<undefined, Result | null, undefined>,
  isNewest: Run['isNewest'],
): Promise<Result | null> {
  for (let step = walk.next(); ; step = walk.next()) {
    if (step.done === true) return step.value;
    if (!(await isNewest())) return null;
  }
}

/** Returns the number of the candles, the opening of the first one, and the close of the last one. */
function spanOf({ candles }: CandleIndex): ComparedSpan {
  const { at } = candles;
  return { candles: at.length, fromAt: at[0] ?? 0, toAt: (at.at(-1) ?? 0) + intervalOf(candles) };
}

/** The last part of the candles whose signals are drawn. */
const shownMomentsMs = 30 * 24 * 3_600_000;

/** The index of one span of candles. It is kept for the next request with the same span and tick size. */
type Prepared = Span & { readonly index: CandleIndex; readonly tickSz: Decimal };
type Span = {
  readonly months: readonly CandlesInTicks[] | null;
  readonly orderTick: Decimal;
  readonly fromAt: number;
};

function prepare(known: Prepared | null, span: Span): Prepared | null {
  const isKnown =
    known !== null &&
    known.months === span.months &&
    known.fromAt === span.fromAt &&
    compareDecimals(known.orderTick, span.orderTick) === 0;
  if (isKnown) return known;
  // A part without candles has the tick size of orders, so that the tick size of the series divides it (strategy 8.2).
  const none = { columns: { ...emptyColumns }, tickSz: span.orderTick };
  const joined = span.months === null ? null : joinCandles([...span.months, none]);
  if (joined === null) return null;
  const first = joined.columns.at.findIndex((at) => at >= span.fromAt);
  if (first < 0) return null;
  const columns = sliceColumns(joined.columns, first, joined.columns.at.length);
  // The content security policy of the page allows no WebAssembly.
  return { ...span, index: indexCandles(columns, 'plain'), tickSz: joined.tickSz };
}

const emptyColumns = {
  at: new Float64Array(),
  open: new Int32Array(),
  high: new Int32Array(),
  low: new Int32Array(),
  close: new Int32Array(),
};

function decodeMonths(files: readonly ArrayBuffer[]): readonly CandlesInTicks[] | null {
  const months = files.map((file) => decodeCandles(new Uint8Array(file)));
  const read = months.filter((month) => month.ok);
  return read.length === 0 || read.length < months.length ? null : read;
}

/** The settings of a bot with the rule that opens its rounds. */
type Opened = { readonly bot: BotConfig; readonly entry: EntryRules | null };

/** Returns the configuration of `rondo backtest` for the settings of the form. Round follows round, because one round alone says nothing about years. */
function configOf({ bot, entry }: Opened, tickSz: Decimal): BacktestConfig {
  const { instrument } = bot;
  const orderTick = compareDecimals(instrument.tickSz, tickSz) === 0 ? {} : { orderTickSz: instrument.tickSz };
  return {
    bot: { ...bot, autoReentry: true, instrument: { ...instrument, tickSz, ...orderTick } },
    fill: 'through',
    path: 'byClose',
    slippage: zeroFraction,
    ...(entry === null ? {} : { entry }),
  };
}
