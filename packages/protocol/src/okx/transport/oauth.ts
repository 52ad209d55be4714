// OAuth and the Fast API of OKX: the address of the consent page, tokens, keys, and the codes of refusals.
import * as z from 'zod';
import { okxText } from './field.ts';

/** The scopes of the two consents. Source: okx 5.2. */
export const okxScopes = { oauth: 'read_only,trade', fast_api: 'fast_api' } as const;

/** The response of the token endpoint. It does not use the v5 envelope. A Fast-API consent has no refresh token. */
export const okxTokensSchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().int().positive(),
  refresh_token: okxText,
});

/** A refusal of the token endpoint. */
export const okxTokenRefusalSchema = z.object({ code: z.coerce.string().min(1), msg: okxText });

/** The row of a created key. `perm` contains the requested permissions. */
export const okxFastApiKeySchema = z.object({
  label: okxText,
  apiKey: z.string().min(1),
  secretKey: z.string().min(1),
  passphrase: okxText,
  perm: okxText,
});

/** The parameters of the address of the consent page, except response_type and access_type. */
export interface OkxAuthorization {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly state: string;
}

/** Returns the address of the consent page. Each value is encoded once, because OKX refuses double encoding with 53016. */
export function okxAuthorizeUrl(origin: string, { clientId, redirectUri, scope, state }: OkxAuthorization): string {
  const query = [
    ['response_type', 'code'],
    ['access_type', 'offline'],
    ['client_id', clientId],
    ['redirect_uri', redirectUri],
    ['scope', scope],
    ['state', state],
  ] as const;
  return `${origin}/account/oauth?${query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}
