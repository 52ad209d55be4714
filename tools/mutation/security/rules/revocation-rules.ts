// Broken rules of the revocation of all keys.
import { breakIn } from '../broken-rule.ts';

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
    { code: { source: ") === 'right') return user.id;", broken: ") !== 'ended') return user.id;" } },
  ),
];
