// The sites of the sandbox. Every site has the address of the sandbox.
import type { LinkSites, VenueSite } from '../venue.ts';

/** Returns the site of an account, or null for a live account. The sandbox serves only its own accounts and their demo keys. */
export function sandboxSiteOf(account: { readonly environment: string }, site: VenueSite): VenueSite | null {
  return account.environment === 'live' ? null : site;
}

/** The table of consent pages: the sandbox, with the name `global`. */
export function sandboxLinkSites(site: VenueSite): LinkSites {
  return {
    authorizeOrigin: site.restOrigin,
    find: (domain) => (domain === undefined || domain === site.restOrigin || domain === 'global' ? 'global' : null),
    originOf: (name) => (name === 'global' ? site.restOrigin : null),
  };
}
