// The logic of the three pages in the pop-up. It parses their addresses, builds the storage flags, and decides how a page ends.
import { oauthKindSchema, type OauthKind } from '@rondo/contract';
import type { LinkMessage } from './link-message.ts';

/** The largest accepted length of a query parameter, in characters. */
const valueLength = 512;

const read = (query: URLSearchParams, name: string): string | null => {
  const value = query.get(name);
  return value === null || value === '' || value.length > valueLength ? null : value;
};

export type CallbackVisit =
  | {
      readonly kind: 'complete';
      readonly code: string;
      readonly state: string;
      readonly domain: string | null;
    }
  | {
      readonly kind: 'denied';
      readonly error: string;
      readonly description: string | null;
      /** The server ends the attempt that has this state. */
      readonly state: string | null;
    }
  | { readonly kind: 'missing' };

/** Returns the kind of consent of a state. A state begins with the kind and a dot. */
export const kindOfState = (state: string): OauthKind => (state.startsWith('fast_api.') ? 'fast_api' : 'oauth');

/** Parses the query of the callback page: a code and a state, or a denial from the exchange (specification 5). */
export const readCallback = (query: URLSearchParams): CallbackVisit => {
  const code = read(query, 'code');
  const state = read(query, 'state');
  if (code !== null && state !== null) return { kind: 'complete', code, state, domain: read(query, 'domain') };
  const error = read(query, 'error');
  if (error === null) return { kind: 'missing' };
  return { kind: 'denied', error, description: read(query, 'error_description'), state };
};

export type SuccessVisit = {
  readonly accountId: string | null;
  readonly type: OauthKind;
  readonly domain: string | null;
};

/** Parses the query of the success page. An unknown type is treated as a plain consent, because a plain consent changes no key. */
export const readSuccess = (query: URLSearchParams): SuccessVisit => {
  const type = oauthKindSchema.safeParse(query.get('type'));
  return {
    accountId: read(query, 'account_id'),
    type: type.success ? type.data : 'oauth',
    domain: read(query, 'domain'),
  };
};

/** What the page says about an error of the address: the words of a known code, a free text, or that the error is unknown. */
export type ErrorVisit =
  | { readonly kind: 'denied' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unknown' };

/**
 * Parses the error of the address (decision 60). A free text is shown only while this browser waits for the end of a consent, because anybody can send a link with any
 * text. `access_denied` is the standard code of a denial (RFC 6749, 4.1.2.1).
 */
export const readError = (error: string | null, isPending: boolean): ErrorVisit => {
  if (error === 'access_denied') return { kind: 'denied' };
  return error === null || error === '' || !isPending ? { kind: 'unknown' } : { kind: 'text', text: error };
};

/** The flags that the pop-up stores under their local keys (specification 3). */
export type PostAction = {
  readonly okx_post_oauth_action: OauthKind;
  readonly okx_post_fastapi_token_ready?: 'true';
  readonly okx_post_fastapi_account_id?: string;
  readonly okx_post_fastapi_domain?: string;
};

/**
 * Returns the flags of a consent. A consent for a trading key sets the flags of the type, of the ready token and of the account, and the
 * flag of the site when the site is known. A plain consent sets only the flag of the type.
 */
export const postActionOf = (done: SuccessVisit): PostAction =>
  done.type === 'fast_api' && done.accountId !== null
    ? {
        okx_post_oauth_action: 'fast_api',
        okx_post_fastapi_token_ready: 'true',
        okx_post_fastapi_account_id: done.accountId,
        ...(done.domain === null ? {} : { okx_post_fastapi_domain: done.domain }),
      }
    : { okx_post_oauth_action: 'oauth' };

/**
 * The parsed flags of a pop-up. The type `fast_api` means that a key must be created for the account, and the type `oauth` means that a
 * plain consent has ended.
 */
export type StoredAction = { readonly type: OauthKind; readonly accountId: string | null };

/** The flags as they are read from the storage. An absent flag is null or undefined. */
export type FoundFlags = {
  readonly okx_post_oauth_action?: OauthKind | null;
  readonly okx_post_fastapi_token_ready?: 'true' | null;
  readonly okx_post_fastapi_account_id?: string | null;
};

/** Parses the flags. Returns null when there are no flags, or when a flag of a consent for a trading key is missing. */
export const parsePostAction = (flags: FoundFlags): StoredAction | null => {
  const type = flags.okx_post_oauth_action ?? null;
  if (type !== 'fast_api') return type === null ? null : { type, accountId: null };
  const accountId = flags.okx_post_fastapi_account_id ?? null;
  return flags.okx_post_fastapi_token_ready === 'true' && accountId !== null ? { type, accountId } : null;
};

/** The way in which a page of the pop-up ends. */
export type Ending =
  | { readonly kind: 'notifyAndClose'; readonly message: LinkMessage; readonly page: 'callback' | 'success' | 'error' }
  | { readonly kind: 'navigate' }
  | { readonly kind: 'stay' };

/** Returns the ending of a page. A page with an opener notifies the opener and closes. A page without an opener navigates to the exchange tab, or remains open after an error. */
export const endingOf = (
  page: 'callback' | 'success' | 'error',
  message: LinkMessage | null,
  hasOpener: boolean,
): Ending => {
  const isError = page === 'error' || message?.type === 'okx-oauth-error';
  if (hasOpener && message !== null) return { kind: 'notifyAndClose', message, page: isError ? 'error' : page };
  return isError ? { kind: 'stay' } : { kind: 'navigate' };
};
