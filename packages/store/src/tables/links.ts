// The tables of linked exchange accounts: keys, labels, consents, the replacement and revocation of keys, and the readings that nodes show each other.
import { pgTable } from 'drizzle-orm/pg-core';
import { big, boolean, bytes, count, databaseTime, json, text, whole, word } from './columns.ts';

const environments = ['sandbox', 'demo', 'live'] as const;
const consentKinds = ['oauth', 'fast_api'] as const;

/** The table of linked accounts. */
export const exchangeAccounts = pgTable('exchange_accounts', {
  id: text('id').notNull(),
  userId: text('user_id').notNull(),
  exchange: word('exchange', ['okx', 'lbank']).notNull(),
  label: text('label').notNull(),
  uid: text('uid').notNull(),
  environment: word('environment', environments).notNull(),
  domain: text('domain').notNull(),
  maskedKey: text('masked_key').notNull(),
  wrappedKey: bytes('wrapped_key'),
  sealedApiKey: bytes('sealed_api_key'),
  sealedSecretKey: bytes('sealed_secret_key'),
  sealedPassphrase: bytes('sealed_passphrase'),
  createdAt: whole('created_at').notNull(),
  unlinkedAt: whole('unlinked_at'),
  positionMode: word('position_mode', ['hedge', 'net']),
  sourceAddress: text('source_address'),
  unboundReason: text('unbound_reason'),
});

/** The table of the labels of accounts. */
export const accountLabels = pgTable('account_labels', {
  accountId: text('account_id').notNull(),
  isTestnet: boolean('is_testnet').notNull(),
  mayRead: boolean('may_read').notNull(),
  mayTrade: boolean('may_trade').notNull(),
  tags: text('tags').notNull(),
  description: text('description').notNull(),
  status: word('status', ['unchecked', 'connected', 'failed']).notNull(),
  checkedAt: whole('checked_at'),
});

/** The table of registered OAuth states. */
export const oauthStates = pgTable('oauth_states', {
  stateHash: bytes('state_hash').notNull(),
  userId: text('user_id').notNull(),
  sessionId: text('session_id').notNull(),
  kind: word('kind', consentKinds).notNull(),
  accountId: text('account_id'),
  expiresAt: whole('expires_at').notNull(),
  usedAt: whole('used_at'),
});

/** The table of consents. */
export const consents = pgTable('consents', {
  id: text('id').notNull(),
  userId: text('user_id').notNull(),
  accountId: text('account_id').notNull(),
  kind: word('kind', consentKinds).notNull(),
  environment: word('environment', environments).notNull(),
  domain: text('domain').notNull(),
  uid: text('uid'),
  wrappedKey: bytes('wrapped_key'),
  sealedAccessToken: bytes('sealed_access_token'),
  sealedRefreshToken: bytes('sealed_refresh_token'),
  expiresAt: whole('expires_at').notNull(),
  refreshExpiresAt: whole('refresh_expires_at'),
  createdAt: whole('created_at').notNull(),
  endedAt: whole('ended_at'),
});

/** The table of key changes. */
export const keyChanges = pgTable('key_changes', {
  id: text('id').notNull(),
  accountId: text('account_id').notNull(),
  userId: text('user_id').notNull(),
  step: word('step', ['gated', 'deleting', 'creating', 'missing', 'done', 'abandoned']).notNull(),
  startedAt: whole('started_at').notNull(),
  updatedAt: whole('updated_at').notNull(),
});

/** The table of key revocations. */
export const keyRevocations = pgTable('key_revocations', {
  accountId: text('account_id').notNull(),
  reason: text('reason').notNull(),
  step: word('step', ['ordered', 'revoked', 'ended']).notNull(),
  outcome: word('outcome', ['deleted', 'remains']),
  entriesLeft: count('entries_left').notNull(),
  exitsLeft: count('exits_left').notNull(),
  positionsLeft: count('positions_left').notNull(),
  orderedAt: whole('ordered_at').notNull(),
  nextAt: whole('next_at').notNull(),
  settledAt: whole('settled_at'),
});

/** The table of the last readings of each account. */
export const accountStates = pgTable('account_states', {
  accountId: text('account_id').notNull(),
  epoch: big('epoch').notNull(),
  picture: json('picture').notNull(),
  writtenAt: databaseTime('written_at').notNull(),
});

/** The table of the accounts that a person watches. */
export const accountWatches = pgTable('account_watches', {
  accountId: text('account_id').notNull(),
  watchedUntil: databaseTime('watched_until').notNull(),
});

/** The table of the calls that a node without the master key hands to a node that trades. */
export const keyCalls = pgTable('key_calls', {
  id: text('id').notNull(),
  name: text('name').notNull(),
  input: bytes('input').notNull(),
  wantedNode: text('wanted_node'),
  requestedAt: databaseTime('requested_at').notNull(),
  takenBy: text('taken_by'),
  result: text('result'),
});
