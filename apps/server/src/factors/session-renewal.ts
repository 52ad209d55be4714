// The replacement of a session whose rights have changed.
import type { FastifyReply } from 'fastify';
import type { Caller } from '../api/guards.ts';
import type { AppContext } from '../app-context.ts';
import { refreshCookie } from '../people/refresh-cookie.ts';

/**
 * Returns the function that replaces the session of the caller and ends the other sessions (reliability 5.3 item 16). The access token ends, and the cookie of the
 * response renews the session. It is the last step of a route, because a call of the person between the replacement and the response has no valid token.
 */
export function sessionRenewal({ store, clock, isInsecureHttp }: AppContext) {
  const cookie = refreshCookie(isInsecureHttp);
  return async ({ sessionId }: Caller, reply: FastifyReply, withSecondFactor: boolean): Promise<void> => {
    const now = clock.now();
    const tokens = await store.sessions.renew(sessionId, { now, withSecondFactor });
    if (tokens !== null) cookie.give(reply, tokens, { isRemembered: tokens.isRemembered, now });
  };
}
