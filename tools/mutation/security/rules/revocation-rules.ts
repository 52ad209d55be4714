// Broken rules of the revocation of all keys.
import { breakIn, type NamedTest } from '../broken-rule.ts';

const inRevocations = (title: string): NamedTest => ['packages/store/tests/links/key-revocations.test.ts', title];

/** The broken rules of the revocation of all keys. */
export const revocationRules = [
  ...breakIn(
    {
      group: 'revocation',
      file: 'packages/store/src/links/key-revocations.ts',
      check: 43,
      test: [
        'packages/store/tests/links/key-revocations.test.ts',
        'a revocation needs a proposal of the last hour and another operator',
      ],
    },
    {
      secondPerson: { source: "if (textOf(row, 'by') === by) return 'same_person';", broken: '' },
      proposalTime: {
        source: "(value ->> 'at')::bigint > ${now - proposalMs}",
        broken: "(value ->> 'at')::bigint > 0",
      },
      proposer: {
        source: "if (left.length > 0) return 'proposer_left';",
        broken: '',
        test: inRevocations('a proposal of a person who is no operator any more is not confirmed'),
      },
      young: {
        source: '> ${since} limit 1',
        broken: '> ${now} limit 1',
        test: inRevocations('a proposal of a person who is no operator any more is not confirmed'),
      },
      once: { source: 'await transaction`delete from settings where key = ${proposalSetting}`;', broken: '' },
    },
  ),
  ...breakIn(
    {
      group: 'revocation',
      file: 'apps/cli/src/operator/revoke-keys.ts',
      check: 43,
      test: ['apps/cli/tests/operator.test.ts', 'revoke-keys only counts the keys without --yes'],
    },
    {
      code: { source: ") === 'right') return user.id;", broken: ") !== 'ended') return user.id;" },
      notProven: { source: "action: 'operator.notProven'", broken: "action: 'operator.other'" },
    },
  ),
];
