// Position tiers: the larger the position, the higher the margin rate and the lower the leverage.
import * as z from 'zod';
import { okxDecimal, okxDecimalOrBlank, okxText } from '../transport/field.ts';

/** One tier of a family; sizes in contracts. The tier that holds the whole position applies to all of it. */
export const okxTier = z.object({
  instFamily: okxText,
  uly: okxText,
  tier: z.string(),
  minSz: okxDecimalOrBlank,
  maxSz: okxDecimalOrBlank,
  mmr: okxDecimal,
  imr: okxDecimalOrBlank,
  maxLever: okxDecimalOrBlank,
});
/** A parsed `okxTier`. */
export type OkxTier = z.infer<typeof okxTier>;
