// The fixed table of the sites of OKX. A host is never taken from a request (decision 17).
import type { LinkSites, VenueSite } from '../venue.ts';

interface OkxSite {
  readonly restOrigin: string;
  readonly wsBase: string;
  readonly demoWsBase: string;
  /** The name of the site in the parameter `domain` of a callback. */
  readonly domains: readonly string[];
}

/** The addresses of each site. Sources: OKX v5 documentation, "Production trading services" and "Demo trading services"; okx 1.3. */
const okxSites: Readonly<Record<string, OkxSite>> = {
  global: {
    restOrigin: 'https://www.okx.com',
    wsBase: 'wss://ws.okx.com:8443/ws/v5',
    demoWsBase: 'wss://wspap.okx.com:8443/ws/v5',
    domains: ['https://www.okx.com', 'www.okx.com', 'global'],
  },
  eea: {
    restOrigin: 'https://eea.okx.com',
    wsBase: 'wss://wseea.okx.com:8443/ws/v5',
    demoWsBase: 'wss://wseeapap.okx.com:8443/ws/v5',
    domains: ['https://eea.okx.com', 'https://my.okx.com', 'eea.okx.com', 'my.okx.com', 'eea'],
  },
  us: {
    restOrigin: 'https://us.okx.com',
    wsBase: 'wss://wsus.okx.com:8443/ws/v5',
    demoWsBase: 'wss://wsuspap.okx.com:8443/ws/v5',
    domains: ['https://us.okx.com', 'https://app.okx.com', 'us.okx.com', 'app.okx.com', 'us'],
  },
  tr: {
    restOrigin: 'https://tr.okx.com',
    wsBase: 'wss://ws.okx.com:8443/ws/v5',
    demoWsBase: 'wss://wspap.okx.com:8443/ws/v5',
    domains: ['https://tr.okx.com', 'tr.okx.com', 'tr'],
  },
};

/** Returns the site of a live or demo account by its domain, or null when OKX does not serve the account. Demo accounts use the demo sockets of the site. */
export function okxSiteOf(account: { readonly environment: string; readonly domain: string }): VenueSite | null {
  const site = okxSites[account.domain];
  if (account.environment === 'sandbox' || site === undefined) return null;
  return {
    restOrigin: site.restOrigin,
    wsBase: account.environment === 'demo' ? site.demoWsBase : site.wsBase,
  };
}

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
