// The funding rate of a swap.
import * as z from 'zod';
import { okxDecimal, okxDecimalOrBlank, okxInstant, okxInstantOrBlank } from '../transport/field.ts';

/**
 * The expected rate of the next settlement, which happens at `fundingTime`. The interval is `nextFundingTime` minus `fundingTime`. It can differ between
 * instruments.
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
