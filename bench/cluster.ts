// `npm run bench -- cluster --accounts 12 --seconds 30` measures what one account costs on one, two and three engines: processor, transactions and messages between nodes.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { readCommandLine, readNumber, readWholeNumber } from '../tools/command-line/command-line.ts';
import { print } from './engine/figures.ts';

/** Ours: the costs of an account on several engines differ from the costs on one engine by at most this share. */
const tolerance = 0.15;
const figures = ['processorMs', 'transactions', 'messages'] as const;

interface Trial {
  readonly costs: Readonly<Record<(typeof figures)[number], number>>;
  readonly fills: number;
  readonly load: string;
  readonly violations: readonly string[];
}

/** Prints the costs for each number of engines. Returns true when the costs stay within the tolerance and no trial has a violation. */
export async function benchCluster(): Promise<boolean> {
  const values = readCommandLine(
    'Usage: npm run bench -- cluster [--accounts 12] [--seconds 30]\n',
    { accounts: { type: 'string', default: '12' }, seconds: { type: 'string', default: '30' } },
    process.argv.slice(3),
  );
  const accounts = readWholeNumber('accounts', values.accounts, 1);
  const seconds = readNumber('seconds', values.seconds, 1);
  const trials: Trial[] = [];
  for (const engines of [1, 2, 3]) {
    const trial = await runTrial(engines, accounts, seconds);
    trials.push(trial);
    const { processorMs, transactions, messages } = trial.costs;
    print(
      `${engines} engines: ${processorMs} ms of processor, ${transactions} transactions and ${messages} messages for an account and second; ${trial.fills} fills, load ${trial.load}, ${trial.violations.length} violations`,
    );
  }
  const [one, , three] = trials;
  const fixed = figures.map((name) =>
    (((three?.costs[name] ?? 0) - (one?.costs[name] ?? 0)) * (accounts / 2)).toFixed(1),
  );
  print(
    `a further engine needs ${fixed[0]} ms of processor, ${fixed[1]} transactions and ${fixed[2]} messages a second`,
  );
  const isFlat = trials.every(({ costs }) =>
    figures.every((name) => Math.abs(costs[name] / (one?.costs[name] ?? 0) - 1) <= tolerance),
  );
  print(`the costs on two and three engines differ by at most 15 %: ${isFlat ? 'yes' : 'no'}`);
  return isFlat && trials.every(({ violations }) => violations.length === 0);
}

/** Runs a trial without faults as a process of its own. */
async function runTrial(engines: number, accounts: number, seconds: number): Promise<Trial> {
  const options = { engines, apis: 1, accounts, minutes: seconds / 60, faults: 0 };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const program = path.join('tools', 'cluster.mjs');
  const child = spawn(process.execPath, [program, 'test', ...args, '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
  // The trial prints this record.
  return JSON.parse(await text(child.stdout)) as Trial;
}
