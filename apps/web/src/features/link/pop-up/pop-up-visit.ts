// What the three pages of the pop-up do with their address: read it, leave flags, tell the opener, close or go on.
import { oauthKindSchema, type OauthKind } from '@rondo/contract';
import type { LinkMessage } from './link-message.ts';

/** Longest value that is read from an address. */
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
      /** With it the server can end the attempt. */
      readonly state: string | null;
    }
  | { readonly kind: 'missing' };

/** What a state is for: it begins with its kind and a dot. */
export const kindOfState = (state: string): OauthKind => (state.startsWith('fast_api.') ? 'fast_api' : 'oauth');

/** The callback's address: code and state, or the exchange's refusal (specification 5). */
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

/** The success page's address. A type that is not Fast API is the plain one, which touches no key. */
export const readSuccess = (query: URLSearchParams): SuccessVisit => {
  const type = oauthKindSchema.safeParse(query.get('type'));
  return {
    accountId: read(query, 'account_id'),
    type: type.success ? type.data : 'oauth',
    domain: read(query, 'domain'),
  };
};

/** The flags that outlive the pop-up, by their local keys (specification 3). */
export type PostAction = {
  readonly okx_post_oauth_action: OauthKind;
  readonly okx_post_fastapi_token_ready?: 'true';
  readonly okx_post_fastapi_account_id?: string;
  readonly okx_post_fastapi_domain?: string;
};

/** Fast API marks its token ready and names account and site; the plain kind only says that it happened. */
export const postActionOf = (done: SuccessVisit): PostAction =>
  done.type === 'fast_api' && done.accountId !== null
    ? {
        okx_post_oauth_action: 'fast_api',
        okx_post_fastapi_token_ready: 'true',
        okx_post_fastapi_account_id: done.accountId,
        ...(done.domain === null ? {} : { okx_post_fastapi_domain: done.domain }),
      }
    : { okx_post_oauth_action: 'oauth' };

/** What a pop-up left: a key to be made, or only a consent that was stored. */
export type LeftAction = { readonly type: OauthKind; readonly accountId: string | null };

/** Flags as they were found; null or undefined is an absent one. */
export type FoundFlags = {
  readonly okx_post_oauth_action?: OauthKind | null;
  readonly okx_post_fastapi_token_ready?: 'true' | null;
  readonly okx_post_fastapi_account_id?: string | null;
};

/** Reads the flags; Fast API counts only when every flag of it is there. */
export const leftActionOf = (flags: FoundFlags): LeftAction | null => {
  const type = flags.okx_post_oauth_action ?? null;
  if (type !== 'fast_api') return type === null ? null : { type, accountId: null };
  const accountId = flags.okx_post_fastapi_account_id ?? null;
  return flags.okx_post_fastapi_token_ready === 'true' && accountId !== null ? { type, accountId } : null;
};

/** What the page does when its work is done. */
export type Ending =
  | { readonly kind: 'tellAndClose'; readonly message: LinkMessage; readonly page: 'callback' | 'success' | 'error' }
  | { readonly kind: 'goOn' }
  | { readonly kind: 'stay' };

/** How a page ends: with an opener it tells and closes, without one it goes on to the exchange tab; an error stays. */
export const endingOf = (
  page: 'callback' | 'success' | 'error',
  message: LinkMessage | null,
  hasOpener: boolean,
): Ending => {
  const isError = page === 'error' || message?.type === 'okx-oauth-error';
  if (hasOpener && message !== null) return { kind: 'tellAndClose', message, page: isError ? 'error' : page };
  return isError ? { kind: 'stay' } : { kind: 'goOn' };
};
