// Runs the numbered cases. Each case tests the behaviour of the exchange or of our client that a row of docs/okx.md states.
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openHarness } from './support/harness.ts';
import { accountCases } from './cases/account.ts';
import { algoCases } from './cases/algos.ts';
import { batchCases } from './cases/batches.ts';
import { channelCases } from './cases/channels.ts';
import { changeCases } from './cases/changes.ts';
import { fundCases } from './cases/funds.ts';
import { isolatedCases } from './cases/isolated.ts';
import { keyCases } from './cases/keys.ts';
import { limitCases } from './cases/limits.ts';
import { marketCases } from './cases/market.ts';
import { oauthCases } from './cases/oauth.ts';
import { orderCases } from './cases/orders.ts';
import { raceCases } from './cases/races.ts';
import { refusalCases } from './cases/refusals.ts';
import { socketLifeCases } from './cases/socket-life.ts';
import { socketCases } from './cases/sockets.ts';
import { splitStopCases } from './cases/split-stops.ts';
import { stopCases } from './cases/stops.ts';
import { venueCases } from './cases/venue.ts';

const lists = [
  orderCases,
  refusalCases,
  changeCases,
  batchCases,
  raceCases,
  accountCases,
  algoCases,
  socketCases,
  socketLifeCases,
  keyCases,
  oauthCases,
  limitCases,
  marketCases,
  fundCases,
  venueCases,
  isolatedCases,
  channelCases,
  splitStopCases,
  stopCases,
];
const all = lists.flat();

/** The numbers of the cases that wire.test.ts contains. */
const wireNumbers = [
  ...readFileSync(new URL('wire/wire.test.ts', import.meta.url), 'utf8').matchAll(/number: (\d+),|^test\('(\d+) /gm),
].map(([, inTable, inName]) => Number(inTable ?? inName));

test('every file of the folder `cases` is in the list, and its list is not empty', () => {
  expect(lists.length).toBe(readdirSync(new URL('cases', import.meta.url)).length);
  expect(lists.filter((one) => one.length === 0)).toEqual([]);
});

test('all cases have different numbers and different names, and the section of each case exists in docs/okx.md', () => {
  const numbers = [...all.map((one) => one.number), ...wireNumbers];
  expect(wireNumbers.length).toBeGreaterThan(0);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(new Set(all.map((one) => one.name)).size).toBe(all.length);
  console.log(`${all.length} numbered cases of ${new Set(all.map((one) => one.row)).size} rows of docs/okx.md`);
  const facts = readFileSync(new URL('../../docs/okx.md', import.meta.url), 'utf8');
  const sections = new Set([...facts.matchAll(/^#+ (\d+(?:\.\d)?)\.? /gm)].map(([, section]) => section));
  for (const one of all) {
    expect(one.row, String(one.number)).toMatch(/^\d+(\.\d)? \S/);
    expect(sections, `case ${one.number}: ${one.row}`).toContain(one.row.split(' ')[0]);
  }
});

describe('case', () => {
  test.each(all.map((one) => [`${one.number} (${one.row}) ${one.name}`, one] as const))('%s', async (_title, one) => {
    await one.run(await openHarness(one.options));
  });
});
