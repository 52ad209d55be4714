// Log-in, renewal and log-out. The access token goes to the page, the refresh token into an HttpOnly cookie.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { routes, type LoginAnswer } from '@rondo/contract';
import type { SessionTokens, UserRecord } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import { spend } from '../api/guards.ts';
import { serve } from '../api/serve.ts';
import { serverLimits } from '../limits.ts';
import type { Parts, Serving } from '../parts.ts';

/** Serves /api/auth. Unknown e-mail and wrong password cost the same time and answer the same (reliability.md 5.3 item 7). */
export function serveAuth(serving: Serving, parts: Parts): void {
  const cookie = refreshCookie(parts.isInsecureHttp);
  const failures = loginFailures();
  const { store, clock, log } = parts;

  serve(serving, routes.login, async ({ body, request, reply }) => {
    const email = body.email.trim().toLowerCase();
    if (email === '' || body.password === '') throw new ApiError('LOGIN_REQUIRED_FIELDS');
    await failures.refuseIfSpent(request.ip, email);
    const found = await store.users.findByEmail(email);
    const check = await store.passwords.verifyPassword(found?.passwordHash ?? null, body.password);
    if (!check.ok) throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 });
    if (found === null || !check.isMatch) {
      log.write('info', 'login.failed', { ip: request.ip });
      await failures.count(request.ip, email);
      throw new ApiError('LOGIN_FAILED');
    }
    if (check.needsRehash) await rehash(parts, found, body.password);
    const tokens = await store.sessions.create({ userId: found.id, remember: body.remember, now: clock.now() });
    cookie.give(reply, tokens, { isRemembered: body.remember, now: clock.now() });
    log.write('info', 'login.done', { userId: found.id });
    return toAnswer(tokens, found);
  });

  serve(serving, routes.refresh, async ({ request, reply }) => {
    const token = cookie.read(request);
    if (token === null) throw new ApiError('TOKEN_REFRESH_FAILED');
    const result = await store.sessions.refresh(token, clock.now());
    const user = result.ok ? await store.users.findById(result.tokens.userId) : null;
    if (!result.ok || user === null) {
      cookie.clear(reply);
      throw new ApiError('TOKEN_REFRESH_FAILED');
    }
    cookie.give(reply, result.tokens, { isRemembered: result.isRemembered, now: clock.now() });
    return toAnswer(result.tokens, user);
  });

  serve(serving, routes.logout, async ({ request, reply }) => {
    const now = clock.now();
    const token = cookie.read(request);
    const rotated = token === null ? null : await store.sessions.refresh(token, now);
    if (rotated?.ok === true) await store.sessions.revoke(rotated.tokens.sessionId, now);
    const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    const session = bearer === undefined ? null : await store.sessions.findByAccess(bearer, now);
    if (session !== null) await store.sessions.revoke(session.sessionId, now);
    cookie.clear(reply);
    reply.header('clear-site-data', '"cache"');
    return { success: true as const };
  });
}

async function rehash({ store }: Parts, user: UserRecord, password: string): Promise<void> {
  const fresh = await store.passwords.hashPassword(password);
  if (fresh.ok) await store.users.setPasswordHash(user.id, fresh.passwordHash);
}

function toAnswer(tokens: SessionTokens, user: UserRecord): LoginAnswer {
  return { access_token: tokens.accessToken, expires_at: tokens.accessExpiresAt, name: user.name, level: user.level };
}

/** The refresh token's cookie. `__Host-` binds it to this host and to TLS (browsers count localhost as safe). */
function refreshCookie(isInsecureHttp: boolean) {
  const name = isInsecureHttp ? 'rondo_refresh' : '__Host-rondo_refresh';
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure: !isInsecureHttp } as const;
  return {
    read: (request: FastifyRequest): string | null => request.cookies[name] ?? null,
    clear: (reply: FastifyReply): void => void reply.clearCookie(name, options),
    give(
      reply: FastifyReply,
      tokens: SessionTokens,
      { isRemembered, now }: { readonly isRemembered: boolean; readonly now: number },
    ): void {
      const maxAge = Math.max(0, Math.floor((tokens.refreshExpiresAt - now) / 1_000));
      reply.setCookie(name, tokens.refreshToken, isRemembered ? { ...options, maxAge } : options);
    },
  };
}

/** Failed log-ins per address and per e-mail: only failures count, so that nobody locks a known person out by volume alone. */
function loginFailures() {
  const duration = serverLimits.failedLoginSeconds;
  const byAddress = new RateLimiterMemory({ points: serverLimits.failedLoginsPerAddress, duration });
  const byEmail = new RateLimiterMemory({ points: serverLimits.failedLoginsPerEmail, duration });
  const refuse = async (budget: RateLimiterMemory, key: string): Promise<void> => {
    const spent = await budget.get(key);
    if (spent === null || spent.consumedPoints < budget.points) return;
    throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(spent.msBeforeNext / 1_000) });
  };
  return {
    async refuseIfSpent(address: string, email: string): Promise<void> {
      await refuse(byAddress, address);
      await refuse(byEmail, `${address} ${email}`);
    },
    async count(address: string, email: string): Promise<void> {
      await spend(byAddress, address);
      await spend(byEmail, `${address} ${email}`);
    },
  };
}
