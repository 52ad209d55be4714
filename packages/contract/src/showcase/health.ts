// The wire formats of the health of a server: whether its process responds, and the readiness of each part of the product.
import * as z from 'zod';
import { venueSchema } from '../wire/venues.ts';
import { healthReasonSchema } from './health-reasons.ts';

/**
 * GET /api/health returns 200 when every part is ready, and 503 otherwise. The body has the state of every part. `reasons` has the reasons why a part is not
 * ready, or why a ready part does not do all of its work; such a part does not change the status. `detail` and `degraded` are the same reasons as English sentences.
 */
export const healthSchema = z.object({
  ready: z.boolean(),
  parts: z.record(
    z.string(),
    z.object({
      ready: z.boolean(),
      detail: z.string(),
      degraded: z.array(z.string()).readonly(),
      reasons: z.array(healthReasonSchema).readonly(),
    }),
  ),
  venue: venueSchema,
  at: z.number(),
});
/** The readiness of each part. */
export type HealthResponse = z.infer<typeof healthSchema>;

/** GET /api/health/live returns 200 while the event loop of the process runs. It reads neither the database nor the exchange. */
export const livenessSchema = z.object({ live: z.literal(true), at: z.number() });
