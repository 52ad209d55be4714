// Cases 650-664: our OAuth client gets a consent of the user, exchanges codes for tokens, and creates and deletes the Fast-API key.
import { expect } from 'vitest';
import { cases } from '../support/case.ts';
import type { Harness } from '../support/harness.ts';
import { present } from '../support/venue.ts';

const origin = 'http://exchange.test';
const redirectUri = 'http://localhost:3000/dashboard/okx-oauth-redirect';
const program = {
  clientId: 'rondo',
  clientSecret: 'shh',
  name: 'Rondo',
  redirectUris: [redirectUri],
  keyIps: ['203.0.113.7'],
};
const newKey = { label: 'Rondo', passphrase: 'Abcdefg-12345678', perm: 'trade', bindApp: true };
const kinds = { fast: 'fast_api', plain: 'oauth' } as const;

/** Opens the consent page, submits the decision of the user, and returns the address of the redirect. */
function decide(
  harness: Harness,
  kind: 'fast' | 'plain',
  given: { readonly decision?: 'allow' | 'deny'; readonly program?: Readonly<Record<string, unknown>> } = {},
): URL {
  harness.core.configureOauth('clients', { ...program, ...given.program });
  const query = new URL(
    harness.oauth.authorizeUrl(origin, { kind: kinds[kind], redirectUri, state: 's1' }),
  ).search.slice(1);
  expect(harness.core.browse({ method: 'GET', path: '/account/oauth', query })?.status).toBe(200);
  const form = new URLSearchParams({ account: harness.keys.accountId, decision: given.decision ?? 'allow' });
  const page = harness.core.browse({
    method: 'POST',
    path: '/account/oauth/decision',
    body: `${query}&${form.toString()}`,
    headers: { host: 'exchange.test' },
  });
  return new URL(present(page?.headers['location'], 'the address of the redirect'));
}

const codeOf = (way: URL): string => present(way.searchParams.get('code'), 'code');

async function tokenOf(
  harness: Harness,
  kind: 'fast' | 'plain',
  change: Readonly<Record<string, unknown>> = {},
): Promise<{ accessToken: string; refreshToken: string | null }> {
  const result = await harness.oauth.useCode(origin, codeOf(decide(harness, kind, { program: change })));
  if (result.kind !== 'done') throw new Error(`The exchange returned no token: ${JSON.stringify(result)}.`);
  return result.value;
}

async function bearerOf(
  harness: Harness,
  change: Readonly<Record<string, unknown>> = {},
): Promise<{ origin: string; accessToken: string; isDemo: boolean }> {
  return { origin, accessToken: (await tokenOf(harness, 'fast', change)).accessToken, isDemo: false };
}

/** The cases of OAuth. */
export const oauthCases = cases([
  [
    650,
    '5.3 callback',
    'the redirect after a consent contains the code, the state and the domain',
    (harness) => {
      const way = decide(harness, 'fast');
      expect(way.origin + way.pathname).toBe(redirectUri);
      expect([way.searchParams.get('state'), way.searchParams.get('domain')]).toEqual(['s1', origin]);
      return Promise.resolve();
    },
  ],
  [
    651,
    '5.3 denial',
    'the redirect after a denial contains an error and the state, and no code',
    (harness) => {
      const way = decide(harness, 'fast', { decision: 'deny' });
      expect([way.searchParams.get('code'), way.searchParams.get('error'), way.searchParams.get('state')]).toEqual([
        null,
        'access_denied',
        's1',
      ]);
      return Promise.resolve();
    },
  ],
  [
    652,
    '5.4 token reply',
    'a Fast-API code is exchanged for a token that is valid for one hour and has no refresh token',
    async (harness) => {
      const result = await harness.oauth.useCode(origin, codeOf(decide(harness, 'fast')));
      expect(result).toMatchObject({ kind: 'done', value: { refreshToken: null, expiresInMs: 3_600_000 } });
    },
  ],
  [
    653,
    '5.3 code single-use',
    'a code is refused with 53012 when it is used a second time',
    async (harness) => {
      const code = codeOf(decide(harness, 'fast'));
      expect((await harness.oauth.useCode(origin, code)).kind).toBe('done');
      expect(await harness.oauth.useCode(origin, code)).toMatchObject({ kind: 'refused', code: '53012' });
    },
  ],
  [
    654,
    '5.3 code 10 minutes',
    'a code expires after ten minutes',
    async (harness) => {
      const code = codeOf(decide(harness, 'fast'));
      await harness.pass(10 * 60_000 + 1_000);
      expect(await harness.oauth.useCode(origin, code)).toMatchObject({ kind: 'refused', code: '53012' });
    },
  ],
  [
    655,
    '5.4 refresh',
    'a token of the kind `oauth` can be renewed, and the old token is then refused',
    async (harness) => {
      const { refreshToken, accessToken } = await tokenOf(harness, 'plain');
      expect(await harness.oauth.renew(origin, refreshToken ?? '')).toMatchObject({ kind: 'done' });
      expect((await harness.oauth.settings({ origin, accessToken, isDemo: false })).ok).toBe(false);
    },
  ],
  [
    656,
    '5.1 refresh_token 3 days',
    'a refresh token expires after three days',
    async (harness) => {
      const { refreshToken } = await tokenOf(harness, 'plain');
      await harness.pass(3 * 86_400_000 + 60_000);
      expect(await harness.oauth.renew(origin, refreshToken ?? '')).toMatchObject({ kind: 'refused', code: '53002' });
    },
  ],
  [
    657,
    '5.5 apikey',
    'a Fast-API token can be used to create a key with the trade permission',
    async (harness) => {
      const made = await harness.oauth.createKey(await bearerOf(harness), { ...newKey, bindApp: false });
      expect(made.kind).toBe('done');
      expect((await harness.get('account/config')).row).toMatchObject({ perm: 'read_only,trade' });
    },
  ],
  [
    658,
    '5.5 one key',
    'the creation of a second key is refused with 50116',
    async (harness) => {
      const bearer = await bearerOf(harness);
      await harness.oauth.createKey(bearer, newKey);
      expect(await harness.oauth.createKey(bearer, newKey)).toMatchObject({ kind: 'refused', code: '50116' });
    },
  ],
  [
    659,
    '5.5 delete-apikey',
    'a key can be created after the key before was deleted, and a deletion reports whether a key existed',
    async (harness) => {
      const bearer = await bearerOf(harness);
      expect(await harness.oauth.deleteKey(bearer)).toEqual({ kind: 'done', value: { existed: false } });
      await harness.oauth.createKey(bearer, newKey);
      expect(await harness.oauth.deleteKey(bearer)).toEqual({ kind: 'done', value: { existed: true } });
      expect((await harness.oauth.createKey(bearer, newKey)).kind).toBe('done');
    },
  ],
  [
    660,
    '5.6 59505',
    'the creation of a key is refused when its passphrase is weak',
    async (harness) => {
      expect(await harness.oauth.createKey(await bearerOf(harness), { ...newKey, passphrase: 'simple' })).toMatchObject(
        {
          kind: 'refused',
          code: '59505',
        },
      );
    },
  ],
  [
    661,
    '5.6 50118',
    'the creation of a key that is bound to the addresses of the program is refused when the program has no addresses',
    async (harness) => {
      expect(await harness.oauth.createKey(await bearerOf(harness, { keyIps: [] }), newKey)).toMatchObject({
        kind: 'refused',
        code: '50118',
      });
    },
  ],
  [
    662,
    '5.6 50117',
    'the creation of a key is refused when the program may not use the Fast API',
    async (harness) => {
      expect(await harness.oauth.createKey(await bearerOf(harness, { isBroker: false }), newKey)).toMatchObject({
        kind: 'refused',
        code: '50117',
      });
    },
  ],
  [
    663,
    '5.6 53002',
    'a token expires after one hour',
    async (harness) => {
      const bearer = await bearerOf(harness);
      await harness.pass(3_600_000 + 1_000);
      expect(await harness.oauth.createKey(bearer, newKey)).toMatchObject({ kind: 'refused', code: '53002' });
    },
  ],
  [
    664,
    '5.6 53003',
    'a token is refused after the user has withdrawn the consent',
    async (harness) => {
      const bearer = await bearerOf(harness);
      harness.core.configureOauth('revoke', { account: 'tested' });
      expect(await harness.oauth.createKey(bearer, newKey)).toMatchObject({ kind: 'refused', code: '53003' });
    },
  ],
]);
