// The addresses of the help pages, which are settings of an installation (decision 25).
import * as z from 'zod';

/** GET /api/help. Null: this installation has no such page, so screens show no link to it. */
export const helpLinksSchema = z.object({
  guide_url: z.string().nullable(),
  documentation_url: z.string().nullable(),
  support_url: z.string().nullable(),
});
/** The help pages of this installation. */
export type HelpLinks = z.infer<typeof helpLinksSchema>;
