// The parts of the nightly run.

const minute = 60_000;

/** All parts together take at most this time. */
export const nightMs = 11 * 60 * minute;

/** The parts of the nightly run, in their sequence. Each part is a project of vitest.nightly.config.ts or a command. The sum of the budgets is at most `nightMs`. */
export const parts = [
  { name: 'peers', budgetMs: 15 * minute, project: 'peers' },
  { name: 'sweeps', budgetMs: 20 * minute, project: 'sweeps', needsBrowser: true },
  { name: 'layout', budgetMs: 30 * minute, project: 'layout', needsBrowser: true },
  { name: 'cluster', budgetMs: 15 * minute, project: 'cluster' },
  {
    name: 'cluster-faults',
    budgetMs: 45 * minute,
    script: 'tools/cluster.mjs',
    args: 'test --minutes 30 --faults 60 --accounts 300 --bots 3 --seed 1',
  },
  { name: 'crash', budgetMs: 45 * minute, script: 'tests/e2e/crash-run.ts', args: '--minutes 30 --seed 1' },
  {
    name: 'simulation',
    budgetMs: 25 * minute,
    script: 'tests/simulation/replay.ts',
    args: '--scenario short --seeds 1000 --from 1',
  },
  {
    name: 'zombies',
    budgetMs: 15 * minute,
    script: 'tests/simulation/replay.ts',
    args: '--scenario zombie --seeds 500 --from 1',
  },
  { name: 'long-simulation', budgetMs: 35 * minute, script: 'tests/simulation/replay.ts', args: '--minutes 25' },
  {
    name: 'equal-runs',
    budgetMs: 15 * minute,
    script: 'tests/simulation/replay.ts',
    args: '--seeds 2 --from 1 --twice --database',
  },
  { name: 'planted-bugs', budgetMs: 40 * minute, script: 'tests/simulation/replay.ts', args: '--planted all' },
  {
    name: 'agreement',
    budgetMs: 110 * minute,
    script: 'tests/agreement/agree.ts',
    args: '--configs 10000 --whole 500',
  },
  { name: 'coverage', budgetMs: 30 * minute, bin: ['vitest'], args: 'run --config tools/vitest/coverage.config.ts' },
  { name: 'other-nodes', budgetMs: 40 * minute },
  { name: 'mutation', budgetMs: 95 * minute, script: 'tools/mutation/main.ts' },
  { name: 'film', budgetMs: 10 * minute, script: 'tools/film.mjs', args: '--short', needsBrowser: true },
  { name: 'pictures', budgetMs: 10 * minute, script: 'tools/film.mjs', args: 'pictures --short', needsBrowser: true },
  { name: 'security-rules', budgetMs: 65 * minute, script: 'tools/mutation/main.ts', args: '--security' },
];
