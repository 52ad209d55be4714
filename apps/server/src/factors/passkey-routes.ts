// The routes of passkeys: log-in, list, creation and removal.
import { routes } from '@rondo/contract';
import type { PasskeyRecord } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import { requireFreshProof, type Caller } from '../api/guards.ts';
import { serve } from '../api/serve.ts';
import { causeOf } from '../ops/log.ts';
import { isFactorRequired, requireEnrolment } from './factor-rules.ts';
import { createLoginCompletion } from '../people/login-completion.ts';
import { sessionRenewal } from './session-renewal.ts';
import { createSignInAttempts } from '../people/sign-in-attempts.ts';
import type { Router } from '../api/router.ts';
import type { AppContext } from '../app-context.ts';
import { challengeCookie } from './challenge-cookie.ts';
import { createChallenges } from './challenges.ts';
import { createPasskeyProofs } from './passkey-proofs.ts';
import { placeOf, relyingPartyOf, requireRelyingParty } from './relying-party.ts';
import { readCreation } from './webauthn.ts';

/** Serves /api/auth/passkeys. A passkey logs in alone, because the authenticator has verified the person, or is the second factor after a password. */
export function servePasskeys(router: Router, context: AppContext): void {
  serveProofs(router, context);
  serveList(router, context);
  serveCreation(router, context);
}

function serveProofs(router: Router, context: AppContext): void {
  const { store } = context;
  const cookie = challengeCookie(context.isInsecureHttp);
  const challenges = createChallenges(context);
  const attempts = createSignInAttempts(context);
  const proofs = createPasskeyProofs(context);
  const completion = createLoginCompletion(context);

  serve(router, routes.passkeyChallenge, async ({ request, reply }) => {
    const { id } = requireRelyingParty(context.publicUrl, placeOf(request));
    const holder = cookie.give(request, reply);
    const { challenge, expiresAt } = challenges.make({ purpose: 'prove', holder });
    return { challenge, rp_id: id, expires_at: expiresAt };
  });

  serve(router, routes.passkeyLogin, async ({ body, request, reply }) => {
    const visitor = { isLoggedIn: false, address: request.ip, person: null, knownDevice: null } as const;
    const { userId } = await attempts.prove(visitor, () => proofs.check(request, body.passkey));
    const user = userId === null ? null : await store.users.findById(userId);
    if (user === null) throw new ApiError('PASSKEY_REFUSED');
    const { passwordHash } = user;
    return completion.complete({ request, reply, user, passwordHash, withSecondFactor: true, remember: body.remember });
  });
}

function serveList(router: Router, context: AppContext): void {
  const { store, clock } = context;
  const renewSession = sessionRenewal(context);

  serve(router, routes.passkeys, async ({ caller, request }) => ({
    items: (await store.passkeys.list(caller.user.id)).map(toItem),
    is_available: relyingPartyOf(context.publicUrl, placeOf(request)) !== null,
  }));

  serve(router, routes.removePasskey, async ({ caller, params, reply }) => {
    requireFreshProof(caller, clock.now());
    const passkey = { userId: caller.user.id, id: params.id };
    const removed = await store.passkeys.remove(passkey, !isFactorRequired(context, caller));
    if (!removed.ok) throw new ApiError(removed.refusal === 'last' ? 'SECOND_FACTOR_NEEDED' : 'NOT_FOUND');
    await audit(context, caller, 'user.passkeyRemoved');
    await renewSession(caller, reply, removed.isOn);
    return { success: true as const };
  });
}

function serveCreation(router: Router, context: AppContext): void {
  const { store, clock, log } = context;
  const challenges = createChallenges(context);
  const renewSession = sessionRenewal(context);

  serve(router, routes.beginPasskey, async ({ caller, body, request }) => {
    requireFreshProof(caller, clock.now());
    const { id, email } = caller.user;
    const party = requireRelyingParty(context.publicUrl, placeOf(request));
    const isOn = (await store.secondFactors.status(id)) !== null;
    // The fresh proof has contained the second factor when it is on. Otherwise a stolen password must not be enough for an operator's passkey.
    if (!isOn && isFactorRequired(context, caller)) await requireEnrolment(context, caller, body.enrolment ?? '');
    const { challenge, expiresAt } = challenges.make({ purpose: 'create', holder: caller.sessionId });
    const known = (await store.passkeys.list(id)).map(({ credentialId }) => credentialId);
    const userId = Buffer.from(id).toString('base64url');
    return { challenge, rp_id: party.id, expires_at: expiresAt, user_id: userId, user_name: email, known };
  });

  serve(router, routes.createPasskey, async ({ caller, body, request, reply }) => {
    const party = requireRelyingParty(context.publicUrl, placeOf(request));
    let signed = '';
    const isOwn = (challenge: string): boolean => {
      signed = challenge;
      return challenges.isOwn(challenge, { purpose: 'create', holder: caller.sessionId });
    };
    const creation = { id: body.id, clientData: body.client_data, attestation: body.attestation };
    const read = await readCreation(creation, { party, isOwn }).catch((error: unknown) => {
      log.write('warn', 'passkey.not_created', { userId: caller.user.id, cause: causeOf(error).slice(0, causeLength) });
      throw new ApiError('PASSKEY_INVALID');
    });
    if (!(await challenges.use(signed))) throw new ApiError('PASSKEY_INVALID');
    const now = clock.now();
    const added = await store.passkeys.add({
      ...read,
      userId: caller.user.id,
      name: body.name,
      rpId: party.id,
      createdAt: now,
    });
    if (!added.ok) throw new ApiError(refusalCodes[added.refusal]);
    await audit(context, caller, 'user.passkeyAdded');
    await renewSession(caller, reply, true);
    return { passkey: toItem(added.passkey), recovery_codes: [...added.recoveryCodes] };
  });
}

/** The largest length of the cause of a refusal in the log. A cause of the library repeats what the browser has sent. */
const causeLength = 200;

const refusalCodes = { known: 'PASSKEY_KNOWN', full: 'PASSKEYS_FULL' } as const;

function audit({ store, clock }: AppContext, { user: { id } }: Caller, action: string): Promise<void> {
  return store.audit.write({ at: clock.now(), actorId: id, action, subjectId: id, detail: '' });
}

function toItem(passkey: PasskeyRecord) {
  return {
    id: passkey.id,
    name: passkey.name,
    is_synced: passkey.isSynced,
    created_at: passkey.createdAt,
    last_used_at: passkey.lastUsedAt,
  };
}
