// The statements that a person runs with `psql` in the restored cluster of an external server, after its recovery.
import { freezeStatements, instanceKey } from '../../upkeep/restored-rows.ts';
import { endedSettings } from './recovery-settings.ts';

/** Returns the statements that freeze the installation of one database in its rows. */
export function freezeText(restored: string): string {
  return textOf(['begin read write', ...freezeStatements({ restored, now: null }), 'commit']);
}

/** Returns the statements that end the protection of the cluster. They fail in a database whose installation was not frozen. Each of them needs a transaction of its own. */
export function openText(restored: string): string {
  return textOf([
    'set default_transaction_read_only = off',
    `do $$ begin if not exists (select from public.settings where key = '${instanceKey}' and value->>'endedRestore' = '${restored}')
  then raise exception 'Run freeze.sql in this database first.'; end if; end $$`,
    ...endedSettings.map((name) => `alter system reset ${name}`),
    'select pg_reload_conf()',
  ]);
}

function textOf(statements: readonly string[]): string {
  return statements.map((statement) => `${statement};\n`).join('');
}
