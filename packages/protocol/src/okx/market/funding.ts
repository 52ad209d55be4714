// The funding rate of a swap.
import * as z from 'zod';
import { okxDecimal, okxDecimalOrBlank, okxInstant, okxInstantOrBlank } from '../transport/field.ts';

/**
 * The forecast for the next settlement at `fundingTime`. The interval is nextFundingTime - fundingTime, because the interval can differ between instruments.
 */
export const okxFundingRateSchema = z.object({
  instId: z.string(),
  fundingRate: okxDecimal,
  nextFundingRate: okxDecimalOrBlank,
  fundingTime: okxInstant,
  nextFundingTime: okxInstantOrBlank,
  settFundingRate: okxDecimalOrBlank,
});
/** A parsed `okxFundingRateSchema`. */
export type OkxFundingRate = z.infer<typeof okxFundingRateSchema>;
