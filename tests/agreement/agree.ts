// `npm run agree -- --configs 10000 [--files okx] [--from 0]`: every engine over made-up candles and every recorded file.
import { parseArgs } from 'node:util';
import { seededChance } from '@rondo/testkit';
import { casesOf, compareEngines, compareWalks } from './compare.ts';
import { recordedFiles, recordedSeries } from './recorded-files.ts';
import { madeUpSeries, type Series } from './series.ts';

const { values } = parseArgs({
  options: {
    configs: { type: 'string', default: '200' },
    from: { type: 'string', default: '0' },
    files: { type: 'string', default: '' },
  },
});
const configs = Number(values.configs);
const from = Number(values.from);
const batch = 50;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

let differences = 0;

function agreeOn(series: Series): void {
  let [fills, left] = [0, 0];
  for (let first = from; first < from + configs; first += batch) {
    const cases = casesOf(series, first, Math.min(batch, from + configs - first));
    const agreement = compareEngines(series, cases);
    const walk = cases[0] === undefined ? null : compareWalks(series, cases[0]);
    const found = walk === null ? agreement.differences : [...agreement.differences, walk];
    fills += agreement.fills;
    left += agreement.left;
    differences += found.length;
    for (const line of found) print(line);
  }
  print(`${series.name}: ${configs} configurations, ${fills} fills, ${left} left to the reducer`);
}

const madeUpCount = 20;
const isMadeUp = values.files === '' || 'made up'.startsWith(values.files);
for (let seed = 0; isMadeUp && seed < madeUpCount; seed += 1)
  agreeOn(madeUpSeries(seededChance(`agree ${from} ${seed}`), 3_000));
const files = recordedFiles();
for (const file of files.filter((name) => name.includes(values.files))) agreeOn(recordedSeries(file));
print(differences === 0 ? 'All engines agree.' : `${differences} differences.`);
process.exitCode = differences === 0 ? 0 : 1;
