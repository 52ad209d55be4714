// The routes of log-in, renewal and log-out. The response has the access token in the body and the refresh token in an HttpOnly cookie.
import type { FastifyRequest } from 'fastify';
import { routes, type LoginResponse } from '@rondo/contract';
import type { LoginOutcome, SessionTokens, UserRecord } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import type { CodeAttempts } from './code-attempts.ts';
import { deviceCookie } from './device-cookie.ts';
import { createHashing, type PasswordCheck } from './hashing.ts';
import { createSignInAttempts } from './sign-in-attempts.ts';
import { refreshCookie } from './refresh-cookie.ts';
import { serve } from '../api/serve.ts';
import type { Router } from '../api/router.ts';
import type { AppContext } from '../app-context.ts';

/** Serves /api/auth. A log-in with an unknown e-mail takes as long as a log-in with a wrong password and gets the same response (reliability 5.3 item 7). */
export function serveAuth(router: Router, context: AppContext): void {
  serveLogin(router, context);
  const cookie = refreshCookie(context.isInsecureHttp);
  const { store, clock } = context;

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

function serveLogin(router: Router, context: AppContext): void {
  const cookie = refreshCookie(context.isInsecureHttp);
  const devices = deviceCookie(context.isInsecureHttp);
  const attempts = createSignInAttempts(context);
  const hashing = createHashing(context);
  const { store, clock } = context;

  serve(router, routes.login, async ({ body, request, reply }) => {
    const email = body.email.trim().toLowerCase();
    if (email === '' || body.password === '') throw new ApiError('LOGIN_REQUIRED_FIELDS');
    const found = await store.users.findByEmail(email);
    const device = devices.read(request);
    const isKnown = device !== null && (await store.devices.isKnown(device, found?.id ?? null, clock.now()));
    const knownDevice = isKnown ? device : null;
    const password = await attempts.prove({ address: request.ip, person: email, knownDevice }, () =>
      hashing.verify(found?.passwordHash ?? null, body.password, isKnown),
    );
    const checked = await checkProofs(context, router.codeAttempts, { found, ...body, check: password });
    const tokens = checked.ok ? await logIn(context, { ...checked, request, remember: body.remember }) : null;
    const attempted = { request, userId: found?.id ?? null, isKnownDevice: isKnown };
    if (!checked.ok || tokens === null) {
      // `tokens` is null when the password or the second factor was changed during this log-in.
      const { code, outcome } = checked.ok
        ? ({ code: 'LOGIN_FAILED', outcome: 'changed meanwhile' } as const)
        : checked;
      await recordLogin(context, { ...attempted, sessionId: null, outcome });
      throw new ApiError(code);
    }
    cookie.give(reply, tokens, { isRemembered: body.remember, now: clock.now() });
    devices.give(reply, await keepDevice(context, { request, userId: tokens.userId, knownDevice }));
    await recordLogin(context, { ...attempted, sessionId: tokens.sessionId, outcome: checked.outcome });
    return toLoginResponse(tokens, checked.user);
  });
}

interface GivenProofs {
  /** Returns the user with this e-mail address, or null when no user has the address. */
  readonly found: UserRecord | null;
  readonly password: string;
  readonly code?: string | undefined;
  /** The result of the check of the password. */
  readonly check: PasswordCheck;
}

type CheckedProofs =
  | {
      readonly ok: true;
      readonly outcome: 'done';
      readonly user: UserRecord;
      readonly passwordHash: string;
      readonly withSecondFactor: boolean;
    }
  | { readonly ok: false; readonly code: 'LOGIN_FAILED'; readonly outcome: 'wrong password' }
  | { readonly ok: false; readonly code: 'TOTP_WRONG'; readonly outcome: 'wrong code' }
  | { readonly ok: false; readonly code: 'TOTP_REQUIRED'; readonly outcome: 'code missing' };

/** Checks the second factor after the password. Throws 429 or CODES_ENDED when the person has no attempt for a code left. */
async function checkProofs(
  context: AppContext,
  codeAttempts: CodeAttempts,
  { found, password, code, check }: GivenProofs,
): Promise<CheckedProofs> {
  if (found === null || !check.isMatch) return { ok: false, code: 'LOGIN_FAILED', outcome: 'wrong password' };
  const withSecondFactor = (await context.store.secondFactors.status(found.id)) !== null;
  if (withSecondFactor) {
    if (code === undefined) return { ok: false, code: 'TOTP_REQUIRED', outcome: 'code missing' };
    if (!(await codeAttempts.verify(found.id, code))) return { ok: false, code: 'TOTP_WRONG', outcome: 'wrong code' };
  }
  const passwordHash = check.needsRehash ? await rehash(context, found, password) : found.passwordHash;
  return { ok: true, outcome: 'done', user: found, passwordHash, withSecondFactor };
}

/** Records a completed log-in from this device, and returns the token for the cookie of the device. */
async function keepDevice(
  { store, clock }: AppContext,
  login: { readonly request: FastifyRequest; readonly userId: string; readonly knownDevice: string | null },
): Promise<string> {
  const now = clock.now();
  const { request, userId, knownDevice } = login;
  if (knownDevice === null) return store.devices.add({ userId, agent: request.headers['user-agent'] ?? '', now });
  await store.devices.use(knownDevice, now);
  return knownDevice;
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
  /** The session that the attempt has opened, or null. */
  readonly sessionId: string | null;
  readonly outcome: LoginOutcome;
  readonly isKnownDevice: boolean;
}

/** Records the attempt without the typed values. Records are stored for three months. */
async function recordLogin(
  { store, clock, log }: AppContext,
  { request, userId, sessionId, outcome, isKnownDevice }: LoginAttempt,
): Promise<void> {
  log.write('info', 'login.tried', { userId: userId ?? '', outcome });
  const agent = request.headers['user-agent'] ?? '';
  await store.logins.record({ userId, sessionId, address: request.ip, outcome, isKnownDevice, agent, at: clock.now() });
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
