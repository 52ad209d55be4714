// The drill of backup and restore: a backup while bots trade, the loss of the database and of the home, the restore in another folder and in a PostgreSQL of another major
// version, and the confirmation. The bots then continue.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { add, decimal, formatDecimal, sumDecimals } from '@rondo/decimal';
import { makeBackup, newBackupKeys, restoreBackup } from '@rondo/store';
import { otherMajor, silentLog, startOtherPostgres, testMasterKey, type TestDatabase } from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { until } from '../_world.ts';
import { createBot, startDrill, type Drill } from './_drill.ts';

/** Longer than the interval at which a server that trades reads its accounts, so a server that is not frozen would send its orders in this time. */
const frozenMs = 8_000;

let drill: Drill;
beforeAll(async () => {
  drill = await startDrill();
});
afterAll(() => drill.end());

/** Returns the ids of all fills and the ids of the bills of fills in the database, and the sum of these bills. */
async function ledgerOf(sql: ReturnType<TestDatabase['sql']>) {
  const fills = await sql<{ id: string }[]>`select fill_id as id from fills order by fill_id`;
  const bills = await sql<{ id: string; change: string }[]>`
    select bill_id as id, balance_change::text as change from bills where kind = 'trade' order by bill_id`;
  return {
    fills: fills.map(({ id }) => id),
    bills: bills.map(({ id }) => id),
    sum: formatDecimal(sumDecimals(bills.map(({ change }) => decimal(change)))),
  };
}

function ledgerOfExchange(): Awaited<ReturnType<typeof ledgerOf>> {
  const bills = drill.rowsOf('bills').filter((bill) => (bill['ordId'] ?? '') !== '');
  return {
    fills: drill
      .rowsOf('fills')
      .map((fill) => fill['tradeId'] ?? '')
      .toSorted(),
    bills: bills.map((bill) => bill['billId'] ?? '').toSorted(),
    sum: formatDecimal(bills.reduce((sum, bill) => add(sum, decimal(bill['balChg'] ?? '')), decimal('0'))),
  };
}

/** Runs `rondo` in a process of its own and returns what it prints. Throws when its exit code is not 0. */
async function typeRondo(args: readonly string[], settings: Readonly<Record<string, string>>): Promise<string> {
  const program = path.resolve(import.meta.dirname, '../../../../tools/rondo.mjs');
  const env = { ...process.env, ...settings };
  return (await promisify(execFile)(process.execPath, [program, ...args], { env })).stdout;
}

// Without another version the drill is skipped. A nightly run without the drill must not pass.
test('PostgreSQL of another major version is installed', () => {
  expect(
    otherMajor,
    'Install the package postgresql of the distribution, for example "apt install postgresql".',
  ).toBeDefined();
});

test.skipIf(otherMajor === undefined)(
  'after a backup under load, a lost home and database and a restore on another major version, no order is sent before the confirmation, and then the bots continue and the ledger equals the bills',
  { timeout: 300_000 },
  async () => {
    const { database, folder, rowsOf, open, close, untilFills } = drill;
    const url = await database.createUrl();
    const [firstHome, secondHome] = [path.join(folder, 'first'), path.join(folder, 'second')];
    const original = await open(url, { homeFolder: firstHome });
    await createBot(original);
    await untilFills(6);
    const keys = await newBackupKeys();
    const file = path.join(folder, 'drill.age');
    await makeBackup({ databaseUrl: url, log: silentLog }, { file, recipients: [keys.recipient], now: Date.now() });
    const inBackup = rowsOf('fills').length;
    await untilFills(inBackup + 6);
    await close();
    await database.sql(url).unsafe('drop schema public cascade');
    await rm(firstHome, { recursive: true, force: true });

    const otherFolder = await mkdtemp(path.join(tmpdir(), 'rondo-other-'));
    onTestFinished(() => rm(otherFolder, { recursive: true, force: true }));
    const other = startOtherPostgres(otherFolder);
    onTestFinished(() => other.stop());
    await expect.poll(() => existsSync(other.socket), { timeout: 20_000 }).toBe(true);
    await restoreBackup(
      { file, identities: keys.identity },
      { databaseUrl: other.url, log: silentLog },
      { now: Date.now() },
    );
    const sent = rowsOf('orders').length;
    const moved = { homeFolder: secondHome };
    const frozen = await open(other.url, moved);
    await wait(frozenMs);
    expect((await frozen.api.inject('/metrics')).body).toContain('\nrondo_installation_frozen 1\n');
    expect(rowsOf('orders').length).toBe(sent);
    expect(frozen.context.installation.frozen()).toBe('backup');
    const confirmed = await typeRondo(['restore', 'confirm', '--yes'], {
      DATABASE_URL: other.url,
      RONDO_HOME: secondHome,
      RONDO_MASTER_KEY: Buffer.from(testMasterKey).toString('hex'),
      RONDO_SANDBOX_STATUS: drill.writeStatus(path.join(folder, 'status.json')),
    });
    expect(confirmed).toMatch(/^The installation is confirmed and has the mark [0-9a-z]{4}\./m);
    expect(rowsOf('orders').length).toBe(sent);
    await close();

    const unfrozen = await open(other.url, moved);
    expect(unfrozen.context.installation.frozen()).toBeNull();
    await until(async () => rowsOf('orders').length > sent, 'the restored bot has sent an order');
    await untilFills(rowsOf('fills').length + 6);
    await drill.stopPrices();
    await expect.poll(() => ledgerOf(other.sql), { timeout: 60_000, interval: 500 }).toEqual(ledgerOfExchange());
    expect(ledgerOfExchange().fills.length).toBeGreaterThan(inBackup + 12);
    await close();
  },
);
