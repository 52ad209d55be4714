// The routes of log-in, renewal and log-out. The response has the access token in the body and the refresh token in an HttpOnly cookie.
import type { FastifyRequest } from 'fastify';
import { routes, type LoginResponse } from '@rondo/contract';
import type { SessionTokens, UserRecord } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import type { CodeAttempts } from './code-attempts.ts';
import { createFailedProofs } from './failed-proofs.ts';
import { refreshCookie } from './refresh-cookie.ts';
import { serve } from '../api/serve.ts';
import type { Router } from '../api/router.ts';
import type { AppContext } from '../app-context.ts';

/** Serves /api/auth. A log-in with an unknown e-mail takes as long as a log-in with a wrong password and gets the same response (reliability 5.3 item 7). */
export function serveAuth(router: Router, context: AppContext): void {
  const cookie = refreshCookie(context.isInsecureHttp);
  const failures = createFailedProofs(context.budgets);
  const { store, clock } = context;

  serve(router, routes.login, async ({ body, request, reply }) => {
    const email = body.email.trim().toLowerCase();
    if (email === '' || body.password === '') throw new ApiError('LOGIN_REQUIRED_FIELDS');
    await failures.refuseIfSpent(request.ip, email);
    const found = await store.users.findByEmail(email);
    const checked = await checkProofs(context, router.codeAttempts, { found, ...body });
    const tokens = checked.ok ? await logIn(context, { ...checked, request, remember: body.remember }) : null;
    if (!checked.ok || tokens === null) {
      // `tokens` is null when the password or the second factor was changed during this log-in.
      const { code, outcome } = checked.ok
        ? ({ code: 'LOGIN_FAILED', outcome: 'changed meanwhile' } as const)
        : checked;
      await recordLogin(context, { request, userId: found?.id ?? null, outcome });
      await failures.count(request.ip, email);
      throw new ApiError(code);
    }
    cookie.give(reply, tokens, { isRemembered: body.remember, now: clock.now() });
    await recordLogin(context, { request, userId: checked.user.id, outcome: 'done' });
    return toLoginResponse(tokens, checked.user);
  });

  serve(router, routes.refresh, async ({ request, reply }) => {
    const token = cookie.read(request);
    if (token === null) throw new ApiError('TOKEN_REFRESH_FAILED');
    const result = await store.sessions.refresh(token, clock.now());
    const user = result.ok ? await store.users.findById(result.tokens.userId) : null;
    if (!result.ok || user === null) {
      cookie.clear(reply);
      throw new ApiError('TOKEN_REFRESH_FAILED');
    }
    cookie.give(reply, result.tokens, { isRemembered: result.isRemembered, now: clock.now() });
    return toLoginResponse(result.tokens, user);
  });

  serve(router, routes.logout, async ({ request, reply }) => {
    const now = clock.now();
    const token = cookie.read(request);
    const rotated = token === null ? null : await store.sessions.refresh(token, now);
    if (rotated?.ok === true) await store.sessions.revoke(rotated.tokens.sessionId, now);
    const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const session = bearer === undefined ? null : await store.sessions.findByAccess(bearer, now);
    if (session !== null) await store.sessions.revoke(session.sessionId, now);
    cookie.clear(reply);
    reply.header('clear-site-data', '"cache"');
    return { success: true as const };
  });
}

interface GivenProofs {
  /** Returns the user with this e-mail address, or null when no user has the address. */
  readonly found: UserRecord | null;
  readonly password: string;
  readonly code?: string | undefined;
}

type CheckedProofs =
  | { readonly ok: true; readonly user: UserRecord; readonly passwordHash: string; readonly withSecondFactor: boolean }
  | { readonly ok: false; readonly code: 'LOGIN_FAILED' | 'TOTP_WRONG'; readonly outcome: string };

/** Checks password and second factor. Throws TOTP_REQUIRED when the code is missing, and 429 when too many checks are waiting. */
async function checkProofs(
  context: AppContext,
  codeAttempts: CodeAttempts,
  { found, password, code }: GivenProofs,
): Promise<CheckedProofs> {
  const { store } = context;
  const check = await store.passwords.verifyPassword(found?.passwordHash ?? null, password);
  if (!check.ok) throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 });
  if (found === null || !check.isMatch) return { ok: false, code: 'LOGIN_FAILED', outcome: 'wrong password' };
  const withSecondFactor = (await store.secondFactors.status(found.id)) !== null;
  if (withSecondFactor) {
    if (code === undefined) throw new ApiError('TOTP_REQUIRED');
    if (!(await codeAttempts.verify(found.id, code))) return { ok: false, code: 'TOTP_WRONG', outcome: 'wrong code' };
  }
  const passwordHash = check.needsRehash ? await rehash(context, found, password) : found.passwordHash;
  return { ok: true, user: found, passwordHash, withSecondFactor };
}

interface NewSession {
  readonly user: UserRecord;
  readonly passwordHash: string;
  readonly withSecondFactor: boolean;
  readonly request: FastifyRequest;
  readonly remember: boolean;
}

/** Opens the session. Returns null when the password or the second factor was changed after the check. */
function logIn(
  { store, clock }: AppContext,
  { user, passwordHash, withSecondFactor, request, remember }: NewSession,
): Promise<SessionTokens | null> {
  return store.sessions.logIn({
    userId: user.id,
    passwordHash,
    remember,
    now: clock.now(),
    agent: request.headers['user-agent'] ?? '',
    withSecondFactor,
  });
}

interface LoginAttempt {
  readonly request: FastifyRequest;
  readonly userId: string | null;
  readonly outcome: string;
}

/** Records the attempt without the typed values. Records are stored for three months. */
async function recordLogin(
  { store, clock, log }: AppContext,
  { request, userId, outcome }: LoginAttempt,
): Promise<void> {
  log.write('info', 'login.tried', { userId: userId ?? '', outcome });
  await store.logins.record({ userId, address: request.ip, outcome, at: clock.now() });
}

/** Renews the hash of a checked password. Returns the hash that is stored afterwards. */
async function rehash({ store }: AppContext, user: UserRecord, password: string): Promise<string> {
  const fresh = await store.passwords.hashPassword(password);
  if (!fresh.ok) return user.passwordHash;
  const isRenewed = await store.users.renewPasswordHash(user.id, { from: user.passwordHash, to: fresh.passwordHash });
  if (isRenewed) return fresh.passwordHash;
  // The stored hash was replaced after the check, because a concurrent log-in has renewed the hash or the password was changed. So the typed password is
  // checked with the stored hash.
  const found = await store.users.findById(user.id);
  const check = await store.passwords.verifyPassword(found?.passwordHash ?? null, password);
  return found !== null && check.ok && check.isMatch ? found.passwordHash : user.passwordHash;
}

function toLoginResponse(tokens: SessionTokens, user: UserRecord): LoginResponse {
  return { access_token: tokens.accessToken, expires_at: tokens.accessExpiresAt, name: user.name, level: user.level };
}
