// Public data for visitors without a log-in: testimonials, the free places of the plan, and the demo account.
import * as z from 'zod';
import { amountTextSchema } from '../wire/amount.ts';
import { marginSchema } from '../link/balance.ts';

/** One finished or running bot of a person who consented to its publication: settings and counts, no free text. `user_name` is masked. */
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

/** GET /api/testimonials: screens hide the section when the list is empty (decision 20). */
export const testimonialListSchema = z.object({ items: z.array(testimonialSchema) });
/** The testimonials. */
export type TestimonialList = z.infer<typeof testimonialListSchema>;

/** GET and PUT /api/user/testimonial-consent: bots of the person are shown only with the consent. */
export const testimonialConsentSchema = z.strictObject({ consents: z.boolean() });

/** GET /api/plan. `remaining_slots` = places - approved members. `is_shown` false: screens hide the section of the plan. */
export const planSlotsSchema = z.object({
  is_shown: z.boolean(),
  price: amountTextSchema,
  currency: z.literal('USDT'),
  total_slots: z.number(),
  remaining_slots: z.number(),
});
/** The plan and its free places. */
export type PlanSlots = z.infer<typeof planSlotsSchema>;

/** GET /api/demo/account: the simulated account of the demo. It does not exist at an exchange. */
export const demoAccountSchema = marginSchema.extend({ simulated: z.literal(true) });
