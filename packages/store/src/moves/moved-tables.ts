// Which rows belong to a person. Each table of the database is in exactly one of these lists, which a test checks.

/** How the rows of a table lead to their person: by the id of the person, of an account of the person, or of a bot of the person. */
export interface MovedTable {
  readonly name: string;
  readonly by: 'id' | 'user_id' | 'account_id' | 'bot_id';
  /** The column by which the rows are sorted, so that the identity columns of the copied rows have the same sequence. */
  readonly sortedBy?: string;
}

/** The tables whose rows move with their person, each after the tables that it refers to. */
export const movedTables: readonly MovedTable[] = [
  { name: 'users', by: 'id' },
  { name: 'second_factors', by: 'user_id' },
  { name: 'recovery_codes', by: 'user_id' },
  { name: 'passkeys', by: 'user_id' },
  { name: 'testimonial_consents', by: 'user_id' },
  { name: 'devices', by: 'user_id' },
  { name: 'login_records', by: 'user_id', sortedBy: 'id' },
  { name: 'simulated_history', by: 'user_id' },
  { name: 'exchange_accounts', by: 'user_id' },
  { name: 'account_labels', by: 'account_id' },
  { name: 'consents', by: 'user_id' },
  { name: 'key_changes', by: 'user_id' },
  { name: 'key_revocations', by: 'account_id' },
  { name: 'leases', by: 'account_id' },
  { name: 'lease_history', by: 'account_id' },
  { name: 'journal_cursors', by: 'account_id' },
  { name: 'unreadable_rows', by: 'account_id' },
  { name: 'past_bots', by: 'user_id' },
  { name: 'past_orders', by: 'account_id' },
  { name: 'bots', by: 'user_id', sortedBy: 'bot_number' },
  { name: 'bot_views', by: 'bot_id' },
  { name: 'bot_events', by: 'bot_id' },
  { name: 'bot_waits', by: 'bot_id' },
  { name: 'bot_logs', by: 'bot_id', sortedBy: 'id' },
  { name: 'bot_commands', by: 'bot_id', sortedBy: 'sequence' },
  { name: 'signal_hooks', by: 'bot_id' },
  { name: 'hook_messages', by: 'bot_id', sortedBy: 'received_at' },
  { name: 'intents', by: 'account_id', sortedBy: 'sequence' },
  { name: 'fills', by: 'account_id', sortedBy: 'sequence' },
  { name: 'bills', by: 'account_id', sortedBy: 'sequence' },
];

/** The tables whose rows stay, each with the reason. */
export const stayingTables: Readonly<Record<string, string>> = {
  sessions: 'the person logs in again at the nodes of the other database',
  session_tokens: 'they belong to sessions',
  tickets: 'they are valid for 30 seconds and belong to sessions',
  open_sockets: 'they belong to sessions',
  oauth_states: 'they belong to sessions',
  reset_links: 'an operator makes a new link in the other database',
  enrolments: 'operators are not moved',
  account_states: 'the next owner writes new readings',
  account_watches: 'nodes with an open page write them again',
  bot_checkpoints: 'they contain sequences of this database, and the next owner writes new ones',
  audit_entries: 'each database has its own chain',
  audit_head: 'each database has its own chain',
  ai_decisions: 'they belong to no person',
  signal_readings: 'they belong to no person',
  key_calls: 'they end within two minutes, and the caller repeats them',
  settings: 'they belong to the database',
  job_runs: 'they belong to the database',
  throttles: 'they end within a day',
  nodes: 'each database has its own nodes',
  person_moves: 'each database has its own row of a move',
  moved_accounts: 'they are the accounts that left this database',
};

/** Returns the condition that selects the rows of the person whose id is the parameter `$1`. */
export function conditionOf({ by }: MovedTable): string {
  if (by === 'account_id') return 'account_id in (select id from exchange_accounts where user_id = $1)';
  if (by === 'bot_id') return 'bot_id in (select id from bots where user_id = $1)';
  return `${by} = $1`;
}
