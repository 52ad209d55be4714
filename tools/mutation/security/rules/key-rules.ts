// Broken rules of keys and links: sealing, the master key, states of consents, the permissions of keys.
import { breakIn, type NamedTest } from '../broken-rule.ts';
import { inAccounts, inConsents, inErrors, inInstallation, inKeys, inLink, inMasterKey, inRotation } from './tests.ts';

const inInstallationKeys = (title: string): NamedTest => [
  'packages/store/tests/links/installation-keys.test.ts',
  title,
];
const inHealth = (title: string): NamedTest => ['apps/server/tests/link-health/link-health.test.ts', title];

const sealing = [
  ...breakIn(
    {
      group: 'seal',
      file: 'packages/store/src/secrets/sealing.ts',
      check: 38,
      test: inAccounts('a stored key is not opened when a bit was changed'),
    },
    {
      account: { source: 'rondo/exchange_accounts/${accountId}/${kind}', broken: 'rondo/exchange_accounts/${kind}' },
      field: { source: 'rondo/exchange_accounts/${accountId}/${kind}', broken: 'rondo/exchange_accounts/${accountId}' },
      purpose: {
        source: 'return `rondo/second_factors/${userId}`;',
        broken: "return 'rondo/second_factors';",
        test: ['packages/store/src/secrets/sealing.test.ts', 'the secret of a second factor opens only for its person'],
      },
      keyId: {
        check: 39,
        source: 'const head = id === null ? [formatVersion]',
        broken: 'const head = id !== null ? [formatVersion]',
        test: ['packages/store/src/secrets/sealing.test.ts', 'a text that is sealed with a named key names the key'],
      },
    },
  ),
  ...breakIn(
    {
      group: 'seal',
      file: 'packages/store/src/secrets/secret-text.ts',
      check: 41,
      test: inAccounts('the signer can open the stored key, and the printed forms'),
    },
    {
      printed: {
        source: 'toString(): string {\n    return redacted;',
        broken: 'toString(): string {\n    return this.#text;',
      },
      json: {
        source: 'toJSON(): string {\n    return redacted;',
        broken: 'toJSON(): string {\n    return this.#text;',
      },
      inspected: {
        source: '[inspect.custom](): string {\n    return redacted;',
        broken: '[inspect.custom](): string {\n    return this.#text;',
      },
    },
  ),
  ...breakIn(
    {
      group: 'seal',
      file: 'packages/store/src/links/accounts.ts',
      check: 38,
      test: inAccounts('the unlinking destroys its secrets'),
    },
    {
      unlinked: {
        source: 'sealed_secret_key = null, sealed_passphrase = null\n        where id',
        broken: 'sealed_passphrase = null\n        where id',
      },
    },
  ),
];

const master = [
  ...breakIn(
    {
      group: 'master',
      file: 'packages/store/src/secrets/key-source.ts',
      check: 38,
      test: inMasterKey('reading creates no key file, creating makes the file once'),
    },
    {
      mode: { source: '(mode & 0o077) !== 0', broken: '(mode & 0o077) < 0' },
      createdMode: { source: "open(file, 'wx', 0o600)", broken: "open(file, 'wx', 0o644)" },
      inside: {
        source: "return !inside.startsWith('..') && !isAbsolute(inside);",
        broken: 'return isAbsolute(inside);',
        test: inMasterKey('a key file inside the data folder is refused'),
      },
      programOutput: {
        check: 41,
        source: "error.killed === true ? 'time-out' : String(error.code)",
        broken: "error.killed === true ? 'time-out' : output",
        test: inMasterKey('a program prints the key, and the error of a failed program'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'master',
      file: 'packages/store/src/secrets/installation-keys.ts',
      check: 38,
      test: inAccounts('refuses another master key and a new master key'),
    },
    {
      newBesideData: {
        source: 'source.begin(!isInUse)',
        broken: 'source.begin(isInUse)',
      },
      drawnKeys: {
        check: 39,
        source: '(isInUse ? earlierKeys(sql, seals) : drawnKeys(seals))',
        broken: 'earlierKeys(sql, seals)',
        test: inInstallationKeys('a new database draws all its keys'),
      },
      earlierKeys: {
        check: 39,
        source: '(isInUse ? earlierKeys(sql, seals) : drawnKeys(seals))',
        broken: 'drawnKeys(seals)',
        test: inInstallationKeys('a database of an earlier version keeps the keys'),
      },
      pepperApart: {
        check: 39,
        source: "seals.open(installationKeyPurpose(name), Buffer.from(texts?.[name] ?? '', 'base64'))",
        broken:
          "seals.work().then((work) => work.firstKeys([])).then((made) => seals.open(installationKeyPurpose(name), Buffer.from(made[name] ?? '', 'base64')))",
        test: inRotation('a rotation seals every text with the new key'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'master',
      file: 'packages/store/src/rotation/key-rotation.ts',
      check: 39,
      test: inRotation('after `retire` the former key opens nothing'),
    },
    {
      retired: { source: '{ ...rotation, links: [] }', broken: 'rotation' },
      retiredEarly: {
        source: 'if (texts.some(({ keyId }) => keyId !== rotation.newest)) return',
        broken: 'if (texts.length < 0) return',
      },
      installationKeys: {
        source: 'resealed += await resealInstallationKeys(transaction, masterKeys, to);',
        broken: '',
        test: inRotation('a rotation seals every text with the new key'),
      },
      thirdKey: {
        source: 'if (rotation !== null && (await countTexts(transaction))',
        broken: 'if (rotation === next && (await countTexts(transaction))',
        test: inRotation('an interrupted rotation is finished by the next one with the same key'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'master',
      file: 'apps/server/src/create-server.ts',
      check: 38,
      test: [
        'apps/server/tests/bots/running-bot.test.ts',
        'when one key cannot be decrypted, the engine still executes',
      ],
    },
    { unreadable: { source: 'if (unreadable > 0) return', broken: 'if (unreadable < 0) return' } },
  ),
];

const states = [
  ...breakIn(
    {
      group: 'state',
      file: 'apps/server/src/link/state-seal.ts',
      check: 33,
      test: ['apps/server/src/link/state-seal.test.ts', 'a state can be read only for the session that created it'],
    },
    {
      session: { source: '.update(`${text}|${sessionId}`)', broken: '.update(text)' },
      forged: {
        source: 'if (given.length !== right.length || !timingSafeEqual(given, right)) return null;',
        broken: '',
        test: ['apps/server/src/link/state-seal.test.ts', 'a state is refused when any character was changed'],
      },
      random: {
        source: "randomBytes(16).toString('base64url')",
        broken: "'0'.repeat(22)",
        test: ['apps/server/src/link/state-seal.test.ts', 'two states with equal content differ'],
      },
    },
  ),
  ...breakIn(
    {
      group: 'state',
      file: 'packages/store/src/links/oauth-states.ts',
      check: 33,
      test: inConsents('a state can be used once, only by its own user'),
    },
    {
      usedTwice: { source: "if (usedAt !== null) return { ok: false, refusal: 'used' };", broken: '' },
      otherUser: {
        source: '${tokenHash(state)} and user_id = ${userId} for update',
        broken: '${tokenHash(state)} for update',
      },
      late: {
        source: "return expiresAt <= now ? { ok: false, refusal: 'expired' } :",
        broken: "return expiresAt < 0 ? { ok: false, refusal: 'expired' } :",
      },
    },
  ),
  ...breakIn(
    {
      group: 'link',
      file: 'apps/server/src/venues/okx/link/consent.ts',
      check: 44,
      test: inLink('when another user has linked the account of the consent'),
    },
    {
      otherUser: {
        source: 'if (linked !== null && linked.userId !== user.id) throw',
        broken: 'if (linked === user) throw',
      },
      otherAccount: {
        source: 'if (uid !== null && known !== null && known !== uid) throw',
        broken: 'if (uid === user) throw',
      },
    },
  ),
  ...breakIn(
    {
      group: 'link',
      file: 'apps/server/src/venues/sandbox/sandbox-sites.ts',
      check: 35,
      test: inLink('a callback is refused when the code or the state is missing, the site is unknown'),
    },
    {
      site: {
        source: "domain === undefined || domain === site.restOrigin || domain === 'global' ? 'global' : null",
        broken: "domain === null ? null : 'global'",
      },
    },
  ),
  ...breakIn(
    {
      group: 'link',
      file: 'apps/server/src/venues/okx/okx-sites.ts',
      check: 35,
      test: ['apps/server/src/venues/okx/okx-sites.test.ts', 'a domain that is not in the table has no site'],
    },
    { domain: { source: 'return row?.[0] ?? null;', broken: "return row?.[0] ?? 'global';" } },
  ),
  ...breakIn(
    {
      group: 'link',
      file: 'apps/server/src/venues/okx/link/link-routes.ts',
      check: 17,
      test: inLink('linking, creating, replacing and deleting a key and unlinkin'),
    },
    {
      freshProof: {
        source: 'requireProofOfKeys(context, caller);\n  const { client }',
        broken: 'const { client }',
      },
      freshCreation: {
        source: 'requireProofOfKeys(context, caller);\n    const { user }',
        broken: 'const { user }',
      },
      freshDeletion: {
        source: 'requireFreshProof(caller, clock.now());\n    const { user }',
        broken: 'const { user }',
      },
      freshUnlink: {
        source:
          'requireFreshProof(caller, clock.now());\n    await calls.spend(caller.user.id);\n    const { isKeyDeleted }',
        broken: 'await calls.spend(caller.user.id);\n    const { isKeyDeleted }',
      },
    },
  ),
];

const permissions = [
  ...breakIn(
    {
      group: 'key',
      file: 'packages/engine/src/gate/gate.ts',
      check: 36,
      test: ['packages/engine/src/gate/gate.test.ts', 'the gate is %s when %s'],
    },
    {
      refusedAccount: { source: 'input.venue.accountRefusal(account.value) ??\n    ', broken: '' },
      frozen: { check: 64, source: "if (input.isInstanceFrozen) return 'instanceFrozen';", broken: '' },
    },
  ),
  ...breakIn(
    {
      group: 'key',
      file: 'packages/exchange/src/okx/venue.ts',
      check: 36,
      test: [
        'packages/exchange/src/okx/venue.test.ts',
        'for the account level %s and the key permissions %s, accountRefusal returns %s',
      ],
    },
    { withdraw: { source: "permissions.includes('withdraw') ? 'keyMayWithdraw' : null", broken: 'null' } },
  ),
  ...breakIn(
    {
      group: 'key',
      file: 'apps/server/src/venues/lbank/lbank-venue.ts',
      check: 36,
      test: inKeys('a key is refused when it has the withdrawal permission'),
    },
    {
      withdrawOfTypedKey: { source: "if (check.key.mayWithdraw) throw new ApiError('KEY_MAY_WITHDRAW');", broken: '' },
    },
  ),
  ...breakIn(
    {
      group: 'key',
      file: 'apps/server/src/venues/okx/account-findings.ts',
      check: 37,
      test: inHealth('preflight warns about a key without a bound address'),
    },
    {
      unbound: { source: 'KEY_NOT_BOUND', broken: 'KEY_MAY_WITHDRAW' },
      bound: {
        source: "environment === 'live' && unboundReason === null",
        broken: "environment === 'demo' && unboundReason === null",
        test: inHealth('with real money no bot starts and no key is made without a bound address'),
      },
      exception: {
        source: "environment === 'live' && unboundReason === null",
        broken: "environment === 'live'",
        test: inHealth('with real money no bot starts and no key is made without a bound address'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'key',
      file: 'apps/server/src/venues/okx/keys/key-change.ts',
      check: 37,
      test: inHealth('with real money no bot starts and no key is made without a bound address'),
    },
    { boundRequest: { source: 'refuseUnbound(wanted?.request ?? null,', broken: 'refuseUnbound(null,' } },
  ),
  ...breakIn(
    {
      group: 'key',
      file: 'apps/server/src/venues/okx/keys/passphrase.ts',
      check: 42,
      test: ['apps/server/src/venues/okx/keys/passphrase.test.ts', 'every generated passphrase has 16 characters'],
    },
    { passphrase: { source: 'characters.charAt(randomInt(characters.length))', broken: 'characters.charAt(0)' } },
  ),
  ...breakIn(
    {
      group: 'key',
      file: 'apps/server/src/ops/frozen-keys.ts',
      check: 64,
      test: inInstallation('a copy of a database on another machine is frozen'),
    },
    {
      frozenSealed: { source: 'return frozen() !== null || ', broken: 'return ' },
      frozenTyped: {
        source: 'refuse();\n        return store.accounts.rotation();',
        broken: 'return store.accounts.rotation();',
      },
    },
  ),
  ...breakIn(
    {
      group: 'key',
      file: 'apps/server/src/api/api-error.ts',
      check: 60,
      test: inErrors('the cause of %s produces the error'),
    },
    {
      errorDetail: {
        source: '.send(JSON.stringify(toErrorBody(known, correlationId)))',
        broken: '.send(JSON.stringify({ ...toErrorBody(known, correlationId), message: error.message }))',
      },
    },
  ),
];

/** The broken rules of keys and links. */
export const keyRules = [...sealing, ...master, ...states, ...permissions];
