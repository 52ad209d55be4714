// `npm run bench -- backtest` makes five comparisons: single runs with a C program, the time of a sweep with the least possible time of its
// fills, a sweep with entry rules with the same sweep without them, a sweep on two threads with a sweep on one thread, and a run with a run of another
// package.
import { availableParallelism, loadavg } from 'node:os';
import { indexCandles, makeColumns, runSweep, type BacktestConfig, type CandleColumns } from '@rondo/backtest';
import { seededChance } from '@rondo/testkit';
import { openSweepPool } from '../apps/cli/src/sweep/sweep-pool.ts';
import { makeFastBot } from '../packages/backtest/src/fast/bot.ts';
import type { CandleIndex } from '../packages/backtest/src/fast/search/candle-index.ts';
import { walkFast } from '../packages/backtest/src/fast/run-fast.ts';
import { fastTermsOf } from '../packages/backtest/src/fast/terms.ts';
import { recordedFiles, recordedSeries } from '../tests/agreement/recorded-files.ts';
import { buildReference } from './backtest/c-reference.ts';
import { alternate, cpuMs, inTurns, median } from './clock.ts';
import { withGates } from './backtest/gates.ts';
import { ladderConfig, randomLadders, singleLadders } from './backtest/ladders.ts';
import { runPeer } from './backtest/peer.ts';
import { refine } from './backtest/refine.ts';

/**
 * The limits that the benchmark of the back-test must meet. Our run must be at least `peer` times as fast as the run of the other package.
 */
const limits = {
  singleOverC: 1.5,
  sweepOverFloor: 3,
  cyclicSweepOverFloor: 6,
  gatesOverNone: 1.2,
  twoThreads: 1.7,
  peer: 100,
} as const;
/** The least possible time of a fill in nanoseconds: one search and one step of the state machine on one core of the reference machine. */
const floorNsPerFill = 28;
const file = 'okx-swap/ETH-USDT-SWAP_15m.csv.gz';
const turns = 9;
const gateTurns = 5;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const verdict = (isMet: boolean): string => (isMet ? 'within' : 'MISSED');

/** Prints every comparison. Returns false when the recorded candles are missing. */
export async function benchBacktest(): Promise<boolean> {
  if (!recordedFiles().includes(file)) {
    print(`SKIPPED: ${file} is missing; set RONDO_TEST_DATA to the recorded data`);
    return false;
  }
  const real = recordedSeries(file).candles;
  const candles = refine(real, 'refined');
  const index = indexCandles(candles);
  print(`${candles.at.length} one-minute candles refined from ${file}; processor time unless wall time is named`);
  print(`load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores; medians of ${turns} alternated turns`);
  benchSingle(index);
  benchSweeps(index);
  benchGates(index);
  benchPeer(real);
  await benchThreads(candles);
  return true;
}

function benchSingle(index: CandleIndex): void {
  const reference = buildReference(index.candles);
  if (reference === null) print('SKIPPED: no C compiler, so no comparison with C');
  for (const ladder of singleLadders) {
    for (const direction of ['long', 'short'] as const) {
      const config = ladderConfig({ ...ladder, direction, cyclic: 0 });
      const ours = runOnce(index, config);
      const name = `${ladder.name} ${direction}`.padEnd(34);
      if (reference === null) {
        print(`${name} ${ours.fills} fills, ${cpuMs(() => runOnce(index, config)).toFixed(2)} ms`);
        continue;
      }
      const { fills, hash } = reference(config);
      const isSame = fills === ours.fills && hash === ours.fingerprint;
      const [mine = 0, c = 0] = alternate(turns, [
        () => median(Array.from({ length: 5 }, () => cpuMs(() => runOnce(index, config)))),
        () => reference(config).ms,
      ]);
      const limit =
        ladder === singleLadders[0]
          ? `, at most ${limits.singleOverC}: ${verdict(mine / c <= limits.singleOverC)}`
          : '';
      print(
        `${name} ${String(fills).padStart(6)} fills ${isSame ? 'equal' : 'DIFFERENT'}: ours ${mine.toFixed(2)} ms, ` +
          `C ${c.toFixed(2)} ms, ratio ${(mine / c).toFixed(2)}${limit}`,
      );
    }
  }
}

function benchSweeps(index: CandleIndex): void {
  const kinds = [false, true].map((isCyclic) => ({
    isCyclic,
    configs: randomLadders(seededChance(`bench ${isCyclic}`), 1_000, isCyclic),
    fills: 0,
  }));
  const times = inTurns(
    turns,
    kinds.map(
      (kind) => () =>
        cpuMs(() => {
          kind.fills = fillsOf(runSweep(index.candles, kind.configs, { index }).rows);
        }),
    ),
  );
  for (const [place, { isCyclic, fills, configs }] of kinds.entries()) {
    const taken = times[place] ?? [];
    // The least possible time was measured on an idle core. The fastest turn is the turn that was least disturbed, so it is used for the comparison.
    const perFill = (Math.min(...taken) * 1e6) / fills;
    const ratio = perFill / floorNsPerFill;
    const limit = isCyclic ? limits.cyclicSweepOverFloor : limits.sweepOverFloor;
    print(
      `sweep of ${configs.length} ${isCyclic ? 'with' : 'without'} cyclic steps, one thread: ${fills} fills, quickest turn ` +
        `${Math.min(...taken).toFixed(0)} ms (median ${median(taken).toFixed(0)}), ${perFill.toFixed(0)} ns a fill, ` +
        `${ratio.toFixed(2)} x the floor of ${floorNsPerFill} ns, at most ${limit}: ${verdict(ratio <= limit)}`,
    );
  }
}

// Each turn with entry rules has a new object of candles, so bars and lines are computed again.
function benchGates({ candles, ...index }: CandleIndex): void {
  const chance = seededChance('bench gates');
  const sweeps = [
    { name: 'one entry rule', plain: randomLadders(chance, 1_000, false), rules: 1 },
    { name: 'random entry rules', plain: randomLadders(chance, 5_000, false), rules: Number.POSITIVE_INFINITY },
  ];
  for (const { name, plain, rules } of sweeps) {
    const gated = withGates(chance, plain, rules);
    const fills = [0, 0];
    const [none = 0, gates = 0] = alternate(gateTurns, [
      () => cpuMs(() => (fills[0] = fillsOf(runSweep(candles, plain, { index: { ...index, candles } }).rows))),
      () => {
        const fresh = { ...candles };
        return cpuMs(() => (fills[1] = fillsOf(runSweep(fresh, gated, { index: { ...index, candles: fresh } }).rows)));
      },
    ]);
    const ratio = gates / none;
    print(
      `sweep of ${plain.length} with ${name}: ${gates.toFixed(0)} ms for ${fills[1]} fills, without ${none.toFixed(0)} ms for ${fills[0]} fills, ` +
        `ratio ${ratio.toFixed(2)}, at most ${limits.gatesOverNone}: ${verdict(ratio <= limits.gatesOverNone)}`,
    );
  }
}

function benchPeer(real: CandleColumns): void {
  const count = 100_000;
  const part = makeColumns(count);
  for (const name of ['at', 'open', 'high', 'low', 'close'] as const) part[name].set(real[name].subarray(0, count));
  const index = indexCandles(part);
  const config = ladderConfig({ ...singleLadders[0], direction: 'long', cyclic: 0 });
  let trades = 0;
  const [ours = 0, peer = 0] = alternate(5, [
    () => median(Array.from({ length: 9 }, () => cpuMs(() => runOnce(index, config)))),
    () => {
      const run = runPeer(part, count);
      ({ trades } = run);
      return run.ms;
    },
  ]);
  const { fills } = runOnce(index, config);
  print(
    `${count} real candles: ours ${ours.toFixed(3)} ms (${fills} fills), grademark ${peer.toFixed(0)} ms (${trades} trades, no scaling in), ` +
      `${(peer / ours).toFixed(0)} times as fast, at least ${limits.peer}: ${verdict(peer / ours >= limits.peer)}`,
  );
}

async function benchThreads(candles: CandleColumns): Promise<void> {
  const configs = randomLadders(seededChance('bench threads'), 10_000, false);
  const pools = [await openSweepPool(candles, { workers: 1 }), await openSweepPool(candles, { workers: 2 })];
  const times: number[][] = [[], []];
  for (let turn = 0; turn < 4; turn += 1) {
    for (const [place, pool] of pools.entries()) {
      const from = performance.now();
      await pool.sweep(turn === 0 ? configs.slice(0, 1_000) : configs);
      if (turn > 0) times[place]?.push(performance.now() - from);
    }
  }
  await Promise.all(pools.map((pool) => pool.close()));
  const [one = 0, two = 0] = times.map((taken) => Math.min(...taken));
  print(
    `sweep of ${configs.length}, wall time of the quickest turn: one thread ${one.toFixed(0)} ms, two threads ${two.toFixed(0)} ms, ` +
      `${(one / two).toFixed(2)} times as fast, at least ${limits.twoThreads}: ${verdict(one / two >= limits.twoThreads)}`,
  );
}

function runOnce(index: CandleIndex, config: BacktestConfig): { readonly fills: number; readonly fingerprint: number } {
  const terms = fastTermsOf(config, index.highest);
  if (terms === null) throw new Error('The fast loop cannot run a configuration of the benchmark.');
  const bot = makeFastBot(terms);
  if (!walkFast(bot, index, { end: index.candles.at.length, seek: 'index' }))
    throw new Error('A value of a bot exceeded the bounds of the fast loop.');
  return bot;
}

function fillsOf(rows: readonly { readonly summary: { readonly fills: number } }[]): number {
  return rows.reduce((sum, row) => sum + row.summary.fills, 0);
}
