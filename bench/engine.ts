// `npm run bench -- engine --accounts 50 --addresses 4 --seconds 20` measures the engine with real PostgreSQL and the sandbox over real sockets.
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { createFigures, print } from './engine/figures.ts';
import { allInstruments } from './engine/limits.ts';
import { coldStart, fills, idle, killAndRestart, massFill, stopBots, type Run } from './engine/phases.ts';
import { openStage } from './engine/stage.ts';

/** The phases that can be left out with `--without`. The cold start always runs. */
const optional = ['idle', 'fills', 'mass', 'stop', 'kill'] as const;

/** Prints every figure with its limit. Returns true when all limits are met. */
export async function benchEngine(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      accounts: { type: 'string', default: '500' },
      addresses: { type: 'string', default: '4' },
      seconds: { type: 'string', default: '20' },
      calm: { type: 'string', default: '80' },
      without: { type: 'string', default: '' },
    },
  });
  const accounts = Number(values.accounts);
  const addresses = Number(values.addresses);
  const without = values.without.split(',').filter((name) => name !== '');
  if (!(accounts >= 1) || !(addresses >= 1) || without.some((name) => !optional.some((each) => each === name)))
    throw new Error(`--accounts and --addresses are at least 1, and --without names phases of ${optional.join(', ')}.`);
  const egress = Array.from({ length: addresses }, (_, place) => `127.0.0.${place + 1}`);
  printLoad();
  print(`${accounts} accounts with ${allInstruments.length} bots each, ${addresses} source addresses`);
  const stage = await openStage({ accounts, egress });
  try {
    const figures = createFigures();
    const [seconds, calmSeconds] = [Number(values.seconds), Number(values.calm)];
    await runPhases({ stage, figures, accounts, addresses, seconds, calmSeconds }, without);
    printLoad();
    return figures.isWithin();
  } finally {
    await stage.close();
  }
}

async function runPhases(run: Run, without: readonly string[]): Promise<void> {
  const has = (phase: (typeof optional)[number]): boolean => !without.includes(phase);
  const { server, port } = await coldStart(run);
  if (has('idle')) await idle(run, server);
  if (has('fills')) await fills(run, server);
  if (has('mass')) await massFill(run, server);
  if (has('stop')) await stopBots(run, server, port);
  const last = has('kill') ? await killAndRestart(run, server) : server;
  await last.end('SIGTERM');
}

function printLoad(): void {
  const [one = 0, five = 0] = loadavg();
  print(`load ${one.toFixed(1)} (1 min), ${five.toFixed(1)} (5 min) on ${availableParallelism()} cores`);
}
