// The routes of log-in, renewal and log-out. The response has the access token in the body and the refresh token in an HttpOnly cookie.
import type { FastifyRequest } from 'fastify';
import { routes, type PasskeyAssertion } from '@rondo/contract';
import type { FactorStatus, UserRecord } from '@rondo/store';
import { ApiError, leftOutOfLogin } from '../api/api-error.ts';
import type { CodeAttempts } from '../factors/code-attempts.ts';
import { createHashing, type PasswordCheck } from './hashing.ts';
import { createLoginCompletion, toLoginResponse } from './login-completion.ts';
import { createSignInAttempts } from './sign-in-attempts.ts';
import { refreshCookie } from './refresh-cookie.ts';
import { createPasskeyProofs, type PasskeyProofs } from '../factors/passkey-proofs.ts';
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
  const attempts = createSignInAttempts(context);
  const hashing = createHashing(context);
  const completion = createLoginCompletion(context);
  const { store } = context;
  const prover = { context, codeAttempts: router.codeAttempts, passkeys: createPasskeyProofs(context) };

  serve(router, routes.login, async ({ body, request, reply }) => {
    const field = leftOutOfLogin(body);
    if (field !== null) throw new ApiError('LOGIN_REQUIRED_FIELDS', { field });
    const email = body.email.trim().toLowerCase();
    const found = await store.users.findByEmail(email);
    const knownDevice = await completion.knownDevice(request, found?.id ?? null);
    const isKnownDevice = knownDevice !== null;
    const claimant = { isLoggedIn: false, address: request.ip, person: email, knownDevice } as const;
    const check = await attempts.prove(claimant, () =>
      hashing.verify(found?.passwordHash ?? null, body.password, isKnownDevice),
    );
    const checked = await checkProofs(prover, { ...body, found, check, request });
    if (!checked.ok) {
      const { error, outcome } = checked;
      await completion.record({ request, userId: found?.id ?? null, isKnownDevice, sessionId: null, outcome });
      throw error;
    }
    return completion.complete({ ...checked, request, reply, remember: body.remember });
  });
}

interface Prover {
  readonly context: AppContext;
  readonly codeAttempts: CodeAttempts;
  readonly passkeys: PasskeyProofs;
}

interface GivenProofs {
  readonly request: FastifyRequest;
  /** The user with this e-mail address, or null when no user has the address. */
  readonly found: UserRecord | null;
  readonly password: string;
  readonly code?: string | undefined;
  readonly passkey?: PasskeyAssertion | undefined;
  /** The result of the check of the password. */
  readonly check: PasswordCheck;
}

type CheckedProofs =
  | {
      readonly ok: true;
      readonly user: UserRecord;
      readonly passwordHash: string;
      readonly withSecondFactor: boolean;
    }
  | {
      readonly ok: false;
      readonly error: Error;
      readonly outcome: 'wrong password' | 'wrong code' | 'code missing';
    };

/** Checks the second factor after the password. Each attempt with the correct password has an outcome, so that it is recorded. */
async function checkProofs(prover: Prover, given: GivenProofs): Promise<CheckedProofs> {
  const { found, password, check } = given;
  if (found === null || !check.isMatch)
    return { ok: false, error: new ApiError('LOGIN_FAILED'), outcome: 'wrong password' };
  const factor = await prover.context.store.secondFactors.status(found.id);
  const refusal = factor === null ? null : await checkFactor(prover, found.id, { ...given, factor }).catch(refusalOf);
  if (refusal !== null) return { ok: false, ...refusal };
  const passwordHash = check.needsRehash ? await rehash(prover.context, found, password) : found.passwordHash;
  return { ok: true, user: found, passwordHash, withSecondFactor: factor !== null };
}

/** Returns the refusal of a code or passkey whose check has failed. */
function refusalOf(error: Error): { readonly error: Error; readonly outcome: 'wrong code' } {
  return { error, outcome: 'wrong code' };
}

/**
 * Checks the code or the passkey. Returns null when it is correct. Throws 429 or CODES_ENDED when the person has no attempt for a code left, and PASSKEYS_UNAVAILABLE
 * when the request was sent to an address without passkeys.
 */
async function checkFactor(
  { codeAttempts, passkeys }: Prover,
  userId: string,
  { request, code, passkey, factor }: GivenProofs & { readonly factor: FactorStatus },
): Promise<{ readonly error: ApiError; readonly outcome: 'wrong code' | 'code missing' } | null> {
  if (passkey !== undefined) {
    const isOwn = (await passkeys.check(request, passkey)).userId === userId;
    return isOwn ? null : { error: new ApiError('PASSKEY_REFUSED'), outcome: 'wrong code' };
  }
  // The page offers the passkey only to people who have one.
  const parameters = { has_passkey: String(factor.passkeys > 0) };
  if (code === undefined) return { error: new ApiError('TOTP_REQUIRED', { parameters }), outcome: 'code missing' };
  return (await codeAttempts.verify(userId, code))
    ? null
    : { error: new ApiError('TOTP_WRONG'), outcome: 'wrong code' };
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
