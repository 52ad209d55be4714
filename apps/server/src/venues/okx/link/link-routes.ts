// The routes that link an OKX account: state, consent, callbacks, tokens, trading key and unlinking. Every call concerns only accounts of the caller.
import { contractLimits, errorText, routes, type AuthResponse, type ApiRoute } from '@rondo/contract';
import type { ConsentKind } from '@rondo/store';
import { ApiError } from '../../../api/api-error.ts';
import type { Budget } from '../../../api/budgets.ts';
import { requireFreshProof, requireProofOfKeys, type Caller } from '../../../api/guards.ts';
import { serve } from '../../../api/serve.ts';
import { exchangeCalls } from '../../../edge/exchange-calls.ts';
import { serverLimits } from '../../../limits.ts';
import { requireOauth } from './consent.ts';
import { callbackPath } from './create-link.ts';
import { findLinked, listLinked } from '../../../link/linked-accounts.ts';
import type { Router } from '../../../api/router.ts';
import type { AppContext } from '../../../app-context.ts';

/** The path of the page for a failed link (specification 2). */
const errorPath = '/okx-oauth-error';

/** Serves /api/okx/oauth except the status, the metrics and the connection of the viewer. */
export function serveLink(router: Router, context: AppContext): void {
  sendBrowsersToPages(router);
  const { store, clock, link } = context;
  const links = context.budgets('linking calls of a person', { points: serverLimits.linksPerMinute, seconds: 60 });

  serve(router, routes.oauthStatus, async ({ caller: { user } }) => {
    const accounts = await listLinked(context, user);
    return { connected: accounts.length > 0, accounts, broker_code: context.brokerCode };
  });

  serve(router, routes.oauthStateRegister, async ({ caller: { user, sessionId }, body }) => {
    await links.spend(user.id);
    const content = link.seal.read(body.state, sessionId);
    if (content === null) throw new ApiError('OAUTH_STATE_INVALID');
    if (content.expiresAt <= clock.now()) throw new ApiError('OAUTH_STATE_EXPIRED');
    const { kind, accountId, expiresAt } = content;
    const bound = { userId: user.id, sessionId, kind, accountId, expiresAt, now: clock.now() };
    if (!(await store.oauthStates.register(body.state, bound))) throw new ApiError('OAUTH_STATE_INVALID');
    return { success: true as const, expires_at: expiresAt };
  });

  const begin =
    (kind: ConsentKind) =>
    async (caller: Caller, asked: { accountId: string | undefined; host: string | undefined }) => {
      await links.spend(caller.user.id);
      return authorize(context, caller, { ...asked, kind });
    };
  const beginOauth = begin('oauth');
  const beginFastApi = begin('fast_api');
  serve(router, routes.oauthAuth, async ({ caller, query, request }) =>
    beginOauth(caller, { accountId: query.account_id, host: request.headers.host }),
  );
  serve(router, routes.fastApiAuth, async ({ caller, query, request }) =>
    beginFastApi(caller, { accountId: query.account_id, host: request.headers.host }),
  );

  const calls = exchangeCalls(context);
  serve(router, routes.oauthCallback, async ({ caller: { user, sessionId }, query }) => {
    await calls.spend(user.id);
    return context.keyCalls.completeConsent({ userId: user.id, sessionId, query, kind: 'oauth' });
  });
  serve(router, routes.fastApiCallback, async ({ caller: { user, sessionId }, query }) => {
    await calls.spend(user.id);
    return context.keyCalls.completeConsent({ userId: user.id, sessionId, query, kind: 'fast_api' });
  });

  serveTokensAndKeys(router, context, links);
}

/** Redirects browsers from the callbacks of the API to our page. The page has a token, so it completes the link or shows the error. */
function sendBrowsersToPages({ api }: Router): void {
  const table: readonly ApiRoute[] = Object.values(routes);
  const callbacks = table.filter((row) => row.redirectsBrowsers === true).map((row) => row.path);
  api.addHook('onRequest', async (request, reply) => {
    const [path = '', query = ''] = request.url.split('?', 2);
    if (request.method !== 'GET' || !callbacks.includes(path) || request.headers.authorization !== undefined) return;
    if (request.headers.accept?.includes('text/html') !== true) return;
    const parameters = new URLSearchParams(query);
    const isComplete = parameters.has('state') && (parameters.has('code') || parameters.has('error'));
    const error = parameters.get('error') ?? errorText('OAUTH_PARAMETERS_MISSING');
    return reply.redirect(isComplete ? `${callbackPath}?${query}` : `${errorPath}?${new URLSearchParams({ error })}`);
  });
}

function serveTokensAndKeys(router: Router, context: AppContext, links: Budget): void {
  const { store, clock } = context;
  const calls = exchangeCalls(context);
  serve(router, routes.oauthRefresh, async ({ caller: { user }, body }) => {
    await links.spend(user.id);
    await calls.spend(user.id);
    const consent = await store.consents.find(body.account_id, 'oauth');
    if (consent === null || consent.userId !== user.id) throw new ApiError('NOT_FOUND');
    const renewal = await context.keyCalls.renewTokens({ accountId: consent.accountId });
    if (renewal.kind === 'invalid') throw new ApiError('EXCHANGE_TOKEN_INVALID');
    if (renewal.kind === 'expired') throw new ApiError('EXCHANGE_TOKEN_EXPIRED');
    if (renewal.kind === 'failed') throw new ApiError('EXCHANGE_TOKEN_REFRESH_FAILED');
    return {
      success: true as const,
      account_id: consent.accountId,
      expires_at: Math.floor(renewal.expiresAt / 1_000),
    };
  });

  serve(router, routes.oauthDisconnect, async ({ caller, params }) => {
    requireFreshProof(caller, clock.now());
    await calls.spend(caller.user.id);
    const { isKeyDeleted } = await context.keyCalls.disconnect({ userId: caller.user.id, accountId: params.id });
    return { success: true as const, account_id: params.id, is_key_deleted: isKeyDeleted };
  });

  serve(router, routes.fastApiCreateKey, async ({ caller, body }) => {
    requireProofOfKeys(context, caller);
    const { user } = caller;
    await links.spend(user.id);
    await calls.spend(user.id);
    return context.keyCalls.createKey({ userId: user.id, request: body });
  });

  serve(router, routes.fastApiDeleteKey, async ({ caller, query }) => {
    requireFreshProof(caller, clock.now());
    const { user } = caller;
    await links.spend(user.id);
    await calls.spend(user.id);
    const target = { accountId: query.account_id, isDemo: query.is_demo };
    const { existed } = await context.keyCalls.deleteKey({ userId: user.id, ...target });
    const message = existed ? 'The trading key was deleted.' : 'There was no trading key to delete.';
    return { success: true as const, message, existed };
  });

  serve(router, routes.preflight, async ({ caller: { user }, query }) => {
    const account = await findLinked(context, user, query.account_id);
    if (account === null) throw new ApiError('EXCHANGE_NOT_LINKED');
    await calls.spend(user.id);
    const findings = await context.keyCalls.checkAccount({ accountId: account.id, instrumentId: null });
    return {
      account_id: account.id,
      may_trade: findings.every((finding) => finding.severity !== 'refuse'),
      findings,
      at: clock.now(),
    };
  });
}

/** The account of a new consent, and the host in the address that the browser uses for our server. */
interface Asked {
  readonly accountId: string | undefined;
  readonly host: string | undefined;
}

/** Returns the address of the consent page and a new state. The state is stored when it is registered. Every new or replaced key begins with this call. */
async function authorize(
  context: AppContext,
  caller: Caller,
  asked: Asked & { readonly kind: ConsentKind },
): Promise<AuthResponse> {
  const { link, clock } = context;
  const { user, sessionId } = caller;
  requireProofOfKeys(context, caller);
  const { client } = requireOauth(context, asked.kind);
  if (asked.accountId !== undefined) await findLinked(context, user, asked.accountId);
  if (!(await link.isReachable())) throw new ApiError('OAUTH_START_FAILED');
  const expiresAt = clock.now() + contractLimits.oauthStateMs;
  const state = link.seal.make({ kind: asked.kind, accountId: asked.accountId ?? null, expiresAt }, sessionId);
  const address = { kind: asked.kind, redirectUri: link.redirectUri(asked.host), state };
  return { auth_url: client.authorizeUrl(link.sites.authorizeOrigin, address), state, expires_at: expiresAt };
}
