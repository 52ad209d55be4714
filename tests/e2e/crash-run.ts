// `npm run crash -- --minutes 30 --seed 1` kills and pauses server, sandbox and database and disturbs their network. It prints one line per
// fault and then the comparison with the exchange.
import { readCommandLine, readNumber, readWholeNumber } from '../../tools/command-line/command-line.ts';
import { crashFaults } from './crash/faults.ts';
import { runCrashTrial } from './crash/trial.ts';
import { buildProduct } from './support/product.ts';

const values = readCommandLine('Usage: npm run crash -- [--minutes 30] [--seed 1] [--accounts 3]\n', {
  minutes: { type: 'string', default: '30' },
  seed: { type: 'string', default: '1' },
  accounts: { type: 'string', default: '3' },
});
const minutes = readNumber('minutes', values.minutes, 0);
const seed = readWholeNumber('seed', values.seed, 0);
const accounts = readWholeNumber('accounts', values.accounts, 1);
const startedAt = Date.now();
const minutesSince = (): number => (Date.now() - startedAt) / 60_000;
const counts = new Map<string, number>();
const write = (line: string): void => void process.stdout.write(`${line}\n`);
await buildProduct();
const outcome = await runCrashTrial({
  accounts,
  seed,
  nextFault(chance) {
    if (minutesSince() >= minutes) return null;
    const fault = chance.pick(crashFaults);
    counts.set(fault, (counts.get(fault) ?? 0) + 1);
    return fault;
  },
  write: (line) => write(`${minutesSince().toFixed(1).padStart(5)} min  ${line}`),
});
for (const [fault, count] of [...counts].toSorted(([a], [b]) => a.localeCompare(b)))
  write(`${fault.padEnd(24)} ${count}`);
const { disagreements, ...figures } = outcome;
for (const [name, value] of Object.entries(figures)) write(`${name.padEnd(24)} ${value}`);
for (const disagreement of disagreements) write(`DISAGREES: ${disagreement}`);
write(`${disagreements.length} disagreements`);
process.exitCode = disagreements.length === 0 && outcome.roundsAfterFaults > 0 ? 0 : 1;
