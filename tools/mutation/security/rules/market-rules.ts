// Broken rules of the instruments of new bots.
import { breakIn, type NamedTest } from '../broken-rule.ts';

const inAllowed = (title: string): NamedTest => ['apps/server/tests/bots/allowed-markets.test.ts', title];

/** The broken rules of thin markets. */
export const marketRules = [
  ...breakIn(
    {
      group: 'market',
      file: 'apps/server/src/market/allowed-markets.ts',
      check: 54,
      test: inAllowed('no bot is created when less than the smallest volume was traded in 24 hours'),
    },
    {
      instruments: {
        source: 'if (instruments !== null && !instruments.includes(rules.id))',
        broken: 'if (instruments?.length === 0)',
        test: inAllowed('no bot is created on an instrument outside the list'),
      },
      volume: { source: 'compareDecimals(volume.value, minVolume) >= 0', broken: '!isZero(minVolume)' },
      unknown: {
        source: "if (!volume.ok) throw new ApiError('EXCHANGE_UNAVAILABLE');",
        broken: 'if (!volume.ok) return;',
        test: inAllowed('when the volume cannot be read, no bot is created'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'market',
      file: 'apps/server/src/market/allowed-markets-variables.ts',
      check: 54,
      test: ['apps/server/src/env.test.ts', 'a live venue has a smallest volume of 24 hours'],
    },
    { live: { source: "(venue === 'sandbox' ? 0 : liveMinVolume)", broken: '0' } },
  ),
];
