// Broken rules of passkeys.
import { breakIn, type NamedTest } from '../broken-rule.ts';
import { inKeptFactor } from './tests.ts';

const passkeys = (title: string): NamedTest => ['apps/server/tests/passkeys/passkeys.test.ts', title];
const operators: NamedTest = [
  'apps/server/tests/passkeys/required-passkeys.test.ts',
  'an operator registers the first passkey with the one-time token',
];
const once = passkeys('an answer works once, only in the browser that has asked for it');
const purpose: NamedTest = [
  'apps/server/src/factors/challenges.test.ts',
  'a challenge for a new passkey of a session is accepted with %s',
];
const forged = passkeys('an answer with a wrong signature');

/** The broken rules of passkeys. */
export const passkeyRules = [
  ...breakIn(
    {
      group: 'passkey',
      file: 'apps/server/src/factors/webauthn.ts',
      check: 8,
      test: passkeys('an answer %s is refused'),
    },
    {
      personOfLogIn: {
        source: 'counter },\n    requireUserVerification: true,',
        broken: 'counter },\n    requireUserVerification: false,',
      },
      personOfCreation: {
        source: 'requireUserVerification: true,\n    supportedAlgorithmIDs',
        broken: 'requireUserVerification: false,\n    supportedAlgorithmIDs',
      },
      addressesOfCertificates: {
        check: 35,
        source: '  await refuseCertificates(attestation);\n',
        broken: '',
        test: [
          'apps/server/tests/passkeys/attestation.test.ts',
          'the server calls no address of an attestation certificate',
        ],
      },
      signature: { source: "if (!verified) throw new Error('the signature is wrong');", broken: '', test: forged },
    },
  ),
  ...breakIn(
    { group: 'passkey', file: 'apps/server/src/factors/challenges.ts', check: 8, test: once },
    {
      end: { source: '> clock.now();', broken: '> 0;' },
      seal: { source: 'if (!timingSafeEqual(', broken: 'if (bytes.length < 0 && !timingSafeEqual(' },
      holder: { source: '|${holder}|', broken: '|' },
      purpose: { source: 'passkey ${purpose}|', broken: 'passkey |', test: purpose },
      use: { source: 'return points === 1;', broken: 'return points > 0;' },
    },
  ),
  ...breakIn(
    {
      group: 'passkey',
      file: 'packages/store/src/people/passkeys.ts',
      check: 8,
      test: passkeys('a counter that has not grown is refused'),
    },
    {
      lastFactor: { source: '(!mayTurnOff || (', broken: '((', test: operators },
      lastFactorOfLiveKey: {
        source: ' || (await hasLiveAccount(transaction, userId))',
        broken: '',
        test: inKeptFactor('the last passkey stays while an account with real money is linked'),
      },
      foreignRemoval: {
        source: 'where p.id = ${id} and p.user_id = ${userId}`;',
        broken: "where p.id = ${id} and ${userId} <> ''`;",
        test: passkeys('the last factor turns the second factor off'),
      },
    },
  ),
  ...breakIn(
    { group: 'passkey', file: 'apps/server/src/factors/passkey-routes.ts', check: 8, test: operators },
    {
      enrolment: {
        source: 'if (!isOn && isFactorRequired(context, caller)) await',
        broken: 'if (isOn && !isOn) await',
      },
      freshProof: {
        check: 17,
        source: 'requireFreshProof(caller, clock.now());\n    const { id, email }',
        broken: 'const { id, email }',
        test: passkeys('sensitive calls accept a passkey of the person as the new check'),
      },
    },
  ),
];
