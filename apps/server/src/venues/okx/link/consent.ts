// Completes a consent after the redirect of the exchange: checks the state and the site, exchanges the code for tokens, and finds the account. No response contains a token.
import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type { callbackQuerySchema, CallbackResponse } from '@rondo/contract';
import type { ConsentKind, UserRecord } from '@rondo/store';
import { ApiError } from '../../../api/api-error.ts';
import type { AppContext } from '../../../app-context.ts';
import { readUntilFinal } from '../keys/read-until-final.ts';
import { toConsentTokens } from './consent-tokens.ts';
import { toLinkError } from './oauth-refusal.ts';

export interface Callback {
  readonly user: UserRecord;
  readonly sessionId: string;
  readonly kind: ConsentKind;
  readonly query: z.output<typeof callbackQuerySchema>;
}

/** Completes a consent. Before the first request is sent, the parameters, the site and the state are checked, and the state is marked as used. */
export async function completeConsent(context: AppContext, callback: Callback): Promise<CallbackResponse> {
  const { link, store, clock } = context;
  const { user, kind, query } = callback;
  const { state = '', error } = query;
  const code = query.code?.trim() ?? '';
  if (state.trim() === '' || (code === '' && error === undefined)) throw new ApiError('OAUTH_PARAMETERS_MISSING');
  const domain = link.sites.find(query.domain);
  const origin = domain === null ? null : link.sites.originOf(domain);
  if (domain === null || origin === null) throw new ApiError('OAUTH_DOMAIN_UNKNOWN');
  const accountId = await useState(context, callback, state);
  if (code === '') throw new ApiError('OAUTH_DENIED');
  const { client } = requireOauth(context, kind);
  const result = await client.useCode(origin, code);
  if (result.kind !== 'done') {
    const refusal = result.kind === 'refused' ? result.code.slice(0, 12) : result.cause;
    context.log.write('warn', 'link.code_refused', { userId: user.id, kind, refusal });
    throw toLinkError(result);
  }
  const { accessToken } = result.value;
  // A failure with the reason `key` is final, because the token has no permission to read the account. Every other failure may be temporary, so the read is
  // repeated.
  const settings = await readUntilFinal(
    clock,
    () => client.settings({ origin, accessToken, isDemo: false }),
    (report) => report.ok || report.reason === 'key',
  );
  const uid = settings.ok ? settings.settings.uid : null;
  const target = await chooseAccount(context, user, { accountId, uid });
  const consent = await store.consents.create({
    userId: user.id,
    accountId: target,
    kind,
    environment: link.environment,
    domain,
    uid,
    tokens: toConsentTokens(result.value, clock.now()),
    now: clock.now(),
  });
  await store.audit.write({
    at: clock.now(),
    actorId: user.id,
    action: 'link.consented',
    subjectId: user.id,
    detail: `${kind} ${target}`,
  });
  context.log.write('info', 'link.consented', { userId: user.id, accountId: target, kind });
  return {
    success: true,
    oauth_type: kind,
    account_id: target,
    domain,
    expires_at: Math.floor(consent.expiresAt / 1_000),
    has_key: (await store.accounts.find(target)) !== null,
  };
}

/** Returns the OAuth client. Throws an error for the administrator when the OAuth client is not configured. */
export function requireOauth(context: AppContext, kind: ConsentKind): NonNullable<AppContext['link']['oauth']> {
  const { oauth } = context.link;
  if (oauth === null) throw new ApiError(kind === 'fast_api' ? 'FAST_API_DISABLED' : 'OAUTH_START_FAILED');
  return oauth;
}

async function useState(context: AppContext, callback: Callback, state: string): Promise<string | null> {
  const { user, sessionId, kind } = callback;
  const content = context.link.seal.read(state, sessionId);
  if (content === null || content.kind !== kind) throw new ApiError('OAUTH_STATE_INVALID');
  const used = await context.store.oauthStates.consume(state, { userId: user.id, now: context.clock.now() });
  if (!used.ok) throw new ApiError(used.refusal === 'expired' ? 'OAUTH_STATE_EXPIRED' : 'OAUTH_STATE_INVALID');
  return used.state.accountId;
}

/** Returns the id of the account of the consent. Throws ACCOUNT_ALREADY_LINKED when another person has linked the exchange account. Nothing has been stored at this point. */
async function chooseAccount(
  context: AppContext,
  user: UserRecord,
  { accountId, uid }: { readonly accountId: string | null; readonly uid: string | null },
): Promise<string> {
  const { store, link } = context;
  const consents = await store.consents.listByUser(user.id);
  if (accountId !== null) {
    const account = await store.accounts.find(accountId);
    const known = account?.uid ?? consents.find((one) => one.accountId === accountId)?.uid ?? null;
    if (uid !== null && known !== null && known !== uid) throw new ApiError('ACCOUNT_DIFFERS');
    return accountId;
  }
  if (uid === null) return randomUUID();
  const linked = await store.accounts.findByUid({ exchange: 'okx', environment: link.environment, uid });
  if (linked !== null && linked.userId !== user.id) throw new ApiError('ACCOUNT_ALREADY_LINKED');
  if (linked !== null) return linked.id;
  if ((await store.consents.ownersOfUid(link.environment, uid)).some((owner) => owner !== user.id))
    throw new ApiError('ACCOUNT_ALREADY_LINKED');
  return consents.find((one) => one.uid === uid)?.accountId ?? randomUUID();
}
