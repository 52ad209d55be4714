// The routes that turn the second factor of a person on and off.
import { routes } from '@rondo/contract';
import { ApiError } from '../api/api-error.ts';
import { requireFreshProof, type Caller } from '../api/guards.ts';
import { isFactorRequired, requireEnrolment } from './factor-rules.ts';
import { sessionRenewal } from './session-renewal.ts';
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

  serve(router, routes.secondFactor, async ({ caller }) => {
    const status = await store.secondFactors.status(caller.user.id);
    return {
      is_on: status !== null,
      has_authenticator: status?.hasAuthenticator ?? false,
      passkeys: status?.passkeys ?? 0,
      is_required: isFactorRequired(context, caller),
      recovery_codes_left: status?.recoveryCodesLeft ?? 0,
    };
  });

  serve(router, routes.beginSecondFactor, async ({ caller, body }) => {
    requireFreshProof(caller, clock.now());
    // With a passkey the second factor is on already, and the fresh proof has contained it.
    const isOn = (await store.secondFactors.status(caller.user.id)) !== null;
    if (!isOn && isFactorRequired(context, caller)) await requireEnrolment(context, caller, body?.enrolment ?? '');
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
    await audit(context, caller, 'user.secondFactorOn');
    await renewSession(caller, reply, true);
    return { recovery_codes: [...result.recoveryCodes] };
  });

  serveChanges(router, context);
}

function serveChanges(router: Router, context: AppContext): void {
  const { store, clock } = context;
  const renewSession = sessionRenewal(context);

  serve(router, routes.renewRecoveryCodes, async ({ caller }) => {
    requireFreshProof(caller, clock.now());
    if ((await store.secondFactors.status(caller.user.id)) === null) throw new ApiError('SECOND_FACTOR_OFF');
    const recoveryCodes = await store.secondFactors.renewRecoveryCodes(caller.user.id);
    await audit(context, caller, 'user.recoveryCodes');
    return { recovery_codes: [...recoveryCodes] };
  });

  serve(router, routes.removeSecondFactor, async ({ caller, reply }) => {
    requireFreshProof(caller, clock.now());
    const isRequired = isFactorRequired(context, caller);
    const removed = await store.secondFactors.remove(caller.user.id, !isRequired);
    if (!removed.ok)
      throw new ApiError(isRequired || removed.refusal === 'last' ? 'SECOND_FACTOR_NEEDED' : 'SECOND_FACTOR_OFF');
    await audit(context, caller, 'user.secondFactorOff');
    await renewSession(caller, reply, removed.isOn);
    return { success: true as const };
  });
}

function audit({ store, clock }: AppContext, { user: { id } }: Caller, action: string): Promise<void> {
  return store.audit.write({ at: clock.now(), actorId: id, action, subjectId: id, detail: '' });
}

const refusalCodes = {
  not_begun: 'SECOND_FACTOR_OFF',
  already_on: 'SECOND_FACTOR_ON',
  wrong: 'SECOND_FACTOR_WRONG',
} as const;
