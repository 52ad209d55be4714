// Prepares the database to which people are moved. It is another database of the same installation: it has the same keys, so it opens the trading keys, accepts the
// passwords, and knows the client ids of the orders.
import type { Sql } from 'postgres';
import { oneRow, textOf, textOrNull } from '../database/row.ts';
import { installationKeysSetting, openInstallationKeys } from '../secrets/installation-keys.ts';
import type { KeySource } from '../secrets/key-source.ts';
import { rotationSetting } from '../rotation/master-keys.ts';
import { peopleSetting } from '../secrets/people-keys.ts';
import { localSeals } from '../secrets/seal-work.ts';
import { beginBotNumbers } from '../upkeep/bot-numbers.ts';
import { homeOf } from '../upkeep/database-identity.ts';

/** The setting of a database that a move prepared, in which the value is `true`. The demo people are in the first database of the installation only. */
export const furtherDatabaseSetting = 'furtherDatabase';

/** Why a database cannot receive people: it is the same database, or has other keys, another venue or another schema. */
export type TargetRefusal = 'same' | 'other_keys' | 'other_venue' | 'other_schema';

/**
 * Gives a database without keys the keys of the source. A database whose bots have numbers below the first range gets a range, so that its next bots have other numbers
 * than the bots of the source.
 */
export async function prepareTarget(source: Sql, target: Sql): Promise<void> {
  const rows = await source`
    select key, value::text as value from settings where key in (${installationKeysSetting}, ${rotationSetting}, ${peopleSetting})`;
  await target.begin(async (transaction) => {
    const known = await transaction`select 1 from settings where key = ${installationKeysSetting}`;
    if (known.length === 0)
      await transaction`insert into settings (key, value) values (${furtherDatabaseSetting}, 'true'::jsonb)`;
    for (const row of known.length === 0 ? rows : [])
      await transaction`insert into settings (key, value) values (${textOf(row, 'key')}, ${textOf(row, 'value')}::text::jsonb)`;
    await beginBotNumbers(transaction);
  });
}

/** Returns why the target cannot receive people of the source, or null. */
export async function targetRefusal(source: Sql, target: Sql, masterKey: KeySource): Promise<TargetRefusal | null> {
  const [here, there] = [await describe(source, masterKey), await describe(target, masterKey)];
  if (here.home === there.home) return 'same';
  if (here.migrations !== there.migrations) return 'other_schema';
  if (there.venue !== null && here.venue !== there.venue) return 'other_venue';
  const isOfOneInstallation =
    here.keys === there.keys && here.rotation === there.rotation && here.people === there.people;
  return isOfOneInstallation ? null : 'other_keys';
}

/** What two databases of one installation have in common, and `home`, the identity of the database. */
async function describe(sql: Sql, masterKey: KeySource) {
  // Each database has its own audit, so the key of the audit may differ.
  const { clientOrderIds, oauthStates, sandboxClient, passwords } = (
    await openInstallationKeys(sql, localSeals(masterKey))
  ).keys;
  const keys = [clientOrderIds, oauthStates, sandboxClient, passwords].map((key) => Buffer.from(key).toString('hex'));
  const row = oneRow(
    await sql`
      select (select string_agg(name || sha256, ' ' order by name) from schema_migrations) as migrations,
        (select value ->> 'venue' from settings where key = 'instance') as venue,
        (select value ->> 'newest' from settings where key = ${rotationSetting}) as rotation,
        (select value ->> 'newest' from settings where key = ${peopleSetting}) as people`,
  );
  return {
    keys: keys.join(' '),
    home: await homeOf(sql),
    migrations: textOf(row, 'migrations'),
    venue: textOrNull(row, 'venue'),
    rotation: textOrNull(row, 'rotation'),
    people: textOrNull(row, 'people'),
  };
}
