// The wire format of the readiness of each part of the product.
import * as z from 'zod';
import { venueSchema } from '../wire/venues.ts';

/** GET /api/health returns 200 when every part is ready, and 503 otherwise. The body has the state of every part. */
export const healthSchema = z.object({
  ready: z.boolean(),
  parts: z.record(z.string(), z.object({ ready: z.boolean(), detail: z.string() })),
  venue: venueSchema,
  at: z.number(),
});
/** The readiness of each part. */
export type HealthResponse = z.infer<typeof healthSchema>;
