// The exchange on which bots trade.
import { botExchange, createOkxExchange, createOkxPublic, okxSiteOf } from '@rondo/exchange';
import { accountFindings, isAddressRefusal, keyFindings, refusedKeyFinding } from './okx/account-findings.ts';
import { okxLimits } from './okx/okx-limits.ts';
import { makePassphrase } from './okx/keys/passphrase.ts';
import { createOkxMarket } from './okx/okx-market.ts';
import { okxAddresses, okxLinkSites, okxPublicSite } from './okx/okx-sites.ts';

/** The trading venue: the id in stored rows, the name in labels, the clients, the sites, and the findings that prevent bots on an account. */
export const tradingVenue = {
  id: botExchange,
  name: 'OKX',
  createAccountClient: createOkxExchange,
  createMarketClient: createOkxPublic,
  createMarket: createOkxMarket,
  publicSite: okxPublicSite,
  addresses: okxAddresses,
  siteOf: okxSiteOf,
  linkSites: okxLinkSites,
  accountFindings,
  keyFindings,
  refusedKeyFinding,
  isAddressRefusal,
  makePassphrase,
  unboundKeyDays: okxLimits.unboundKeyDays,
} as const;
