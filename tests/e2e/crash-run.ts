// `npm run crash -- --server 10 --sandbox 3 --seed 1` kills the server and the sandbox repeatedly. It prints one line per kill and then the comparison with the exchange.
import { parseArgs } from 'node:util';
import { runCrashTrial } from './support/crash-trial.ts';
import { buildProduct } from './support/product.ts';

const { values } = parseArgs({
  options: {
    server: { type: 'string', default: '10' },
    sandbox: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
  },
});
const write = (line: string): void => void process.stdout.write(`${line}\n`);
await buildProduct();
const outcome = await runCrashTrial({
  serverKills: Number(values.server),
  exchangeKills: Number(values.sandbox),
  seed: Number(values.seed),
  write,
});
const { disagreements, ...figures } = outcome;
for (const [name, value] of Object.entries(figures)) write(`${name.padEnd(14)} ${value}`);
for (const disagreement of disagreements) write(`DISAGREES: ${disagreement}`);
write(`${disagreements.length} disagreements`);
const isSound = disagreements.length === 0 && outcome.endedAfterKills > 0 && outcome.phase === 'completed';
process.exitCode = isSound ? 0 : 1;
