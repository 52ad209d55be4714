// Broken rules against guessing: hashing, weak passwords, counts of attempts, codes of the second factor.
import { breakIn } from '../broken-rule.ts';
import { inOwnSessions, inPasswords, inPeople, inProofs, inSession, inThrottles } from './tests.ts';

const hashing = [
  ...breakIn(
    {
      group: 'hash',
      file: 'packages/store/src/limits.ts',
      check: 1,
      test: inPasswords('a hash contains the required parameters'),
    },
    {
      memory: { source: 'argon2MemoryKib = 19 * 1024', broken: 'argon2MemoryKib = 9 * 1024' },
      passes: { source: 'argon2Passes = 2', broken: 'argon2Passes = 1' },
    },
  ),
  ...breakIn(
    {
      group: 'hash',
      file: 'packages/store/src/secrets/passwords.ts',
      check: 6,
      test: inPasswords('when one hash runs and the queue is full'),
    },
    {
      pepper: {
        check: 2,
        source: 'const { peppers } = options;',
        broken:
          'const newest = { id: null, key: Buffer.alloc(32) };\n  const peppers: Peppers = { read: async () => ({ newest, find: () => newest }) };',
        test: inPasswords('a hash does not match its password when the pepper is different'),
      },
      truncated: {
        check: 3,
        source: 'const isEqual = await verify(against.hash, password',
        broken:
          'const isEqual = await verify(await hash(password.slice(0, 72), { ...cost, secret: against.secret }), password.slice(0, 72)',
        test: inPasswords('matches only its own password, even when two long passwords differ only in the last byte'),
      },
      unknownPerson: {
        check: 7,
        source: 'const isEqual = await verify(against.hash',
        broken: 'const isEqual = isKnown && await verify(against.hash',
        test: inPasswords('the check of an unknown person takes at least half of the processor time'),
      },
      queue: { source: 'queue.size >= waiting || ', broken: '' },
      knownDevicesFirst: {
        source: 'const queue = known.size > 0 ? known : others;',
        broken: 'const queue = others.size > 0 ? others : known;',
        test: inPasswords('a check from a known device is the next check'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'hash',
      file: 'apps/server/src/people/hashing.ts',
      check: 6,
      test: ['apps/server/src/people/hashing.test.ts', 'a check waits for the hasher for at most five seconds'],
    },
    { waitMs: { source: 'patience.abort());', broken: 'undefined);' } },
  ),
  ...breakIn(
    {
      group: 'hash',
      file: 'apps/server/src/people/auth-routes.ts',
      check: 7,
      test: inSession('a log-in with an unknown e-mail hashes the password'),
    },
    {
      unknownEmail: {
        source: 'hashing.verify(found?.passwordHash ?? null, body.password, isKnownDevice),',
        broken:
          'found === null ? Promise.resolve({ isMatch: false, needsRehash: false }) : hashing.verify(found.passwordHash, body.password, isKnownDevice),',
      },
      unknownEmailTime: {
        source: 'hashing.verify(found?.passwordHash ?? null, body.password, isKnownDevice),',
        broken:
          'found === null ? Promise.resolve({ isMatch: false, needsRehash: false }) : hashing.verify(found.passwordHash, body.password, isKnownDevice),',
        test: [
          'apps/server/tests/people/login-timing.test.ts',
          'a log-in with an unknown e-mail takes as long as a log-in with a wrong password',
        ],
      },
    },
  ),
  ...breakIn(
    {
      group: 'hash',
      file: 'apps/server/src/people/registration-routes.ts',
      check: 7,
      test: inPeople('a sign-up with a known e-mail hashes the password too'),
    },
    {
      knownEmail: {
        source: 'const passwordHash = await hashing.hash(body.password);',
        broken:
          "const passwordHash = (await context.store.users.findByEmail(body.email)) === null ? await hashing.hash(body.password) : '';",
      },
    },
  ),
];

const weak = [
  ...breakIn(
    {
      group: 'weak',
      file: 'apps/server/src/people/weak-password.ts',
      check: 4,
      test: ['apps/server/src/people/weak-password.test.ts', 'the password %s is weak'],
    },
    {
      common: { source: 'isCommonPassword(plain) || isCommonPassword(core) || ', broken: '' },
      ownData: { source: 'known.has(core) || plain === foldedOf(email)', broken: 'known.size < 0' },
      fewCharacters: { source: ' || new Set(plain).size <= 2', broken: '' },
      wideLetters: { source: "text.normalize('NFKC').toLowerCase()", broken: 'text.toLowerCase()' },
    },
  ),
  ...breakIn(
    {
      group: 'weak',
      file: 'apps/server/src/people/registration-routes.ts',
      check: 4,
      test: inPeople('a sign-up with %j is refused with %i %s'),
    },
    {
      signUp: { source: "refuseWeakPassword(body.password, body, 'password');", broken: '' },
      staffName: { check: 27, source: 'refuseStaffName(body.name);', broken: '' },
      consent: { check: 46, source: 'if (!isAgreed) throw', broken: 'if (rules === context) throw' },
    },
  ),
  ...breakIn(
    {
      group: 'weak',
      file: 'apps/server/src/people/session-routes.ts',
      check: 4,
      test: inOwnSessions('a password change needs the current password'),
    },
    {
      change: { source: "refuseWeakPassword(body.new_password, caller.user, 'new_password');", broken: '' },
      reset: {
        source: "refuseWeakPassword(body.new_password, owner, 'new_password');",
        broken: '',
        test: inOwnSessions('the reset link of an operator sets a new password once'),
      },
    },
  ),
];

const attempts = [
  ...breakIn(
    {
      group: 'guess',
      file: 'apps/server/src/people/sign-in-attempts.ts',
      check: 5,
      test: inSession('300 failures in an hour from one network'),
    },
    {
      notCounted: { source: 'if (result.isMatch) await takeBack();', broken: 'await takeBack();' },
      network: { source: 'await orTakeBack(byNetwork.spend(network), ofAddress);', broken: '' },
      networkFirst: {
        source: 'await byAddress.spend(address);',
        broken: 'await byNetwork.spend(network);\n    await byAddress.spend(address);',
        test: inProofs('the further attempts of an address without attempts left'),
      },
      checks: {
        source: '    await checks.spend(lane);\n',
        broken: '',
        test: inProofs('120 checks of a password in an hour'),
      },
      typedLane: {
        source: '=> `in sessions of ${userId}`',
        broken: '=> `of a person in sessions of ${userId}`',
        test: inProofs('no typed e-mail uses up the attempts of a session'),
      },
      refusedCheck: {
        source: 'return orTakeBack(check(), () => checks.reward(lane));',
        broken: 'return check();',
        test: inProofs('an attempt that the busy hasher or the network refuses leaves no count behind'),
      },
      address: {
        source: 'await byAddress.spend(address);',
        broken: '',
        test: inProofs('100 failures in an hour from one address'),
      },
      person: {
        source: 'const waitMs = await throttles.attempt(key, rule);',
        broken: 'const waitMs = 0;',
        test: inSession('after many wrong passwords from many networks'),
      },
      device: {
        source: 'if ((await throttles.attempt(key, rule)) > 0) return null;',
        broken: '',
        test: inSession('a device with ten wrong passwords counts as an unknown device'),
      },
      correctTakenBack: {
        source: 'if (result.isMatch) await',
        broken: 'if (!result.isMatch) await',
        test: inSession('a log-in with the correct password and without the code is recorded'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'guess',
      file: 'apps/server/src/people/network-of.ts',
      check: 5,
      test: ['apps/server/src/people/network-of.test.ts', 'the network of %s is %s'],
    },
    {
      ipv6: { source: '.slice(0, 4)\n', broken: '.slice(0, 8)\n' },
      ipv4: { source: ".slice(0, 3).join('.')", broken: ".slice(0, 4).join('.')" },
      mapped: { source: 'if (mapped) return', broken: 'if (groups.length < 0) return' },
    },
  ),
  ...breakIn(
    {
      group: 'guess',
      file: 'packages/store/src/sessions/throttles.ts',
      check: 5,
      test: inThrottles('five attempts through two nodes need no pause'),
    },
    {
      doubling: { source: 'power(2::float8, throttles.points - ${rule.free}::int4)', broken: '1' },
      most: {
        source: 'when throttles.points >= ${rule.most}::int4 then throttles.expires_at',
        broken: 'when false then throttles.expires_at',
        test: inThrottles('after 100 attempts in a day every attempt is refused'),
      },
      emptyCount: {
        source: '        await sql`delete from throttles where key = ${digest} and points <= 0`;',
        broken: '        return;',
        test: inThrottles('a count whose calls are all taken back has no row'),
      },
      plainKey: {
        source: "return createHash('sha256').update(key).digest();",
        broken: 'return Buffer.from(key);',
        test: inThrottles('the table contains no key in plain text'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'guess',
      file: 'apps/server/src/limits.ts',
      check: 5,
      test: ['apps/server/src/constants.test.ts', 'the limits against guessing'],
    },
    {
      mostInDay: { source: 'free: 5, most: 100,', broken: 'free: 5, most: 10_000,' },
      freeAttempts: { source: 'unknownDeviceAttempts: { free: 5', broken: 'unknownDeviceAttempts: { free: 500' },
    },
  ),
  ...breakIn(
    {
      group: 'guess',
      file: 'packages/store/src/sessions/devices.ts',
      check: 5,
      test: inSession('after many wrong passwords from many networks'),
    },
    { otherPersonsDevice: { source: ' and user_id = ${userId} and last_at', broken: ' and last_at' } },
  ),
  ...breakIn(
    {
      group: 'guess',
      file: 'apps/server/src/api/budgets.ts',
      check: 5,
      test: inSession('300 failures in an hour from one network'),
    },
    { budget: { source: 'if (count.points > limit.points)', broken: 'if (count.points < limit.points - 1_000)' } },
  ),
];

/** The broken rules against guessing. */
export const guessingRules = [...hashing, ...weak, ...attempts];
