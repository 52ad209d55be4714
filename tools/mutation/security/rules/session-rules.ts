// Broken rules of sessions: tokens, their ends, and fresh proofs; and of the texts and ids that nobody may guess.
import { breakIn } from '../broken-rule.ts';
import { inCallers, inOwnSessions, inPeople, inProofs, inSession, inStoredSessions, testOf } from './tests.ts';

const tokens = breakIn(
  {
    group: 'session',
    file: 'packages/store/src/sessions/sessions.ts',
    check: 11,
    test: inStoredSessions('an access token expires after fifteen minutes'),
  },
  {
    refreshAsAccess: { check: 13, source: " and t.kind = 'access'", broken: '' },
    expired: { source: ' and t.expires_at > asked.now', broken: '' },
    revoked: {
      check: 14,
      source: ' and s.revoked_at is null and s.ends_at > asked.now',
      broken: ' and s.ends_at > asked.now',
      test: inStoredSessions('the access token and the ticket of a revoked session are refused'),
    },
    endless: {
      source: 'if (expiresAt <= now || session.endsAt <= now)',
      broken: 'if (expiresAt < 0)',
      test: inStoredSessions('a short session ends after twelve hours, even when it is refreshed'),
    },
    reuse: {
      check: 12,
      source: 'replacedAt !== null && now - replacedAt > refreshGraceMs',
      broken: 'replacedAt !== null && now < 0',
      test: inStoredSessions('a second use of a refresh token is accepted within ten seconds'),
    },
    secondChain: {
      check: 12,
      source: 'next = nextRefreshToken(key, next);',
      broken: 'next = newToken();',
      test: inStoredSessions('a thief who uses a stolen refresh token within ten seconds shares the chain'),
    },
    changedMeanwhile: {
      check: 14,
      source: 'and password_hash = ${passwordHash} and deleted_at is null for share',
      broken: 'and deleted_at is null for share',
      test: inStoredSessions('a log-in opens no session when the password changes during the log-in'),
    },
    factorMeanwhile: {
      check: 8,
      source: ' && factors.length > 0 === withSecondFactor',
      broken: '',
      test: inStoredSessions('a log-in without a second factor opens no session after a second factor is active'),
    },
  },
);

const ends = [
  ...breakIn(
    {
      group: 'session',
      file: 'packages/store/src/people/users.ts',
      check: 14,
      test: inStoredSessions('a password change ends the other sessions and unused reset links'),
    },
    {
      passwordChange: {
        source:
          'await transaction`update sessions set revoked_at = ${now} where user_id = ${userId} and id <> ${exceptSessionId} and revoked_at is null`;',
        broken: '',
      },
      passwordChangeLinks: {
        source: 'await transaction`delete from reset_links where user_id = ${userId} and used_at is null`;',
        broken: '',
      },
    },
  ),
  ...breakIn(
    {
      group: 'session',
      file: 'packages/store/src/people/logins.ts',
      check: 14,
      test: inOwnSessions('the reset link of an operator sets a new password once'),
    },
    {
      resetEnds: {
        source:
          'await transaction`update sessions set revoked_at = ${now} where user_id = ${userId} and revoked_at is null`;',
        broken: '',
      },
      resetOnce: {
        source: 'where token_hash = ${tokenHash(token)} and used_at is null and expires_at > ${now} returning user_id',
        broken: 'where token_hash = ${tokenHash(token)} returning user_id',
        test: inStoredSessions('of two simultaneous uses of a reset link one succeeds'),
      },
      newDevice: {
        check: 9,
        source: '!isOwn && seenAt === null && !login.isKnownDevice',
        broken: 'isOwn && seenAt === null && !login.isKnownDevice',
        test: inOwnSessions('a log-in from a new device is shown in the other sessions'),
      },
      ownConfirmation: {
        check: 9,
        source: ' and session_id is distinct from ${sessionId}`',
        broken: '`',
        test: inStoredSessions('a session that is replaced after a change of the second factor still cannot confirm'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'session',
      file: 'packages/store/src/people/people.ts',
      check: 15,
      test: inPeople('a withdrawn approval ends the sessions and pauses the bots'),
    },
    { withdrawn: { source: "if (verdict !== 'approve')", broken: "if (verdict === 'reject')" } },
  ),
  ...breakIn(
    {
      group: 'session',
      file: 'packages/store/src/sessions/callers.ts',
      check: 14,
      test: inCallers('the access token has no caller'),
    },
    {
      cachedRevocation: {
        source: 'sessions.revoke(sessionId, now).finally(clear)',
        broken: 'sessions.revoke(sessionId, now)',
      },
      cachedDecision: {
        check: 15,
        source: 'people.decide(decision).finally(clear)',
        broken: 'people.decide(decision)',
      },
      cachedEnd: {
        source: 'return cached.caller.session.endsAt > now ? cached.caller : null;',
        broken: 'return cached.caller;',
        test: inCallers('a cached token still expires at its own time'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'session',
      file: 'apps/server/src/people/auth-routes.ts',
      check: 14,
      test: inSession(
        'the refresh cookie is bound to the host and renews the session, and the log-out ends the session',
      ),
    },
    { logOut: { source: 'if (session !== null) await store.sessions.revoke(session.sessionId, now);', broken: '' } },
  ),
  ...breakIn(
    {
      group: 'session',
      file: 'packages/store/src/secrets/tokens.ts',
      check: 13,
      test: inStoredSessions('the database stores only digests of tokens'),
    },
    { digest: { source: "return hash('sha256', token, 'buffer');", broken: 'return Buffer.from(token);' } },
  ),
];

const proofs = [
  ...breakIn(
    {
      group: 'proof',
      file: 'apps/server/src/people/session-routes.ts',
      check: 17,
      test: inOwnSessions('a password change needs the current password and a recent re-authentication'),
    },
    {
      password: {
        source: 'requireFreshProof(caller, clock.now());\n    await provePassword(proofs',
        broken: 'await provePassword(proofs',
      },
      currentPassword: {
        source: 'await provePassword(proofs, { caller, password: body.current_password });',
        broken: '',
      },
    },
  ),
  ...breakIn(
    {
      group: 'proof',
      file: 'apps/server/src/people/personal-record-routes.ts',
      check: 17,
      test: inProofs('the export and the deletion need a recent re-authentication'),
    },
    {
      export: {
        source: "requireFreshProof(caller, clock.now());\n    reply.header('content-disposition'",
        broken: "reply.header('content-disposition'",
      },
      deletion: { source: 'requireFreshProof(caller, clock.now());\n    const linked', broken: 'const linked' },
    },
  ),
];

const inChance = testOf('tools/tidy/code/chance.test.ts')(
  'ids, tokens, states and passphrases come from the cryptographic source',
);
const inRandomTexts = testOf('packages/store/tests/people/random-texts.test.ts');
const inState = testOf('apps/server/src/link/state-seal.test.ts');
const guessedBytes = (length: string): string =>
  `Buffer.from(Array.from({ length: ${length} }, () => Math.floor(Math.random() * 256)))`;

const randomTexts = [
  ...breakIn(
    { group: 'random', file: 'apps/server/src/venues/okx/keys/passphrase.ts', check: 42, test: inChance },
    {
      passphraseSource: {
        source: 'characters.charAt(randomInt(characters.length))',
        broken: 'characters.charAt(Math.floor(Math.random() * characters.length))',
      },
    },
  ),
  ...breakIn(
    { group: 'random', file: 'packages/store/src/secrets/tokens.ts', check: 42, test: inChance },
    {
      tokenSource: { source: 'randomBytes(tokenBytes)', broken: guessedBytes('tokenBytes') },
      tokenBits: {
        source: 'randomBytes(tokenBytes)',
        broken: 'randomBytes(8)',
        test: inRandomTexts('the tokens of sessions, tickets, links and devices have 256'),
      },
    },
  ),
  ...breakIn(
    { group: 'random', file: 'apps/server/src/link/state-seal.ts', check: 42, test: inChance },
    {
      stateSource: { source: 'randomBytes(16)', broken: guessedBytes('16') },
      stateBits: {
        check: 33,
        source: 'randomBytes(16)',
        broken: 'randomBytes(8)',
        test: inState('a state has 128 random bits'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'random',
      file: 'packages/store/src/sessions/sessions.ts',
      check: 42,
      test: inRandomTexts('the ids of sessions and accounts have 122 random bits'),
    },
    {
      sessionId: {
        source: '    id: randomUUID(),\n',
        broken:
          "    id: `00000000-0000-4000-8000-${process.hrtime.bigint().toString(16).padStart(12, '0').slice(-12)}`,\n",
      },
    },
  ),
  ...breakIn(
    {
      group: 'random',
      file: 'packages/store/src/people/factor-rows.ts',
      check: 42,
      test: inRandomTexts('a recovery code has 80 random bits'),
    },
    { recoveryCode: { source: 'randomBytes(recoveryCodeBytes)', broken: 'randomBytes(5)' } },
  ),
  ...breakIn(
    {
      group: 'random',
      file: 'apps/server/src/factors/challenges.ts',
      check: 42,
      test: testOf('apps/server/src/factors/challenges.test.ts')('a challenge has 128 random bits'),
    },
    { challenge: { source: 'randomBytes(randomLength)', broken: 'Buffer.alloc(randomLength)' } },
  ),
];

/** The broken rules of sessions and random texts. */
export const sessionRules = [...tokens, ...ends, ...proofs, ...randomTexts];
