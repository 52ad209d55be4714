// What a call of the API could change.
import type { TestWorld } from './_world.ts';

/** The tables that the server writes without a call or on purpose, each with the reason. */
const written: Readonly<Record<string, string>> = {
  account_states: 'the newest reading of an account',
  account_watches: 'the page of the account is open',
  audit_entries: 'an operator who views people, and an export, leave a line',
  audit_head: 'it has the digest of the newest line',
  bills: 'the engine reads them some time after their fills',
  bot_events: 'the engine writes them, and a call acts on a bot by a command only',
  bot_views: 'they follow from the events',
  journal_cursors: 'the engine has read a list',
  lease_history: 'a lease is acquired again after a delay',
  leases: 'they are renewed',
  nodes: 'the beat of the node',
  throttles: 'the calls of a person are counted',
};

/** Returns the rows of the database that change by calls only, and the orders of this account and the keys and tokens at the exchange. */
export async function effectsOf(world: TestWorld, uid: string) {
  const tables = Object.entries(await world.rows()).filter(([name]) => written[name] === undefined);
  return { rows: Object.fromEntries(tables), ledger: world.ledger(uid), secrets: world.secrets() };
}
