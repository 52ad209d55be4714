// The routes with which a user manages sessions, changes the password, and re-authenticates.
import type { FastifyRequest } from 'fastify';
import { routes, type PasskeyAssertion } from '@rondo/contract';
import { ApiError } from '../api/api-error.ts';
import { requireFreshProof, type Caller } from '../api/guards.ts';
import { createHashing, type Hashing } from './hashing.ts';
import { createSignInAttempts, type SignInAttempts } from './sign-in-attempts.ts';
import { refreshCookie } from './refresh-cookie.ts';
import { createPasskeyProofs, type PasskeyProofs } from '../factors/passkey-proofs.ts';
import { serve } from '../api/serve.ts';
import { serverLimits } from '../limits.ts';
import { refuseWeakPassword } from './weak-password.ts';
import type { Router } from '../api/router.ts';
import type { AppContext } from '../app-context.ts';

/** Serves /api/auth/sessions, log-out everywhere, re-authentication, passwords and reset links. */
export function serveSessions(router: Router, context: AppContext): void {
  const { store, clock } = context;
  const proofs = {
    attempts: createSignInAttempts(context),
    hashing: createHashing(context),
    passkeys: createPasskeyProofs(context),
  };
  const cookie = refreshCookie(context.isInsecureHttp);

  const recordEnd = ({ user: { id } }: Caller, detail: 'one' | 'all'): Promise<void> =>
    store.audit.write({ at: clock.now(), actorId: id, action: 'user.endSessions', subjectId: id, detail });

  serve(router, routes.sessions, async ({ caller }) => {
    const sessions = await store.sessions.list(caller.user.id, clock.now());
    return {
      items: sessions.map((session) => ({
        id: session.id,
        agent: session.agent,
        is_current: session.id === caller.sessionId,
        is_remembered: session.isRemembered,
        created_at: session.createdAt,
        last_used_at: session.lastUsedAt,
        ends_at: session.endsAt,
      })),
    };
  });

  serve(router, routes.endSession, async ({ caller, params }) => {
    if (!(await store.sessions.end(caller.user.id, params.id, clock.now()))) throw new ApiError('NOT_FOUND');
    await recordEnd(caller, 'one');
    return { success: true as const };
  });

  serve(router, routes.logoutEverywhere, async ({ caller, reply }) => {
    await store.sessions.revokeAllOfUser(caller.user.id, clock.now());
    await recordEnd(caller, 'all');
    cookie.clear(reply);
    reply.header('clear-site-data', '"cache"');
    return { success: true as const };
  });

  serveLogins(router, context);
  servePasswords(router, context, proofs);
  serveResets(router, context, proofs);
}

function serveLogins(router: Router, { store, clock }: AppContext): void {
  serve(router, routes.logins, async ({ caller: { user, sessionId } }) => {
    const logins = await store.logins.recent({ userId: user.id, sessionId }, serverLimits.listedLogins);
    return {
      items: logins.map((login) => ({
        id: String(login.id),
        at: login.at,
        address: login.address,
        agent: login.agent,
        outcome: login.outcome,
        is_known_device: login.isKnownDevice,
        is_current: login.isOwn,
        is_new: login.isNew,
      })),
    };
  });

  serve(router, routes.seeLogins, async ({ caller: { user, sessionId } }) => {
    await store.logins.see({ userId: user.id, sessionId }, clock.now());
    return { success: true as const };
  });
}

interface Proofs {
  readonly attempts: SignInAttempts;
  readonly hashing: Hashing;
  readonly passkeys: PasskeyProofs;
}

function servePasswords(router: Router, context: AppContext, proofs: Proofs): void {
  const { store, clock } = context;
  serve(router, routes.reauthenticate, async ({ caller, body, request }) => {
    const { user } = caller;
    if ('passkey' in body) await provePasskey(proofs, { request, caller, passkey: body.passkey });
    else await provePassword(proofs, { caller, password: body.password });
    const withSecondFactor = 'passkey' in body || (await store.secondFactors.status(user.id)) !== null;
    if (withSecondFactor && !('passkey' in body)) {
      const isRight = body.code !== undefined && (await router.codeAttempts.verify(user.id, body.code));
      if (!isRight) throw new ApiError('REAUTH_FAILED');
    }
    const now = clock.now();
    await store.sessions.prove(caller.sessionId, { now, withSecondFactor });
    return { success: true as const, until: now + serverLimits.proofMs };
  });

  serve(router, routes.changePassword, async ({ caller, body }) => {
    requireFreshProof(caller, clock.now());
    await provePassword(proofs, { caller, password: body.current_password });
    refuseWeakPassword(body.new_password, caller.user, 'new_password');
    const isChanged = await store.users.changePassword(caller.user.id, {
      from: caller.user.passwordHash,
      to: await proofs.hashing.hash(body.new_password),
      exceptSessionId: caller.sessionId,
      now: clock.now(),
    });
    // The entered password was correct, but a concurrent call has changed the password after the check.
    if (!isChanged) throw new ApiError('REAUTH_FAILED');
    return { success: true as const };
  });
}

function serveResets(router: Router, context: AppContext, { attempts, hashing }: Proofs): void {
  const { store, clock } = context;
  serve(router, routes.resetLink, async ({ caller, params }) => {
    // The link gives access to the account of the person, so the operator must re-authenticate first.
    requireFreshProof(caller, clock.now());
    const person = await store.people.find(params.id);
    if (person === null) throw new ApiError('NOT_FOUND');
    // An operator alone must not take over another operator. The command line creates these links.
    if (person.role === 'operator' && person.id !== caller.user.id) throw new ApiError('FORBIDDEN');
    const { token, expiresAt } = await store.logins.createResetLink({
      userId: person.id,
      actorId: caller.user.id,
      now: clock.now(),
    });
    // The token is in the fragment of the address, because browsers never send the fragment to a server.
    return { path: `/reset-password#${token}`, expires_at: expiresAt };
  });

  serve(router, routes.resetPassword, async ({ body, request }) => {
    // The link is checked before the password is hashed, because callers without a link must not occupy the hasher.
    const visitor = { isLoggedIn: false, address: request.ip, person: null, knownDevice: null } as const;
    const link = await attempts.prove(visitor, async () => {
      const userId = await store.logins.findResetLink(body.token, clock.now());
      return { isMatch: userId !== null, userId };
    });
    const owner = link.userId === null ? null : await store.users.findById(link.userId);
    if (owner === null) throw new ApiError('RESET_LINK_INVALID');
    refuseWeakPassword(body.new_password, owner, 'new_password');
    const passwordHash = await hashing.hash(body.new_password);
    const userId = await store.logins.useResetLink({ token: body.token, passwordHash, now: clock.now() });
    if (userId === null) throw new ApiError('RESET_LINK_INVALID');
    return { success: true as const };
  });
}

/** Throws REAUTH_FAILED when the passkey belongs to another person or is refused, and 429 when too many checks have failed. */
async function provePasskey(
  { attempts, passkeys }: Proofs,
  {
    request,
    caller,
    passkey,
  }: { readonly request: FastifyRequest; readonly caller: Caller; readonly passkey: PasskeyAssertion },
): Promise<void> {
  const check = await attempts.prove({ isLoggedIn: true, userId: caller.user.id }, async () => {
    const { userId } = await passkeys.check(request, passkey);
    return { isMatch: userId === caller.user.id };
  });
  if (!check.isMatch) throw new ApiError('REAUTH_FAILED');
}

/** Throws REAUTH_FAILED when the password is wrong, and 429 when too many checks have failed. */
async function provePassword(
  { attempts, hashing }: Proofs,
  { caller, password }: { readonly caller: Caller; readonly password: string },
): Promise<void> {
  const { id, passwordHash } = caller.user;
  const check = await attempts.prove({ isLoggedIn: true, userId: id }, () =>
    hashing.verify(passwordHash, password, true),
  );
  if (!check.isMatch) throw new ApiError('REAUTH_FAILED');
}
