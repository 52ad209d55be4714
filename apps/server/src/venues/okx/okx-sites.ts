// The sites of OKX for market data and for consent pages.
import { okxSiteOf, okxSites } from '@rondo/exchange';
import type { LinkSites, VenueSite } from '../venue.ts';

/** Returns the site for the public market data that the web app shows. */
export function okxPublicSite(): VenueSite {
  const site = okxSiteOf({ environment: 'live', domain: 'global' });
  if (site === null) throw new Error('The table of sites has no global site.');
  // The second socket address of OKX, which is on AWS. Source: OKX v5 documentation, "Production trading services". docs/operations.md
  // lists the check of this address at the real exchange.
  return { ...site, wsAlternates: ['wss://wsaws.okx.com:8443/ws/v5'] };
}

/** The table for the live venue. A callback without a domain belongs to the global site. */
export function okxLinkSites(): LinkSites {
  return {
    authorizeOrigin: okxPublicSite().restOrigin,
    find(domain) {
      if (domain === undefined) return 'global';
      const row = Object.entries(okxSites).find(([, site]) => site.domains.includes(domain));
      return row?.[0] ?? null;
    },
    originOf: (name) => okxSites[name]?.restOrigin ?? null,
  };
}

/** Returns every address of OKX to which this program connects. */
export function okxAddresses(): readonly string[] {
  const sites = Object.values(okxSites).flatMap(({ restOrigin, wsBase, demoWsBase }) => [
    restOrigin,
    wsBase,
    demoWsBase,
  ]);
  return [...sites, ...(okxPublicSite().wsAlternates ?? [])];
}
