// `npm run bench -- cluster --accounts 12 --warm 60 --seconds 30` measures what one account costs on one, two and three engines: processor, transactions and messages between nodes.
// Then it measures what one request costs on one and two api nodes.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { readCommandLine, readNumber, readWholeNumber } from '../tools/command-line/command-line.ts';
import { print } from './engine/figures.ts';

/** Ours: the costs of an account on several engines differ from the costs on one engine by at most this share. */
const tolerance = 0.15;
/** Ours: two api nodes serve so many times the requests of one. Each node has its own core, so the factor follows from the processor time of a request. */
const leastFactor = 1.8;
const figures = ['processorMs', 'transactions', 'messages'] as const;

interface Trial {
  readonly costs: Readonly<Record<(typeof figures)[number], number>>;
  readonly requestMs: number | null;
  readonly fills: number;
  readonly load: string;
  readonly busyShare: number;
  readonly violations: readonly string[];
}

/** Prints the costs for each number of nodes. Returns true when the costs stay within the tolerance and no trial has a violation. */
export async function benchCluster(): Promise<boolean> {
  const values = readCommandLine(
    'Usage: npm run bench -- cluster [--accounts 12] [--warm 60] [--seconds 30]\n',
    {
      accounts: { type: 'string', default: '12' },
      warm: { type: 'string', default: '60' },
      seconds: { type: 'string', default: '30' },
    },
    process.argv.slice(3),
  );
  const accounts = readWholeNumber('accounts', values.accounts, 1);
  const warm = readNumber('warm', values.warm, 0) / 60;
  const seconds = readNumber('seconds', values.seconds, 1);
  const sizes = [
    [1, 1],
    [2, 1],
    [3, 1],
    [1, 2],
  ] as const;
  const trials: Trial[] = [];
  for (const [engines, apis] of sizes) {
    const trial = await runTrial({ engines, apis, accounts, busy: accounts, warm, minutes: seconds / 60, faults: 0 });
    trials.push(trial);
    const { processorMs, transactions, messages } = trial.costs;
    print(
      `${engines} engines, ${apis} apis: ${processorMs} ms of processor, ${transactions} transactions and ${messages} messages for an account and second, ${trial.requestMs?.toFixed(1)} ms for a request; ${trial.fills} fills, load ${trial.load}, processors ${Math.round(trial.busyShare * 100)} % busy, ${trial.violations.length} violations`,
    );
  }
  const [one, two, three, twoApis] = trials;
  const fixed = figures.map((name) =>
    (((three?.costs[name] ?? 0) - (one?.costs[name] ?? 0)) * (accounts / 2)).toFixed(1),
  );
  print(
    `a further engine needs ${fixed[0]} ms of processor, ${fixed[1]} transactions and ${fixed[2]} messages a second`,
  );
  const isFlat = [two, three].every((trial) =>
    figures.every((name) => Math.abs((trial?.costs[name] ?? 0) / (one?.costs[name] ?? 0) - 1) <= tolerance),
  );
  print(`the costs on two and three engines differ by at most 15 %: ${isFlat ? 'yes' : 'no'}`);
  const factor = (2 * (one?.requestMs ?? 0)) / (twoApis?.requestMs ?? Number.POSITIVE_INFINITY);
  print(`two apis serve ${factor.toFixed(2)} times the requests of one (at least ${leastFactor}), by processor time`);
  return isFlat && factor >= leastFactor && trials.every(({ violations }) => violations.length === 0);
}

/** Runs a trial without faults as a process of its own. */
async function runTrial(options: Readonly<Record<string, number>>): Promise<Trial> {
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const program = path.join('tools', 'cluster.mjs');
  const child = spawn(process.execPath, [program, 'test', ...args, '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
  // The trial prints this record.
  return JSON.parse(await text(child.stdout)) as Trial;
}
