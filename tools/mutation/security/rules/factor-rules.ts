// Broken rules of the second factor and of operators.
import { breakIn } from '../broken-rule.ts';
import { inErrors, inKeptFactor, inLink, inOwnSessions, inPeople, inProofs, inStoredSessions } from './tests.ts';

const error = inErrors('the cause of %s produces the error');

const codes = [
  ...breakIn(
    {
      group: 'code',
      file: 'packages/store/src/secrets/totp.ts',
      check: 8,
      test: ['packages/store/src/secrets/totp.test.ts', 'a code is accepted only once'],
    },
    {
      replay: { source: 'counter > after && ', broken: '' },
      window: { source: 'counter <= current + totpWindow', broken: 'counter <= current + 9' },
    },
  ),
  ...breakIn(
    {
      group: 'code',
      file: 'apps/server/src/factors/code-attempts.ts',
      check: 5,
      test: inOwnSessions('wrong codes are counted per user'),
    },
    {
      perPerson: { source: 'if (isGuessable) await budget.spend(userId);', broken: '' },
      ended: { source: "if (check === 'ended') throw new ApiError('CODES_ENDED');", broken: '', test: error },
    },
  ),
  ...breakIn(
    { group: 'code', file: 'packages/store/src/people/second-factors.ts', check: 5, test: error },
    {
      hundredInRow: {
        source: 'const isEnded = wrongCodes >= maxWrongCodes;',
        broken: 'const isEnded = wrongCodes < 0;',
      },
      sealed: {
        check: 38,
        source: 'seals.seal(secondFactorPurpose(userId), secret)',
        broken: "seals.seal(secondFactorPurpose('nobody'), secret)",
        test: inOwnSessions('the log-in and sensitive calls require the second factor'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'code',
      file: 'packages/store/src/people/factor-rows.ts',
      check: 8,
      test: inOwnSessions('the log-in and sensitive calls require the second factor'),
    },
    { recoveryOnce: { source: '${tokenHash(code)} and used_at is null`', broken: '${tokenHash(code)}`' } },
  ),
  ...breakIn(
    {
      group: 'code',
      file: 'apps/server/src/people/auth-routes.ts',
      check: 8,
      test: inOwnSessions('the log-in and sensitive calls require the second factor'),
    },
    {
      logIn: { source: 'const refusal = factor === null ?', broken: 'const refusal = factor !== undefined ?' },
      unchecked: {
        check: 9,
        source: '.catch(refusalOf);',
        broken: ';',
        test: [
          'apps/server/tests/people/recorded-logins.test.ts',
          'an attempt whose code is not checked because of earlier wrong codes is recorded',
        ],
      },
      unrecorded: {
        check: 9,
        source:
          'await completion.record({ request, userId: found?.id ?? null, isKnownDevice, sessionId: null, outcome });',
        broken: '',
        test: [
          'apps/server/tests/people/session.test.ts',
          'a log-in with the correct password and without the code is recorded',
        ],
      },
    },
  ),
];

const kept = breakIn(
  {
    group: 'factor',
    file: 'packages/store/src/people/second-factors.ts',
    check: 8,
    test: inKeptFactor('the authenticator stays while an account with real money is linked through another node'),
  },
  {
    removedByOperator: {
      source: '(!mayTurnOff || (',
      broken: '((',
      test: inProofs('an operator and a member with a live key cannot turn the second factor off'),
    },
    removedWithLiveKey: { source: ' || (await hasLiveAccount(transaction, userId))', broken: '' },
  },
);

const linked = breakIn(
  {
    group: 'factor',
    file: 'packages/store/src/links/accounts.ts',
    check: 8,
    test: inKeptFactor('an account with real money is not linked without a second factor'),
  },
  {
    linkedWithout: {
      source: "if (account.environment === 'live' && ",
      broken: "if (account.environment === 'demo' && ",
    },
    linkedMeanwhile: {
      source: '          await lockPerson(transaction, account.userId);\n',
      broken: '',
      test: inKeptFactor('a link waits for a change of the second factor, and is refused when the factor has ended'),
    },
  },
);

const factor = breakIn(
  { group: 'factor', file: 'apps/server/src/factors/second-factor-routes.ts', check: 8, test: error },
  {
    enrolment: {
      source: 'if (!isOn && isFactorRequired(context, caller)) await requireEnrolment',
      broken: 'if (caller === context) await requireEnrolment',
    },
    newSessionOn: {
      check: 16,
      source: 'await renewSession(caller, reply, true);',
      broken: '',
      test: inOwnSessions('turning the second factor on or off gives the session another id'),
    },
    newSessionOff: {
      check: 16,
      source: 'await renewSession(caller, reply, removed.isOn);',
      broken: '',
      test: inOwnSessions('turning the second factor on or off gives the session another id'),
    },
    triesOfNewFactor: {
      check: 5,
      source: 'await tries.spend(caller.user.id);',
      broken: '',
      test: inProofs('the codes of a new second factor are counted'),
    },
  },
);

const changedFactor = breakIn(
  {
    group: 'factor',
    file: 'apps/server/src/factors/passkey-routes.ts',
    check: 16,
    test: ['apps/server/tests/passkeys/passkeys.test.ts', 'each change of the second factor replaces the session'],
  },
  {
    newSessionOfPasskey: { source: 'await renewSession(caller, reply, true);', broken: '' },
    newSessionWithoutPasskey: { source: 'await renewSession(caller, reply, removed.isOn);', broken: '' },
  },
);

const enrolment = breakIn(
  {
    group: 'factor',
    file: 'packages/store/src/people/enrolments.ts',
    check: 8,
    test: inStoredSessions('an operator turns on the second factor with a token of the command line'),
  },
  {
    otherOperator: { source: ' and user_id = ${userId} and expires_at', broken: ' and expires_at' },
    lateToken: { source: ' and expires_at > ${now}`', broken: '`' },
    endsSessions: {
      source:
        'await transaction`update sessions set revoked_at = ${now} where user_id = ${userId} and revoked_at is null`;',
      broken: '',
    },
  },
);

const operators = [
  ...breakIn(
    { group: 'operator', file: 'apps/server/src/api/guards.ts', check: 8, test: error },
    {
      factor: { source: "if (access === 'operator') requireSecondFactor({ venue }, caller);", broken: '' },
      freshProof: {
        check: 17,
        source: 'if (now - caller.provedAt > serverLimits.proofMs)',
        broken: 'if (now < 0)',
        test: error,
      },
      factorToLink: {
        source: "venue !== 'sandbox' && caller.secondFactorAt === null",
        broken: "venue === 'sandbox' && caller.secondFactorAt === undefined",
        test: inLink('on a live venue a link can begin only in a session with a second factor'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'operator',
      file: 'apps/server/src/people/session-routes.ts',
      check: 8,
      test: inOwnSessions('an operator cannot create a reset link for another operator'),
    },
    {
      resetOfOperator: {
        source: "person.role === 'operator' && person.id !== caller.user.id",
        broken: "person.role === 'nobody'",
      },
    },
  ),
  ...breakIn(
    {
      group: 'operator',
      file: 'apps/server/src/operator/operator-routes.ts',
      check: 17,
      test: inOwnSessions('a decision needs a recent re-authentication'),
    },
    {
      decisionProof: {
        source: 'requireFreshProof(caller, clock.now());\n  if (decision.userId',
        broken: 'if (decision.userId',
      },
      ownAccount: {
        check: 45,
        source: "if (decision.userId === caller.user.id) throw new ApiError('OWN_ACCOUNT');",
        broken: '',
        test: inPeople('an operator cannot decide about their own user account'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'operator',
      file: 'packages/store/src/sessions/sessions.ts',
      check: 11,
      test: inStoredSessions('a session of an operator ends after 12 hours'),
    },
    { twelveHours: { source: " && users[0]?.['role'] !== 'operator'", broken: '' } },
  ),
];

/** The broken rules of the second factor and of operators. */
export const factorRules = [...codes, ...kept, ...linked, ...factor, ...changedFactor, ...enrolment, ...operators];
