// Proves a person by a passkey: the answer of an authenticator to a challenge of this browser.
import type { FastifyRequest } from 'fastify';
import type { PasskeyAssertion } from '@rondo/contract';
import type { PasskeyRecord } from '@rondo/store';
import { causeOf } from '../ops/log.ts';
import type { AppContext } from '../app-context.ts';
import { challengeCookie } from './challenge-cookie.ts';
import { createChallenges } from './challenges.ts';
import { placeOf, requireRelyingParty } from './relying-party.ts';
import { readAssertion } from './webauthn.ts';

/** The result of a check. A match has proved both factors, because the authenticator has verified the person. */
export type PasskeyCheck =
  | { readonly isMatch: true; readonly userId: string }
  | { readonly isMatch: false; readonly userId: null };

export interface PasskeyProofs {
  /** Checks an answer, which works once. Throws PASSKEYS_UNAVAILABLE when the request was sent to an address without passkeys. */
  check(request: FastifyRequest, assertion: PasskeyAssertion): Promise<PasskeyCheck>;
}

const refused = { isMatch: false, userId: null } as const;

/** The largest length of the cause of a refusal in the log. A cause of the library repeats what the browser has sent. */
const causeLength = 200;

/** Creates the checks of passkeys (WebAuthn 7.2). */
export function createPasskeyProofs(context: AppContext): PasskeyProofs {
  const { store, clock, log } = context;
  const challenges = createChallenges(context);
  const cookie = challengeCookie(context.isInsecureHttp);
  const refuse = ({ userId }: PasskeyRecord, cause: string): PasskeyCheck => {
    log.write('warn', 'passkey.refused', { userId, cause: cause.slice(0, causeLength) });
    return refused;
  };
  return {
    async check(request, assertion) {
      const party = requireRelyingParty(context.publicUrl, placeOf(request));
      const passkey = await store.passkeys.find(assertion.id);
      if (passkey === null) return refused;
      const holder = cookie.read(request);
      if (holder === null) return refuse(passkey, 'a browser without a challenge');
      if (passkey.rpId !== party.id) return refuse(passkey, `the passkey of ${passkey.rpId}`);
      if (!isHandleOf(passkey.userId, assertion)) return refuse(passkey, 'the name of another person');
      let signed = '';
      const isOwn = (challenge: string): boolean => {
        signed = challenge;
        return challenges.isOwn(challenge, { purpose: 'prove', holder });
      };
      const read = await readAssertion(assertion, passkey, { party, isOwn }).catch((error: unknown) => causeOf(error));
      if (typeof read === 'string') return refuse(passkey, read);
      if (!(await challenges.use(signed))) return refuse(passkey, 'a used challenge');
      const isUsed = await store.passkeys.use(passkey.credentialId, { ...read, now: clock.now() });
      return isUsed
        ? { isMatch: true, userId: passkey.userId }
        : refuse(passkey, 'a removed passkey or an old counter');
    },
  };
}

/** Returns whether the answer names this person. An authenticator may leave the name out. */
function isHandleOf(userId: string, { user_handle: handle }: PasskeyAssertion): boolean {
  return handle === undefined || Buffer.from(handle, 'base64url').toString('utf8') === userId;
}
