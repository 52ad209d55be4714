// The routes that turn the second factor of a person on and off.
import type { FastifyReply } from 'fastify';
import { routes } from '@rondo/contract';
import { ApiError } from '../api/api-error.ts';
import { requireFreshProof, type Caller } from '../api/guards.ts';
import { refreshCookie } from './refresh-cookie.ts';
import { serve } from '../api/serve.ts';
import { serverLimits } from '../limits.ts';
import type { Router } from '../api/router.ts';
import type { AppContext } from '../app-context.ts';

/** Serves /api/auth/second-factor. Codes follow RFC 6238, and each code works once. */
export function serveSecondFactor(router: Router, context: AppContext): void {
  const { store, clock } = context;
  const renewSession = sessionRenewal(context);
  const tries = context.budgets('codes of a new second factor', {
    points: serverLimits.wrongCodes,
    seconds: serverLimits.wrongCodeSeconds,
  });
  const audit = (caller: Caller, action: string): Promise<void> =>
    store.audit.write({ at: clock.now(), actorId: caller.user.id, action, subjectId: caller.user.id, detail: '' });

  serve(router, routes.secondFactor, async ({ caller }) => {
    const status = await store.secondFactors.status(caller.user.id);
    return {
      is_on: status !== null,
      is_required: isRequired(context, caller),
      recovery_codes_left: status?.recoveryCodesLeft ?? 0,
    };
  });

  serve(router, routes.beginSecondFactor, async ({ caller, body }) => {
    requireFreshProof(caller, clock.now());
    if (isRequired(context, caller)) await requireEnrolment(context, caller, body?.enrolment ?? '');
    const begun = await store.secondFactors.begin(caller.user.id);
    if (!begun.ok) throw new ApiError('SECOND_FACTOR_ON');
    const secret = begun.secret.toUpperCase();
    const label = encodeURIComponent(`Rondo:${caller.user.email}`);
    return { secret, uri: `otpauth://totp/${label}?secret=${secret}&issuer=Rondo&algorithm=SHA1&digits=6&period=30` };
  });

  serve(router, routes.confirmSecondFactor, async ({ caller, body, reply }) => {
    await tries.spend(caller.user.id);
    const now = clock.now();
    const result = await store.secondFactors.confirm(caller.user.id, body.code, now);
    if (!result.ok) throw new ApiError(refusalCodes[result.refusal]);
    await renewSession(caller, reply, true);
    await audit(caller, 'user.secondFactorOn');
    return { recovery_codes: [...result.recoveryCodes] };
  });

  serve(router, routes.renewRecoveryCodes, async ({ caller }) => {
    requireFreshProof(caller, clock.now());
    if ((await store.secondFactors.status(caller.user.id)) === null) throw new ApiError('SECOND_FACTOR_OFF');
    const recoveryCodes = await store.secondFactors.renewRecoveryCodes(caller.user.id);
    await audit(caller, 'user.recoveryCodes');
    return { recovery_codes: [...recoveryCodes] };
  });

  serve(router, routes.removeSecondFactor, async ({ caller, reply }) => {
    requireFreshProof(caller, clock.now());
    const hasLiveAccount = caller.accounts.some(({ environment }) => environment === 'live');
    if (isRequired(context, caller) || hasLiveAccount) throw new ApiError('SECOND_FACTOR_NEEDED');
    if (!(await store.secondFactors.remove(caller.user.id))) throw new ApiError('SECOND_FACTOR_OFF');
    await renewSession(caller, reply, false);
    await audit(caller, 'user.secondFactorOff');
    return { success: true as const };
  });
}

/** Returns the function that replaces the session of the caller. The access token ends, and the cookie of the response renews the session. */
function sessionRenewal({ store, clock, isInsecureHttp }: AppContext) {
  const cookie = refreshCookie(isInsecureHttp);
  return async ({ sessionId }: Caller, reply: FastifyReply, withSecondFactor: boolean): Promise<void> => {
    const now = clock.now();
    const tokens = await store.sessions.renew(sessionId, { now, withSecondFactor });
    if (tokens !== null) cookie.give(reply, tokens, { isRemembered: tokens.isRemembered, now });
  };
}

/** Throws when the token is not a one-time token that the command line has created for this operator. */
async function requireEnrolment({ store, clock }: AppContext, { user }: Caller, token: string): Promise<void> {
  if (!(await store.enrolments.mayEnrol(user.id, token, clock.now()))) throw new ApiError('ENROLMENT_REQUIRED');
}

/** Returns whether the caller must have a second factor. The demo world of the sandbox requires none (decision 22). */
function isRequired({ venue }: AppContext, { user }: Caller): boolean {
  return user.role === 'operator' && venue !== 'sandbox';
}

const refusalCodes = {
  not_begun: 'SECOND_FACTOR_OFF',
  already_on: 'SECOND_FACTOR_ON',
  wrong: 'SECOND_FACTOR_WRONG',
} as const;
