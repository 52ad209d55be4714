// Position tiers: a larger position has a higher margin rate and a lower maximum leverage.
import * as z from 'zod';
import { okxDecimal, okxDecimalOrBlank, okxText } from '../transport/field.ts';

/** One tier of a family. Sizes are in contracts. The tier whose range contains the size of the position applies to the whole position. */
export const okxTierSchema = z.object({
  instFamily: okxText,
  uly: okxText,
  tier: z.string(),
  minSz: okxDecimalOrBlank,
  maxSz: okxDecimalOrBlank,
  mmr: okxDecimal,
  imr: okxDecimalOrBlank,
  maxLever: okxDecimalOrBlank,
});
/** A parsed `okxTierSchema`. */
export type OkxTier = z.infer<typeof okxTierSchema>;
