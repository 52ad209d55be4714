// The wire format of the public data for visitors: testimonials, the remaining places of the plan, and the demo account.
import * as z from 'zod';
import { amountTextSchema } from '../wire/amount.ts';
import { marginSchema } from '../link/balance.ts';
import { venueSchema } from '../wire/venues.ts';

/** One bot whose owner has consented to its publication. A testimonial has settings and counts and contains no free text. `user_name` is masked. */
const testimonialSchema = z.object({
  user_name: z.string(),
  symbol: z.string(),
  direction: z.enum(['LONG', 'SHORT']),
  duration_days: z.number(),
  martin_steps: z.number(),
  cycle_steps: z.number(),
  step_distance: z.number(),
  take_profit: z.number(),
  take_profit_count: z.number(),
  net_profit: amountTextSchema,
  simulated: z.boolean(),
});
/** One testimonial. */
export type Testimonial = z.infer<typeof testimonialSchema>;

/** GET /api/testimonials returns the testimonials. The web app hides the section when the list is empty (decision 20). */
export const testimonialListSchema = z.object({ items: z.array(testimonialSchema) });
/** The testimonials. */
export type TestimonialList = z.infer<typeof testimonialListSchema>;

/** GET and PUT /api/user/testimonial-consent. The bots of a user are shown only when `consents` is true. */
export const testimonialConsentSchema = z.strictObject({ consents: z.boolean() });

/** GET /api/plan returns the plan. `remaining_slots` is the number of places minus the number of approved members. When `is_shown` is false, the web app hides the section of the plan. */
export const planSlotsSchema = z.object({
  is_shown: z.boolean(),
  price: amountTextSchema,
  currency: z.literal('USDT'),
  total_slots: z.number(),
  remaining_slots: z.number(),
});
/** The plan and its remaining places. */
export type PlanSlots = z.infer<typeof planSlotsSchema>;

/** GET /api/demo/account returns the simulated account of the demo. This account does not exist at an exchange. `venue` says from where the candles of the demo are; an older server does not send it. */
export const demoAccountSchema = marginSchema.extend({ simulated: z.literal(true), venue: venueSchema.optional() });
