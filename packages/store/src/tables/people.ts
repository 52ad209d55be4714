// The tables of people: identities, credentials, and the decisions about people.
import { pgTable } from 'drizzle-orm/pg-core';
import { boolean, bytes, count, text, whole, word } from './columns.ts';

/** The table of people. */
export const users = pgTable('users', {
  id: text('id').notNull(),
  email: text('email').notNull(),
  username: text('username').notNull(),
  name: text('name').notNull(),
  level: count('level').notNull(),
  role: word('role', ['member', 'operator']).notNull(),
  hasGranted: boolean('has_granted').notNull(),
  passwordHash: text('password_hash').notNull(),
  ref: text('ref'),
  createdAt: whole('created_at').notNull(),
  approval: word('approval', ['pending', 'approved', 'rejected', 'revoked']).notNull(),
  consentVersion: text('consent_version'),
  consentedAt: whole('consented_at'),
  region: text('region'),
  lastLoginAt: whole('last_login_at'),
  deletedAt: whole('deleted_at'),
});

/** The table of second factors. */
export const secondFactors = pgTable('second_factors', {
  userId: text('user_id').notNull(),
  sealedSecret: bytes('sealed_secret').notNull(),
  confirmedAt: whole('confirmed_at'),
  lastCounter: whole('last_counter').notNull(),
  wrongCodes: count('wrong_codes').notNull(),
  hasAuthenticator: boolean('has_authenticator').notNull(),
});

/** The table of passkeys. Each belongs to the second factor of its person. */
export const passkeys = pgTable('passkeys', {
  id: text('id').notNull(),
  userId: text('user_id').notNull(),
  credentialId: text('credential_id').notNull(),
  publicKey: bytes('public_key').notNull(),
  counter: whole('counter').notNull(),
  name: text('name').notNull(),
  isSynced: boolean('synced').notNull(),
  rpId: text('rp_id').notNull(),
  createdAt: whole('created_at').notNull(),
  lastUsedAt: whole('last_used_at'),
});

/** The table of recovery codes. */
export const recoveryCodes = pgTable('recovery_codes', {
  userId: text('user_id').notNull(),
  codeHash: bytes('code_hash').notNull(),
  usedAt: whole('used_at'),
});

/** The table of the one-time tokens with which operators turn on their second factor. */
export const enrolments = pgTable('enrolments', {
  tokenHash: bytes('token_hash').notNull(),
  userId: text('user_id').notNull(),
  expiresAt: whole('expires_at').notNull(),
});

/** The table of one-time links for a new password. */
export const resetLinks = pgTable('reset_links', {
  tokenHash: bytes('token_hash').notNull(),
  userId: text('user_id').notNull(),
  createdBy: text('created_by'),
  expiresAt: whole('expires_at').notNull(),
  usedAt: whole('used_at'),
});

/** The table of the attempts to log in. */
export const loginRecords = pgTable('login_records', {
  id: whole('id').notNull(),
  userId: text('user_id'),
  address: text('address').notNull(),
  outcome: word('outcome', ['done', 'wrong password', 'code missing', 'wrong code', 'changed meanwhile']).notNull(),
  at: whole('at').notNull(),
  isKnownDevice: boolean('known_device').notNull(),
  sessionId: text('session_id'),
  agent: text('agent').notNull(),
  seenAt: whole('seen_at'),
});

/** The table of the audit lines. */
export const auditEntries = pgTable('audit_entries', {
  id: whole('id').notNull(),
  at: whole('at').notNull(),
  actorId: text('actor_id'),
  action: text('action').notNull(),
  subjectId: text('subject_id'),
  detail: text('detail').notNull(),
  hash: bytes('hash').notNull(),
  erasure: bytes('erasure'),
});

/** The table with one row: the head of the audit. */
export const auditHead = pgTable('audit_head', {
  isOnly: boolean('is_only').notNull(),
  lineCount: whole('line_count').notNull(),
  purgedCount: whole('purged_count').notNull(),
  hashBefore: bytes('hash_before').notNull(),
  lastHash: bytes('last_hash').notNull(),
  keyedAt: whole('keyed_at').notNull(),
  mac: bytes('mac').notNull(),
});

/** The table of the consents to testimonials. */
export const testimonialConsents = pgTable('testimonial_consents', {
  userId: text('user_id').notNull(),
  givenAt: whole('given_at').notNull(),
});
