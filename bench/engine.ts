// `npm run bench -- engine --accounts 50 --addresses 4 --seconds 20` measures the engine with real PostgreSQL and the sandbox over real sockets.
import { availableParallelism, loadavg } from 'node:os';
import { readCommandLine, readNumber, readWholeNumber, refuseOption } from '../tools/command-line/command-line.ts';
import { createFigures, print } from './engine/figures.ts';
import { allInstruments } from './engine/limits.ts';
import { coldStart, fills, idle, killAndRestart, massFill, stopBots, type Run } from './engine/phases.ts';
import { openStage } from './engine/stage.ts';

/** The phases that can be left out with `--without`. The cold start always runs. */
const optional = ['idle', 'fills', 'mass', 'stop', 'kill'] as const;
const usage = `Usage: npm run bench -- engine [--accounts 500] [--addresses 4] [--seconds 20] [--calm 200] [--without ${optional.join(',')}]\n`;

/** Prints every figure with its limit. Returns true when all limits are met. */
export async function benchEngine(): Promise<boolean> {
  const options = {
    accounts: { type: 'string', default: '500' },
    addresses: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '20' },
    calm: { type: 'string', default: '200' },
    without: { type: 'string', default: '' },
  } as const;
  const values = readCommandLine(usage, options, process.argv.slice(3));
  const accounts = readWholeNumber('accounts', values.accounts, 1);
  const addresses = readWholeNumber('addresses', values.addresses, 1);
  const [seconds, calmSeconds] = [readNumber('seconds', values.seconds, 1), readNumber('calm', values.calm, 1)];
  const without = values.without.split(',').filter((name) => name !== '');
  const unknown = without.find((name) => !optional.some((each) => each === name));
  if (unknown !== undefined)
    refuseOption(`--without names phases of ${optional.join(', ')}, and "${unknown}" is none.`);
  const egress = Array.from({ length: addresses }, (_, place) => `127.0.0.${place + 1}`);
  printLoad();
  print(`${accounts} accounts with ${allInstruments.length} bots each, ${addresses} source addresses`);
  const stage = await openStage({ accounts, egress });
  try {
    const figures = createFigures();
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
