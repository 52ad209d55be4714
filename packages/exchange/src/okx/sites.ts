// The fixed table of the sites of OKX. A host is never taken from a request (decision 17).

/** The addresses of one site: the REST origin without a path, the base addresses of its sockets, and its names in the parameter `domain` of a callback. */
export interface OkxSite {
  readonly restOrigin: string;
  readonly wsBase: string;
  readonly demoWsBase: string;
  readonly domains: readonly string[];
}

/** The addresses of each site. Sources: OKX v5 documentation, "Production trading services" and "Demo trading services"; okx 1.3. */
export const okxSites: Readonly<Record<string, OkxSite>> = {
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
export function okxSiteOf(account: {
  readonly environment: string;
  readonly domain: string;
}): Pick<OkxSite, 'restOrigin' | 'wsBase'> | null {
  const site = okxSites[account.domain];
  if (account.environment === 'sandbox' || site === undefined) return null;
  return {
    restOrigin: site.restOrigin,
    wsBase: account.environment === 'demo' ? site.demoWsBase : site.wsBase,
  };
}
