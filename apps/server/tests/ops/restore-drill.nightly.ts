// The drill of backup and restore: a backup while bots trade, the loss of the database and of the home, the restore in another folder and in a PostgreSQL of another major
// version, and the confirmation. The bots then continue.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { decimal, formatDecimal, normalise } from '@rondo/decimal';
import { makeBackup, newBackupKeys, restoreBackup } from '@rondo/store';
import { otherMajor, silentLog, startOtherPostgres, testMasterKey, type TestDatabase } from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { until } from '../_world.ts';
import { createBot, endBot, startDrill, type Drill } from './_drill.ts';

/** Longer than the interval at which a server that trades reads its accounts, so a server that is not frozen would send its orders in this time. */
const frozenMs = 8_000;

let drill: Drill;
beforeAll(async () => {
  drill = await startDrill();
});
afterAll(() => drill.end());

/** The fills and the bills of fills, each as a text that begins with its id, in the sequence of these texts. */
interface Ledger {
  readonly fills: readonly string[];
  readonly bills: readonly string[];
}

async function ledgerOf(sql: ReturnType<TestDatabase['sql']>): Promise<Ledger> {
  const fills = await sql<{ id: string; client: string }[]>`select fill_id as id, client_id as client from fills`;
  const bills = await sql<{ id: string; client: string; change: string }[]>`
    select bill_id as id, client_id as client, balance_change::text as change from bills where kind = 'trade'`;
  return {
    fills: fills.map(({ id, client }) => `${id} of ${client}`).toSorted(),
    bills: bills.map(({ id, client, change }) => `${id} of ${client}: ${amount(change)}`).toSorted(),
  };
}

function ledgerOfExchange(): Ledger {
  const bills = drill.rowsOf('bills').filter(({ ordId = '' }) => ordId !== '');
  return {
    fills: drill
      .rowsOf('fills')
      .map(({ tradeId = '', clOrdId = '' }) => `${tradeId} of ${clOrdId}`)
      .toSorted(),
    bills: bills
      .map(({ billId = '', clOrdId = '', balChg = '' }) => `${billId} of ${clOrdId}: ${amount(balChg)}`)
      .toSorted(),
  };
}

/** Returns the sum of all bills of a bot in the database. */
async function bookedOf(sql: ReturnType<TestDatabase['sql']>, botId: string): Promise<string> {
  const [row] = await sql<{ total: string }[]>`
    select sum(balance_change)::text as total from bills where bot_id = ${botId}`;
  return amount(row?.total ?? '');
}

/** Returns the shortest text of an amount. */
function amount(text: string): string {
  return formatDecimal(normalise(decimal(text)));
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
  'after a backup under load, a lost home and database and a restore on another major version, no order is sent before the confirmation, and then the bots continue and the ledger and the result of the bot equal the bills',
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
    const other = await startOtherPostgres(otherFolder);
    onTestFinished(() => other.stop());
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
    // A running bot can open its next round after the last price, and the engine reads a bill up to a minute after its fill, so the bot is ended before the comparison.
    const bot = await endBot(unfrozen);
    expect(await ledgerOf(other.sql)).toEqual(ledgerOfExchange());
    expect(ledgerOfExchange().fills.length).toBeGreaterThan(inBackup + 12);
    expect(amount(bot.view?.realisedPnl ?? '')).toBe(await bookedOf(other.sql, bot.id));
    await close();
  },
);
