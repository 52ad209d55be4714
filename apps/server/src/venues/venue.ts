// The types with which files outside this folder use an exchange, so that these files do not name an exchange.
import type { Exchange } from '@rondo/engine/ports';
import type { LbankSigningKey, OkxExchange, OkxOauth, OkxPublic, OkxSigner } from '@rondo/exchange';

/** The addresses of one site of an exchange: the REST origin without a path, and the base address of the sockets. */
export interface VenueSite {
  readonly restOrigin: string;
  readonly wsBase: string;
  /** Other socket addresses of the same environment. */
  readonly wsAlternates?: readonly string[];
}

/** The fixed table of the sites with consent pages. */
export interface LinkSites {
  readonly authorizeOrigin: string;
  /** Returns the table's name of the site in the `domain` of a callback, or null for an unknown site. */
  find(domain: string | undefined): string | null;
  originOf(name: string): string | null;
}

/** The client of one account: the port of the engine, and the reads that checks and screens need. */
export type AccountClient = Exchange & Pick<OkxExchange, 'settings' | 'everyPosition' | 'view'>;

/** Signs with one key of an account. */
export type KeySigner = OkxSigner;

/** The client of public market data. */
export type MarketClient = OkxPublic;

/** The OAuth client of this server at the exchange. */
export type ConsentClient = OkxOauth;

/** A typed key to check. The signer has its secret. */
export interface KeyRequest {
  readonly key: LbankSigningKey;
  readonly mayTrade: boolean;
}

/** The exchange whose accounts are linked with a typed key and secret. Bots do not trade on it. */
export interface KeyedVenue {
  /** The id of the exchange in stored rows. */
  readonly id: 'lbank';
  readonly name: string;
  readonly environment: 'sandbox' | 'live';
  /** False when the exchange is shown as coming soon. */
  readonly isOpen: boolean;
  /** Returns the account of the key. Throws when the key is refused, may withdraw, or lacks a requested permission. */
  checkKey(request: KeyRequest): Promise<{ readonly uid: string }>;
}
