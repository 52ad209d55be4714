// The fixed table of exchange sites: no host ever comes from a request (decisions.md 17).

/** Where one site answers: REST origin without a path, socket base ending in /ws/v5. */
export interface VenueSite {
  readonly restOrigin: string;
  readonly wsBase: string;
}

/** OKX v5 documentation, "Production trading services" and "Demo trading services". */
const okxSites: Readonly<Record<string, VenueSite>> = {
  global: { restOrigin: 'https://www.okx.com', wsBase: 'wss://ws.okx.com:8443/ws/v5' },
  eea: { restOrigin: 'https://eea.okx.com', wsBase: 'wss://wseea.okx.com:8443/ws/v5' },
  us: { restOrigin: 'https://us.okx.com', wsBase: 'wss://wsus.okx.com:8443/ws/v5' },
  demo: { restOrigin: 'https://www.okx.com', wsBase: 'wss://wspap.okx.com:8443/ws/v5' },
};

/** The site of an account on the live venue: by its domain, demo accounts on the demo site. */
export function okxSiteOf(account: { readonly environment: string; readonly domain: string }): VenueSite | null {
  if (account.environment === 'sandbox') return null;
  return okxSites[account.environment === 'demo' ? 'demo' : account.domain] ?? null;
}

/** The site whose public facts screens show. */
export function okxPublicSite(): VenueSite {
  const site = okxSites['global'];
  if (site === undefined) throw new Error('the table of sites has no global one');
  return site;
}
