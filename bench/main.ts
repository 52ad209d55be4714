// `npm run bench -- <topic>`: measures a part of the product and prints ratios beside their limits.
import { benchApi } from './api.ts';
import { benchBacktest } from './backtest.ts';

const topics: ReadonlyMap<string, () => Promise<boolean>> = new Map([
  ['api', benchApi],
  ['backtest', benchBacktest],
]);

const [name = ''] = process.argv.slice(2);
const topic = topics.get(name);
if (topic === undefined) {
  process.stderr.write(`npm run bench -- <topic>; topics: ${[...topics.keys()].join(', ')}\n`);
  process.exitCode = 2;
} else await topic();
