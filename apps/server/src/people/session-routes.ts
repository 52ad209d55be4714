// The routes with which a user manages sessions, changes the password, and re-authenticates.
import type { FastifyRequest } from 'fastify';
import { routes } from '@rondo/contract';
import { ApiError } from '../api/api-error.ts';
import { requireFreshProof, type Caller } from '../api/guards.ts';
import { createFailedProofs, type FailedProofs } from './failed-proofs.ts';
import { refreshCookie } from './refresh-cookie.ts';
import { serve } from '../api/serve.ts';
import { serverLimits } from '../limits.ts';
import type { Router } from '../api/router.ts';
import type { AppContext } from '../app-context.ts';

/** Serves /api/auth/sessions, log-out everywhere, re-authentication, passwords and reset links. */
export function serveSessions(router: Router, context: AppContext): void {
  const { store, clock } = context;
  const failures = createFailedProofs(context.budgets);
  const cookie = refreshCookie(context.isInsecureHttp);

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
    return { success: true as const };
  });

  serve(router, routes.logoutEverywhere, async ({ caller, reply }) => {
    await store.sessions.revokeAllOfUser(caller.user.id, clock.now());
    cookie.clear(reply);
    reply.header('clear-site-data', '"cache"');
    return { success: true as const };
  });

  servePasswords(router, context, failures);
  serveResets(router, context, failures);
}

function servePasswords(router: Router, context: AppContext, failures: FailedProofs): void {
  const { store, clock } = context;
  serve(router, routes.reauthenticate, async ({ caller, body, request }) => {
    const { user } = caller;
    await provePassword(context, failures, { request, caller, password: body.password });
    const withSecondFactor = (await store.secondFactors.status(user.id)) !== null;
    if (withSecondFactor) {
      const isRight = body.code !== undefined && (await router.codeAttempts.verify(user.id, body.code));
      if (!isRight) throw await failed(failures, request, caller);
    }
    const now = clock.now();
    await store.sessions.prove(caller.sessionId, { now, withSecondFactor });
    return { success: true as const, until: now + serverLimits.proofMs };
  });

  serve(router, routes.changePassword, async ({ caller, body, request }) => {
    requireFreshProof(caller, clock.now());
    await provePassword(context, failures, { request, caller, password: body.current_password });
    const isChanged = await store.users.changePassword(caller.user.id, {
      from: caller.user.passwordHash,
      to: await hash(context, body.new_password),
      exceptSessionId: caller.sessionId,
      now: clock.now(),
    });
    // The entered password was correct, but a concurrent call has changed the password after the check.
    if (!isChanged) throw new ApiError('REAUTH_FAILED');
    return { success: true as const };
  });
}

function serveResets(router: Router, context: AppContext, failures: FailedProofs): void {
  const { store, clock } = context;
  serve(router, routes.resetLink, async ({ caller, params }) => {
    // The link gives access to the account of the person, so the operator must re-authenticate first.
    requireFreshProof(caller, clock.now());
    const person = await store.people.find(params.id);
    if (person === null) throw new ApiError('NOT_FOUND');
    const { token, expiresAt } = await store.logins.createResetLink({
      userId: person.id,
      actorId: caller.user.id,
      now: clock.now(),
    });
    // The token is in the fragment of the address, because browsers never send the fragment to a server.
    return { path: `/reset-password#${token}`, expires_at: expiresAt };
  });

  serve(router, routes.resetPassword, async ({ body, request }) => {
    await failures.refuseIfSpent(request.ip, 'reset');
    const passwordHash = await hash(context, body.new_password);
    const userId = await store.logins.useResetLink({ token: body.token, passwordHash, now: clock.now() });
    if (userId === null) {
      await failures.count(request.ip, 'reset');
      throw new ApiError('RESET_LINK_INVALID');
    }
    return { success: true as const };
  });
}

interface PasswordProof {
  readonly request: FastifyRequest;
  readonly caller: Caller;
  readonly password: string;
}

async function provePassword({ store }: AppContext, failures: FailedProofs, proof: PasswordProof): Promise<void> {
  const { request, caller, password } = proof;
  await failures.refuseIfSpent(request.ip, caller.user.id);
  const check = await store.passwords.verifyPassword(caller.user.passwordHash, password);
  if (!check.ok) throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 });
  if (!check.isMatch) throw await failed(failures, request, caller);
}

async function failed(failures: FailedProofs, request: FastifyRequest, caller: Caller): Promise<ApiError> {
  await failures.count(request.ip, caller.user.id);
  return new ApiError('REAUTH_FAILED');
}

async function hash({ store }: AppContext, password: string): Promise<string> {
  const hashed = await store.passwords.hashPassword(password);
  if (!hashed.ok) throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 });
  return hashed.passwordHash;
}
