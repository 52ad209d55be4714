// Tests of `rondo backtest`: accepted input, its output, and refused input, for which no file is written.
import { closeSync, lstatSync, openSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backtestConfigFields } from '@rondo/testkit';
import { newFolder, runChild, runHere, type Ran } from './_rondo.ts';

const header = 'ts_ms,open,high,low,close,volume';
const rows = [
  '0,2000,2012,1990,2011,1',
  '60000,2011,2011,1930,1990,1',
  '120000,1990,2030,1990,2030,1',
  '180000,2030,2030,2005,2011,1',
];
const csv = [header, ...rows, ''].join('\n');

let folder = '';
let remove = (): void => undefined;
beforeEach(() => {
  ({ folder, remove } = newFolder());
  write('bot.json', JSON.stringify(backtestConfigFields));
  write('market.csv', csv);
});
afterEach(() => remove());

function write(name: string, content: string | Uint8Array): void {
  writeFileSync(path.join(folder, name), content);
}

function backtest(...args: readonly string[]): Promise<Ran> {
  return runHere(folder, ['backtest', '--candles', 'market.csv', '--config', 'bot.json', ...args]);
}

test('--json prints one object with the figures and nothing else, and --fills writes the fills to the file', async () => {
  const ran = await backtest('--json', '--fills', 'fills.csv');
  expect(ran).toMatchObject({ code: 0, err: '' });
  const report: unknown = JSON.parse(ran.out);
  expect(report).toMatchObject({ candles: 4, fills: 18, rounds: 6, cycles: 1, liquidated: false, stopped: null });
  const lines = readFileSync(path.join(folder, 'fills.csv'), 'utf8').split('\n');
  expect(lines.slice(0, 3)).toEqual([
    'ts,kind,step,price,size,fee',
    '0,entry,1,2000,31.25,3.12500000',
    '0,exit,0,2010,31.25,1.25625000',
  ]);
  expect(lines).toHaveLength(20);
});

test('--jitter adds the runs of every path with and without re-entry jitter', async () => {
  const ran = await backtest('--json', '--jitter');
  expect(ran).toMatchObject({ code: 0, err: '' });
  const { whatIf, rounds } = JSON.parse(ran.out);
  expect(whatIf).toMatchObject({ candles: 4, main: { path: 'byClose', seed: null, rounds } });
  expect(whatIf.runs).toHaveLength(27);
  expect((await backtest('--jitter')).out).toMatch(/re-entry jitter, runs +27/);
  write('funding.csv', 'ts_ms,funding_rate\n0,0.0001\n');
  expect(await backtest('--jitter', '--funding', 'funding.csv')).toMatchObject({ code: 2, out: '' });
});

test('--jitter does not spread the result of a bot that ended over a year', async () => {
  expect((await backtest('--jitter')).out).toContain('net per year of the run above, USDT');
  write('market.csv', [header, '0,2000,2000,2000,2000,1', '60000,2000,2000,1,1,1', '120000,1,1,1,1,1', ''].join('\n'));
  const { netPnl, unrealizedPnl, liquidated, whatIf } = JSON.parse((await backtest('--json', '--jitter')).out);
  expect([liquidated, whatIf.main.netPerYear]).toEqual([true, null]);
  const { out } = await backtest('--jitter');
  expect(out).not.toContain('per year');
  const net = (Number(netPnl) + Number(unrealizedPnl)).toFixed(2);
  expect(out.split('\n').map((line) => line.split(/ {2,}/))).toContainEqual([
    'net of the run above until its bot ended, USDT',
    net,
  ]);
});

test('a configuration with an entry rule is compared with random entry, and a bar that is no whole number of candles is refused', async () => {
  const rsi = { type: 'rsi', signal: { bar: '5m' } };
  write('bot.json', JSON.stringify({ ...backtestConfigFields, entry: rsi }));
  const ran = await backtest('--json');
  expect(ran).toMatchObject({ code: 0, err: '' });
  const { rounds, entryComparison } = JSON.parse(ran.out);
  expect(rounds).toBe(0);
  expect(entryComparison).toMatchObject({ rule: { rounds: 0 }, always: { rounds: 7 }, verdict: 'too_few' });
  const { out } = await backtest();
  expect(out).toContain('Only 0 rounds: too few for a comparison with random entry.');
  const rangeOf = ({ low, high }: { readonly low: number; readonly high: number }): string =>
    `${low.toFixed(2)} to ${high.toFixed(2)}`;
  const lines = out.split('\n').map((line) => line.split(/ {2,}/));
  expect(lines).toContainEqual(['at the signals of the rule', '0', '0.00', '0.00 to 0.00', 'no']);
  const { net, ...always } = entryComparison.always;
  expect(lines).toContainEqual(['at once', '7', net.toFixed(2), rangeOf(always), 'no']);
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
  write('market.csv', csv.replaceAll('60000', '420000').replace('120000', '840000').replace('180000', '1260000'));
  const refused = await backtest();
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toContain('entry.signal.bar 5m is not a whole number of candles, which are 7 min apart');
});

test('distances from ATR are compared with a fixed distance and with random distances, and a file that makes no bar of one hour is refused', async () => {
  const { stepDistance: _stepDistance, ...fields } = backtestConfigFields;
  write('bot.json', JSON.stringify({ ...fields, atrMultiplier: '1.5' }));
  const hours = Array.from({ length: 24 }, (_, hour) => {
    const [open, close] = [2000 + (hour % 3) * 10, 2000 + ((hour + 1) % 3) * 10];
    return `${hour * 3_600_000},${open},${Math.max(open, close) + hour},${Math.min(open, close) - hour},${close},1`;
  });
  write('market.csv', [header, ...hours, ''].join('\n'));
  const ran = await backtest('--json', '--fills', 'fills.csv');
  expect(ran).toMatchObject({ code: 0, err: '' });
  const { distanceComparison } = JSON.parse(ran.out);
  expect(distanceComparison).toMatchObject({ random: { runs: 39 }, verdict: 'too_few' });
  expect(distanceComparison.atr.rounds).toBeGreaterThan(2);
  // ATR has its first value at the close of the 14th bar.
  expect(readFileSync(path.join(folder, 'fills.csv'), 'utf8').split('\n')[1]).toMatch(/^46800000,entry,1,/);
  const { out } = await backtest();
  expect(out).toContain(
    `Only ${distanceComparison.atr.rounds} rounds: too few for a comparison with random distances.`,
  );
  expect(out).toContain(`always ${distanceComparison.fixed.distance} %`);
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
  write('market.csv', csv.replaceAll('60000', '420000').replace('120000', '840000').replace('180000', '1260000'));
  const refused = await backtest();
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toContain('atrMultiplier needs bars of 1H');
});

test('recorded signals open the rounds of a bot with the entry webhook or ai-gpt, which is refused without them', async () => {
  write('bot.json', JSON.stringify({ ...backtestConfigFields, entry: { type: 'ai-gpt' } }));
  const without = await backtest();
  expect(without).toMatchObject({ code: 2, out: '' });
  expect(without.err).toContain('a back-test uses only recorded signals (--signals FILE of "rondo backtest")');
  write('signals.csv', 'ts_ms,defense\n120000,4\n');
  const ran = await backtest('--json', '--signals', 'signals.csv', '--fills', 'fills.csv');
  expect(ran).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(ran.out)).not.toHaveProperty('entryComparison');
  const fills = readFileSync(path.join(folder, 'fills.csv'), 'utf8').split('\n');
  expect(fills[1]).toMatch(/^60000,entry,1,1990,/);
  write('signals.csv', 'ts_ms,defense\n120000,5\n');
  const wrong = await backtest('--signals', 'signals.csv');
  expect(wrong).toMatchObject({ code: 2, out: '' });
  expect(wrong.err).toContain('signals.csv:2: defense "5" is not empty and not one of 2, 4, 6, 8, 10');
});

test('the text output has a table, the results under the three path rules, a curve and the word "simulated"', async () => {
  const { out, err, code } = await backtest();
  expect({ code, err }).toEqual({ code: 0, err: '' });
  for (const text of ['SIMULATED', 'net result, USDT', 'favourableFirst', 'adverseFirst', 'largest fall', '█'])
    expect(out).toContain(text);
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
});

test('the output is the same for every file format of the same candles', async () => {
  const plain = await backtest('--json');
  write('crlf.csv', `\uFEFF${csv.replaceAll('\n', '\r\n')}`);
  write('zipped.csv.gz', gzipSync(csv));
  write('bare.csv', [header.replace(',volume', ''), ...rows.map((row) => row.slice(0, -2))].join('\n'));
  expect((await runHere(folder, ['candles', 'convert', 'market.csv', 'compact.candles'])).code).toBe(0);
  for (const name of ['crlf.csv', 'zipped.csv.gz', 'bare.csv', 'compact.candles']) {
    const ran = await runHere(folder, ['backtest', '--candles', name, '--config', 'bot.json', '--json']);
    expect(ran).toEqual(plain);
  }
});

test('when the output file is a symbolic link, the fills are written to the target of the link, and the link is unchanged', async () => {
  write('old.csv', 'old');
  symlinkSync('old.csv', path.join(folder, 'link.csv'));
  symlinkSync('none.csv', path.join(folder, 'dangling.csv'));
  await backtest('--json', '--fills', 'fills.csv');
  for (const [link, place] of [
    ['link.csv', 'old.csv'],
    ['dangling.csv', 'none.csv'],
  ] as const) {
    expect((await backtest('--json', '--fills', link)).code).toBe(0);
    expect(lstatSync(path.join(folder, link)).isSymbolicLink()).toBe(true);
    expect(readFileSync(path.join(folder, place), 'utf8')).toBe(readFileSync(path.join(folder, 'fills.csv'), 'utf8'));
  }
});

test('the funding rates of the --funding file are applied, and the fills are compressed when the name of the --fills file ends in .gz', async () => {
  write('funding.csv', 'ts_ms,funding_rate\n60000,0.001\n120000,-1e-3\n');
  const [without, paid] = [await backtest('--json'), await backtest('--json', '--funding', 'funding.csv')];
  expect(JSON.parse(paid.out)).not.toEqual(JSON.parse(without.out));
  await backtest('--json', '--fills', 'fills.csv', '--funding', 'funding.csv');
  await backtest('--json', '--fills', 'fills.csv.gz', '--funding', 'funding.csv');
  expect(gunzipSync(readFileSync(path.join(folder, 'fills.csv.gz')))).toEqual(
    readFileSync(path.join(folder, 'fills.csv')),
  );
});

const without = (index: number): string => [header, ...rows.toSpliced(index, 1), ''].join('\n');
const changed = (index: number, row: string): string => [header, ...rows.with(index, row), ''].join('\n');
const five = [...rows, '240000,2011,2011,2011,2011,1'];

test.each([
  ['a gap', [header, ...five.toSpliced(2, 1), ''].join('\n'), 'market.csv:4: a gap: 1 missing candle between'],
  ['a negative price', changed(1, '60000,2011,2011,-1930,1990,1'), 'market.csv:3: low -1930 is not above zero'],
  ['a high below the low', changed(1, '60000,2011,1930,2011,1990,1'), 'market.csv:3: high is below low'],
  ['unsorted rows', [header, rows[1], rows[0], ''].join('\n'), 'market.csv:3: ts_ms 0 is before the row above it'],
  ['a repeated row', [header, rows[0], rows[0], ''].join('\n'), 'market.csv:3: ts_ms 0 comes twice'],
  ['wrong columns', csv.replace('high,low', 'low,high'), 'market.csv:1: the header is "ts_ms,open,low,high'],
  ['a short row', changed(2, '120000,1990,2030'), 'market.csv:4: 3 columns, and the header has 6'],
  [
    'an off-tick price',
    changed(2, '120000,1990,2030.005,1990,2030,1'),
    'market.csv:4: high 2030.005 is not a multiple',
  ],
  ['no content', '', 'market.csv:1: the file is empty'],
  ['only a header', `${header}\n`, 'market.csv:2: there is no candle below the header'],
  ['a truncated gz', gzipSync(csv.repeat(50)).subarray(0, 90), 'market.csv: the compressed bytes end too early'],
  ['a damaged gz', Buffer.concat([gzipSync(csv).subarray(0, 10), Buffer.alloc(40, 255)]), 'bytes are damaged'],
  ['a damaged compact form', Buffer.from('RONDO CANDLES 1\nnonsense'), 'market.csv: the compressed bytes'],
])(
  'a candle file with %s is refused with exit code 2, the message has the place of the error, and nothing is written',
  async (_, content, sentence) => {
    write('market.csv', content);
    const before = readdirSync(folder);
    const ran = await backtest('--json', '--fills', 'fills.csv');
    expect(ran.err).toContain(sentence);
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(readdirSync(folder)).toEqual(before);
  },
);

test('--allow-gaps accepts a file with a gap', async () => {
  write('market.csv', without(1));
  expect((await backtest('--json', '--allow-gaps')).code).toBe(0);
});

test.each([
  ['as many cyclic steps as steps', { cyclicSteps: 4 }, 'bot.json: cyclicSteps must be from 0 to 3, not 4'],
  ['leverage 0', { leverage: '0' }, 'bot.json: leverage must be at least 1'],
  ['a string for a number', { martinSteps: '4' }, 'bot.json: martinSteps must be a whole number without quotes'],
  ['a number for a decimal', { allocation: 10_000 }, 'bot.json: allocation must be a decimal in quotes'],
  ['an unknown field', { levrage: '10' }, 'bot.json: levrage is unknown'],
  [
    'an unknown instrument field',
    { instrument: { ...backtestConfigFields.instrument, sz: '1' } },
    'bot.json: instrument.sz is unknown',
  ],
  [
    'both mmr and tiers',
    { instrument: { ...backtestConfigFields.instrument, tiers: [['1', '0.1']] } },
    'instrument.tiers and instrument.mmr',
  ],
  ['an exponent', { takeProfit: '1e2' }, 'bot.json: takeProfit must be a plain decimal'],
  ['a huge value', { allocation: '9'.repeat(39) }, 'bot.json: allocation must be above 0 and at most'],
])(
  'a configuration with %s is refused with exit code 2, the message has the name of the field, and nothing is written',
  async (_, change, sentence) => {
    write('bot.json', JSON.stringify({ ...backtestConfigFields, ...change }));
    const before = readdirSync(folder);
    const ran = await backtest('--json', '--fills', 'fills.csv');
    expect(ran.err).toContain(sentence);
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(readdirSync(folder)).toEqual(before);
  },
);

const pretty = (change: (text: string) => string): string => change(JSON.stringify(backtestConfigFields, null, 2));

test.each([
  ['a surplus comma', pretty((text) => text.replace(/}$/, ',}')), /bot\.json:\d+: is not JSON: /],
  ['a missing closing brace', pretty((text) => text.slice(0, -1)), /bot\.json:\d+: is not JSON: /],
  ['YAML instead of JSON', 'leverage: 10', /bot\.json: is not JSON: /],
  [
    'a repeated field',
    pretty((text) => text.replace('{', '{\n  "leverage": "5",')),
    /bot\.json:1[0-9]: leverage is given twice/,
  ],
  [
    'a repeated instrument field',
    pretty((text) => text.replace('"tickSz"', '"tick\\u0053z": "1",\n    "tickSz"')),
    /bot\.json:4: tickSz is given twice/,
  ],
  ['a field __proto__', pretty((text) => text.replace('{', '{ "__proto__": {},')), /__proto__ is unknown/],
  [
    'a name with a terminal escape',
    pretty((text) => text.replace('{', '{ "a\\u001b[31m": 1,')),
    /a\\u\{1b\}\[31m is unknown/,
  ],
])('a configuration with %s is refused, and the message has the line or the field', async (_, content, sentence) => {
  write('bot.json', content);
  const ran = await backtest('--json', '--fills', 'fills.csv');
  expect(ran).toMatchObject({ code: 2, out: '' });
  expect(ran.err).toMatch(sentence);
  expect(ran.err.trim().split('\n')).toHaveLength(1);
});

test('a configuration may begin with a byte order mark, and may repeat a field name in different objects', async () => {
  const plain = await backtest('--json');
  write('bot.json', `\uFEFF${JSON.stringify(backtestConfigFields)}`);
  expect(await backtest('--json')).toEqual(plain);
  const { mmr: _mmr, ...instrument } = backtestConfigFields.instrument;
  const rows = [
    { maxSz: '500', mmr: backtestConfigFields.instrument.mmr },
    { maxSz: '900', mmr: backtestConfigFields.instrument.mmr },
  ];
  write('bot.json', JSON.stringify({ ...backtestConfigFields, instrument: { ...instrument, tiers: rows } }));
  expect(await backtest('--json')).toEqual(plain);
});

test.each([
  [['backtest'], '--candles is missing'],
  [['backtest', '--candles', 'market.csv'], '--config is missing'],
  [['backtest', '--candles', 'none.csv', '--config', 'bot.json'], 'none.csv: there is no such file'],
  [['backtest', '--candles', '.', '--config', 'bot.json'], 'is a folder, not a file'],
  [['backtest', '--candles', 'market.csv', '--config', 'market.csv'], 'market.csv: is not JSON'],
  [['backtest', '--candles', 'market.csv', '--config', 'bot.json', '--fills', 'no/f.csv'], 'there is no folder'],
  [['backtest', '--candles', 'market.csv', '--config', 'bot.json', '--fills', 'bot.json'], 'is also an input'],
  [['backtest', '--candles', 'market.csv', '--config', 'bot.json', '--fills', '.'], 'is not a regular file'],
  [['backtest', '--candles', 'market.csv', '--config', 'bot.json', '--fills', ''], '--fills needs a value'],
  [['backtest', '--candles', 'market.csv', '--config', 'bot.json', '--fills', '/dev/null'], 'is not a regular file'],
  [['backtest', '--candles', 'market.csv', '--config', 'bot.json', '--fills', '/dev/stdout'], 'is a stream'],
  [['backtest', '--candles', 'x'.repeat(5_000), '--config', 'bot.json'], 'xxx...'],
  [
    ['backtest', '--candles', 'market.csv', '--config', 'bot.json', '--funding', 'market.csv'],
    'market.csv:1: the header',
  ],
  [['backtest', '--candles', 'market.csv', '--config', 'bot.json', 'more'], '"more" is one argument too many'],
  [['backtest', '--candles'], "'--candles <value>' argument missing"],
  [['backtest', '--speed', '2'], "Unknown option '--speed'"],
])('the arguments %j are refused with exit code 2 and a message', async (args, sentence) => {
  const ran = await runHere(folder, args);
  expect(ran.err).toContain(sentence);
  expect(ran).toMatchObject({ code: 2, out: '' });
  expect(readFileSync(path.join(folder, 'bot.json'), 'utf8')).toBe(JSON.stringify(backtestConfigFields));
});

test('the child process ends with exit code 2 and a message on the error stream when its input is refused', async () => {
  write('bot.json', JSON.stringify({ ...backtestConfigFields, leverage: '0' }));
  const args = ['backtest', '--candles', 'market.csv', '--config', 'bot.json', '--json'];
  const ran = await runChild(folder, args);
  expect(ran).toMatchObject({ code: 2, out: '' });
  expect(ran.err).toContain('bot.json: leverage must be at least 1');
});

test('the child process prints one error message when its output cannot be written', async () => {
  const args = ['backtest', '--candles', 'market.csv', '--config', 'bot.json', '--json'];
  const full = openSync('/dev/full', 'w');
  try {
    const ran = await runChild(folder, args, { stdout: full });
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.err).toMatch(/^rondo: the output could not be written: .*\n$/);
  } finally {
    closeSync(full);
  }
});

test.each([
  [csv.replace('1930', '-1930'), 'ETH-USDT-SWAP', 'line 3: -1930 is not a price'],
  [gzipSync(csv).subarray(0, 60), 'ETH-USDT-SWAP', 'cannot be unpacked'],
  [csv, 'NONE-USDT-SWAP', 'the instrument NONE-USDT-SWAP of the recording does not exist'],
])(
  'the child process of `rondo sandbox` prints the file name and the reason when it refuses a recording',
  async (content, symbol, sentence) => {
    write('market.csv', content);
    const ran = await runChild(folder, [
      'sandbox',
      '--port',
      '0',
      '--replay',
      'market.csv',
      '--symbol',
      symbol,
      '--json',
    ]);
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toContain('market.csv');
    expect(ran.err).toContain(sentence);
  },
);
