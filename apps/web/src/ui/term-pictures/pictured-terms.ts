// The terms whose explanation has a picture: their idea is a shape, a distance or a sequence of prices.
import type { Term } from '../../i18n/term.ts';

export const picturedTerms = [
  'direction',
  'steps',
  'stepDistance',
  'stepAmount',
  'baseDefence',
  'grid',
  'average',
  'takeProfit',
  'cyclicSteps',
  'exitNow',
  'cycleCredit',
  'roundsCycles',
  'liquidation',
  'estLiquidation',
  'distance',
  'stopLoss',
  'crashDefence',
  'leverage',
] as const satisfies readonly Term[];

/** A term whose explanation has a picture. */
export type PicturedTerm = (typeof picturedTerms)[number];

export const isPictured = (term: Term): term is PicturedTerm => picturedTerms.some((pictured) => pictured === term);
