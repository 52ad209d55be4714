// The addresses of the help pages, which are settings of an installation (decision 25).
import * as z from 'zod';

/** GET /api/help returns the addresses. An address is null when this installation does not have the page, and then the web app shows no link. */
export const helpLinksSchema = z.object({
  guide_url: z.string().nullable(),
  documentation_url: z.string().nullable(),
  support_url: z.string().nullable(),
});
/** The help pages of this installation. */
export type HelpLinks = z.infer<typeof helpLinksSchema>;
