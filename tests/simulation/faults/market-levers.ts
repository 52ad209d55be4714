// The rare faults of the market and of the matching at the exchange: suspensions, repeated prices, partial fills, and others.
import type { InstrumentReport } from '@rondo/engine/ports';
import type { InstrumentRules } from '@rondo/strategy';
import { botAt, disturb, logBetween, minute, second, type Lever } from './lever.ts';

/** After a suspension a refused cancel or exit waits for this time at most. */
const resumeMs = 70 * second;

/** The faults of markets. */
export const marketLevers: readonly Lever[] = [
  {
    rate: 'partialFillMs',
    name: 'partialFill',
    pull: (world, chance) =>
      world.core.administer('faults', {
        kind: 'partial',
        parts: Math.round(logBetween(chance, 2, 50)),
        count: chance.between(1, 3),
      }),
  },
  {
    rate: 'fillBeforeCancelMs',
    name: 'fillBeforeCancel',
    pull: (world, chance) => world.core.administer('faults', { kind: 'fillBeforeCancel', count: chance.between(1, 3) }),
  },
  {
    rate: 'duplicateScopeMs',
    name: 'duplicateScope',
    pull: (world, chance) =>
      world.core.administer('faults', { kind: 'dedup', scope: chance.pick(['live', 'day', 'none']) }),
  },
  {
    rate: 'oldPriceMs',
    name: 'oldPrice',
    pull: (world, chance) => {
      const now = world.clock.now();
      if (now < world.pricesRepeatedUntil) return false;
      world.pricesRepeatedSince = now;
      world.pricesRepeatedUntil = now + logBetween(chance, 30 * second, 10 * minute);
      return true;
    },
  },
  {
    rate: 'suspensionMs',
    name: 'suspension',
    pull: (world, chance) => {
      const rules = botAt(world, chance)?.config.instrument;
      if (rules === undefined || world.instruments.get(rules.id)?.state === 'halted') return false;
      const forMs = logBetween(chance, minute, 30 * minute);
      const change = (state: 'live' | 'suspend'): boolean => {
        world.instruments.set(rules.id, reportOf(rules, state === 'live' ? 'live' : 'halted'));
        return world.core.administer('instruments', { instId: rules.id, state });
      };
      disturb(world, forMs + resumeMs);
      world.clock.after(forMs, () => void change('live'));
      return change('suspend');
    },
  },
];

function reportOf(rules: InstrumentRules, state: InstrumentReport['state']): InstrumentReport {
  const { tickSz, lotSz, minSz, ctVal } = rules;
  return {
    instrumentId: rules.id,
    rules: { tickSz, lotSz, minSz },
    units: { tickSz, lotSz },
    contractValue: ctVal,
    state,
    expiresAt: null,
    changesAt: null,
  };
}
