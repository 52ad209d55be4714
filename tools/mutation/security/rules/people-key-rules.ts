// Broken rules of processes that have one key each: what a node with the people key opens, which key opens the second factors, and a signer that is a unit of its own.
import { breakIn, type NamedTest } from '../broken-rule.ts';
import { testOf } from './tests.ts';

const inPeopleKey = testOf('packages/store/tests/links/people-key.test.ts');
const inPeopleSigner = testOf('apps/server/src/signer/people-signer.test.ts');
const inKeyCalls = testOf('apps/server/tests/signer/key-calls.test.ts');
const inStoredCalls = testOf('packages/store/tests/links/key-calls.test.ts');
const inPeopleNode = testOf('apps/server/tests/signer/people-node.test.ts');

const inUnit = (title: string): NamedTest => ['apps/server/tests/signer/signer-unit.test.ts', title];

const unit = breakIn(
  {
    group: 'unit',
    file: 'apps/server/src/signer/serving/signer-unit.ts',
    check: 40,
    test: inUnit('a server with another user has an order signed'),
  },
  {
    source: { source: '{ ...message, key, openings: limits,', broken: '{ ...message, openings: limits,' },
    mode: { source: '0o660', broken: '0o666' },
    limit: {
      source: 'openingsOf: () => openings,',
      broken: 'openingsOf: (count) => createKeyOpenings(count, now),',
      test: inUnit('the limit of opened keys is the one of the unit'),
    },
    second: {
      source: '    if (isBusy) {',
      broken: '    if (path === null) {',
      test: inUnit('a second server is refused while one is connected'),
    },
    file: {
      source: '?.isSocket() === true) rmSync(path);',
      broken: ' !== undefined) rmSync(path);',
      test: inUnit('the unit ends at a signal, and replaces only a socket'),
    },
  },
);

/** The broken rules of the people key. */
export const peopleKeyRules = [
  ...unit,
  ...breakIn(
    {
      group: 'people',
      file: 'packages/store/src/secrets/seal-work.ts',
      check: 40,
      test: inPeopleSigner('it opens no client secret, no token, no pepper'),
    },
    {
      openedPurpose: { source: 'if (purpose !== peopleSecretsPurpose) check(ofPeople, purpose);', broken: '' },
      sealedPurpose: {
        source: 'check(ofPeople, purpose);\n      return seal(ring.newest(rotation), text, purpose);',
        broken: 'return seal(ring.newest(rotation), text, purpose);',
      },
      tokens: {
        source: 'openTokens: refuse,',
        broken: "openTokens: async () => ({ accessToken: '', refreshToken: null }),",
      },
      factors: {
        check: 39,
        source: 'const isOfPeople = people !== null && ofPeople.test(purpose);',
        broken: 'const isOfPeople = people !== null && purpose.length === 0;',
        test: inPeopleKey('second factors that were sealed with the master key open on a node with the people key'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'people',
      file: 'apps/server/src/signer/signer-core.ts',
      check: 40,
      test: inPeopleSigner('it opens and seals no trading key, and signs nothing'),
    },
    {
      tradingKeys: {
        source: "if (begun.kind === 'people') throw",
        broken: "if (begun.kind === 'people' && request.id < 0) throw",
      },
    },
  ),
  ...breakIn(
    {
      group: 'people',
      file: 'packages/store/src/rotation/people-rotation.ts',
      check: 39,
      test: inPeopleKey('the people key is replaced while a node runs with the former one'),
    },
    {
      retired: { source: '{ ...people, byMaster, links: [] }', broken: '{ ...people, byMaster }' },
      retiredEarly: {
        source: 'if (await hasOtherFactors(transaction, people)) return',
        broken: 'if (people === undefined) return',
        test: inPeopleKey('a people key is not retired while a second factor has a former key'),
      },
      formerKey: {
        source: 'if (known?.byMaster.some((link) => link.id === id) === true) return false;',
        broken: '',
      },
    },
  ),
  ...breakIn(
    {
      group: 'people',
      file: 'packages/store/src/rotation/key-rotation.ts',
      check: 39,
      test: inPeopleKey('a node with the people key knows the peppers'),
    },
    {
      laterPepper: { source: 'await renewPeopleSecrets(transaction, masterKeys, honey);', broken: '' },
      masterRotation: {
        source: 'count += await resealPeopleLinks(transaction, masterKeys, to);',
        broken: '',
        test: inPeopleKey('after a rotation of the master key the second factors keep the people key'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'people',
      file: 'apps/server/src/ops/frozen-keys.ts',
      check: 40,
      test: inPeopleNode('the node opens no trading key, no token and no client secret'),
    },
    {
      closedKeys: {
        source: 'refuse();\n        return store.accounts.sealedKey(accountId);',
        broken: 'return store.accounts.sealedKey(accountId);',
      },
    },
  ),
  ...breakIn(
    {
      group: 'people',
      file: 'apps/server/src/key-calls/remote-key-calls.ts',
      check: 40,
      test: inKeyCalls('a typed key is sealed for the signers'),
    },
    {
      typedKey: {
        source: "typed: { envelope: Buffer.from(sealed).toString('base64') }",
        broken: "typed: sealed.length === 0 ? { envelope: '' } : input.typed",
      },
      staleAccounts: {
        check: 44,
        source: '.finally(() => deps.store.callers.forget())',
        broken: '',
        test: inKeyCalls('a person links an account by consent, checks it, starts a bot'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'people',
      file: 'apps/server/src/signer/signer-envelopes.ts',
      check: 40,
      test: inKeyCalls('a changed row and a call that the table does not have'),
    },
    { callPurpose: { source: 'keyCallPurpose(callId)', broken: 'typedKeyPurpose(callId)' } },
  ),
  ...breakIn(
    {
      group: 'people',
      file: 'packages/store/src/links/key-calls.ts',
      check: 40,
      test: inStoredCalls('a call with another name, for another node'),
    },
    {
      sealedInput: {
        source: 'await sealForSigners(keyCallPurpose(id), input)',
        broken: 'Buffer.from(input)',
        test: inStoredCalls('one of two nodes takes a call'),
      },
      lateCall: { source: 'keyCallTakeMs}::float8', broken: 'keyCallMs}::float8' },
      otherNode: { source: '(wanted_node is null or wanted_node = ${node})', broken: '(${node}::text is not null)' },
      foreignResult: {
        source: 'where id = ${id} and taken_by = ${node}',
        broken: 'where id = ${id}',
        test: inStoredCalls('one of two nodes takes a call'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'people',
      file: 'packages/store/src/secrets/key-envelope.ts',
      check: 40,
      test: testOf('packages/store/src/secrets/key-envelope.test.ts')('an envelope opens only with the private key'),
    },
    { ownSender: { source: "hkdfSync('sha256', shared,", broken: "hkdfSync('sha256', publicKey," } },
  ),
];
