// The end of a log-in after all proofs: the session, its cookies, the known device and the record.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LoginResponse } from '@rondo/contract';
import type { LoginOutcome, SessionTokens, UserRecord } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import { deviceCookie } from './device-cookie.ts';
import { refreshCookie } from './refresh-cookie.ts';
import type { AppContext } from '../app-context.ts';

/** A proved person who logs in. */
export interface ProvedLogin {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly user: UserRecord;
  /** The hash of the password at the time of the proofs. */
  readonly passwordHash: string;
  readonly withSecondFactor: boolean;
  readonly remember: boolean;
}

/** An attempt to log in that has ended. */
export interface LoginAttempt {
  readonly request: FastifyRequest;
  readonly userId: string | null;
  /** The session that the attempt has opened, or null. */
  readonly sessionId: string | null;
  readonly outcome: LoginOutcome;
  readonly isKnownDevice: boolean;
}

export interface LoginCompletion {
  /** Returns the token of the device when this person has logged in from it before, and null otherwise. */
  knownDevice(request: FastifyRequest, userId: string | null): Promise<string | null>;
  /** Opens the session. Throws LOGIN_FAILED when the password or the second factor was changed after the proofs. */
  complete(login: ProvedLogin): Promise<LoginResponse>;
  /** Records an attempt without the typed values. Records are stored for three months. */
  record(attempt: LoginAttempt): Promise<void>;
}

/** Creates the end of log-ins. */
export function createLoginCompletion(context: AppContext): LoginCompletion {
  const { store, clock, log } = context;
  const cookie = refreshCookie(context.isInsecureHttp);
  const devices = deviceCookie(context.isInsecureHttp);
  const knownDevice: LoginCompletion['knownDevice'] = async (request, userId) => {
    const device = devices.read(request);
    return device !== null && (await store.devices.isKnown(device, userId, clock.now())) ? device : null;
  };
  const record: LoginCompletion['record'] = async ({ request, userId, sessionId, outcome, isKnownDevice }) => {
    log.write('info', 'login.tried', { userId: userId ?? '', outcome });
    const agent = request.headers['user-agent'] ?? '';
    const at = clock.now();
    await store.logins.record({ userId, sessionId, address: request.ip, outcome, isKnownDevice, agent, at });
  };
  return {
    knownDevice,
    record,
    async complete({ request, reply, user, passwordHash, withSecondFactor, remember }) {
      const agent = request.headers['user-agent'] ?? '';
      const known = await knownDevice(request, user.id);
      const attempt = { request, userId: user.id, isKnownDevice: known !== null };
      const now = clock.now();
      const session = { userId: user.id, passwordHash, remember, now, agent, withSecondFactor };
      const tokens = await store.sessions.logIn(session);
      if (tokens === null) {
        await record({ ...attempt, sessionId: null, outcome: 'changed meanwhile' });
        throw new ApiError('LOGIN_FAILED');
      }
      cookie.give(reply, tokens, { isRemembered: remember, now });
      if (known !== null) await store.devices.use(known, now);
      devices.give(reply, known ?? (await store.devices.add({ userId: user.id, agent, now })));
      await record({ ...attempt, sessionId: tokens.sessionId, outcome: 'done' });
      return toLoginResponse(tokens, user);
    },
  };
}

/** Returns the response of a log-in or a renewal. */
export function toLoginResponse(tokens: SessionTokens, user: UserRecord): LoginResponse {
  return { access_token: tokens.accessToken, expires_at: tokens.accessExpiresAt, name: user.name, level: user.level };
}
