// Where people find help: settings of an installation (decision 25).
import * as z from 'zod';

/** GET /api/help. Null: this installation has no such page, and no link to it is shown. */
export const helpLinksSchema = z.object({
  guide_url: z.string().nullable(),
  documentation_url: z.string().nullable(),
  support_url: z.string().nullable(),
});
/** The help pages of this installation. */
export type HelpLinks = z.infer<typeof helpLinksSchema>;
