// The routes of the sign-up. The server checks every rule that the page checks. The response does not reveal whether the e-mail is known.
import { randomBytes } from 'node:crypto';
import { contractLimits, routes, type ParsedRegisterRequest, type RegistrationRules } from '@rondo/contract';
import type { NewUser } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import { createHashing } from './hashing.ts';
import { serve } from '../api/serve.ts';
import { consentVersion, serverLimits } from '../limits.ts';
import { subscriberOf } from './network-of.ts';
import { refuseStaffName } from './staff-name.ts';
import { refuseWeakPassword } from './weak-password.ts';
import type { Router } from '../api/router.ts';
import type { AppContext } from '../app-context.ts';

/** Serves /api/auth/register and /api/registration (specification 5, decision 22). */
export function serveRegistration(router: Router, context: AppContext): void {
  const { clock, log } = context;
  const hashing = createHashing(context);
  const budget = context.budgets('sign-ups of an address', {
    points: serverLimits.registersPerAddress,
    seconds: 60 * 60,
  });
  const rules = rulesOf(context);

  serve(router, routes.registration, async () => rules);

  serve(router, routes.register, async ({ body, request }) => {
    refuseByRules(body, rules);
    refuseStaffName(body.name);
    await budget.spend(subscriberOf(request.ip));
    refuseWeakPassword(body.password, body, 'password');
    // The password is hashed even when the e-mail is known, because the response time must not reveal who is registered.
    const passwordHash = await hashing.hash(body.password);
    const isNew = await createOnce(context, {
      email: body.email,
      name: body.name,
      passwordHash,
      ref: body.ref,
      consentVersion: rules.consent_version,
      ...(body.region === undefined ? {} : { region: body.region }),
      now: clock.now(),
    });
    log.write('info', 'user.registered', { isNew });
    return {
      success: true as const,
      message: 'Sign-up complete; usable after operator approval.',
      message_key: 'register.done',
    };
  });
}

function rulesOf(context: AppContext): RegistrationRules {
  return {
    is_open: context.isRegistrationOpen,
    consent_version: consentVersion,
    minimum_age: contractLimits.minimumAge,
    minimum_password_length: contractLimits.passwordMinLength,
    prohibited_regions: [...context.prohibitedRegions],
    needs_ref: context.promotions.includes('referral'),
    default_ref: contractLimits.defaultReferral,
  };
}

/** Throws when a rule is broken. A missing consent, age or country is refused like a wrong one (decision 55). */
function refuseByRules(body: ParsedRegisterRequest, rules: RegistrationRules): void {
  if (!rules.is_open) throw new ApiError('REGISTRATION_CLOSED');
  if (rules.needs_ref && !contractLimits.referral.test(body.ref))
    throw new ApiError('INVALID_REFERRAL', { field: 'ref' });
  const { consents, region } = body;
  const isAgreed = consents?.terms === true && consents.privacy && consents.version === rules.consent_version;
  if (!isAgreed) throw new ApiError('CONSENT_REQUIRED', { field: 'consents' });
  if (body.is_adult !== true) throw new ApiError('AGE_REQUIRED', { field: 'is_adult' });
  if (region === undefined || rules.prohibited_regions.includes(region))
    throw new ApiError('REGION_PROHIBITED', { field: 'region' });
}

/** Returns false and changes nothing when the e-mail is known. A taken user name gets a random suffix. */
async function createOnce({ store }: AppContext, user: Omit<NewUser, 'username'>): Promise<boolean> {
  const name = user.email.slice(0, user.email.indexOf('@'));
  const plain = await store.users.create({ ...user, username: name });
  if (plain.ok || plain.refusal === 'email_taken') return plain.ok;
  const ending = randomBytes(serverLimits.usernameEndingBytes).toString('hex');
  const other = await store.users.create({ ...user, username: `${name}-${ending}` });
  if (!other.ok && other.refusal === 'username_taken')
    throw new Error('The user name with a random suffix is already taken.');
  return other.ok;
}
