// The calls about passkeys: log-in, list, creation and removal.
import { doneResponseSchema, loginResponseSchema } from './auth.ts';
import {
  passkeyBeginRequestSchema,
  passkeyChallengeSchema,
  passkeyCreateRequestSchema,
  passkeyCreatedSchema,
  passkeyListSchema,
  passkeyLoginRequestSchema,
  passkeyParamsSchema,
  passkeySetupSchema,
} from './passkeys.ts';
import type { ApiRoute } from '../routes/route.ts';

/** The calls about passkeys in the route table. */
export const passkeyRoutes = {
  passkeyChallenge: {
    method: 'POST',
    path: '/api/auth/passkeys/challenge',
    access: 'public',
    summary: 'Create a single-use challenge for a passkey',
    response: passkeyChallengeSchema,
  },
  passkeyLogin: {
    method: 'POST',
    path: '/api/auth/passkeys/login',
    access: 'public',
    summary: 'Log in with a passkey, without e-mail and password',
    body: passkeyLoginRequestSchema,
    response: loginResponseSchema,
  },
  passkeys: {
    method: 'GET',
    path: '/api/auth/passkeys',
    access: 'session',
    summary: 'List the passkeys of the caller',
    response: passkeyListSchema,
  },
  beginPasskey: {
    method: 'POST',
    path: '/api/auth/passkeys/begin',
    access: 'session',
    summary: 'Begin a new passkey (sensitive)',
    body: passkeyBeginRequestSchema,
    response: passkeySetupSchema,
  },
  createPasskey: {
    method: 'POST',
    path: '/api/auth/passkeys',
    access: 'session',
    summary: 'Store the passkey that was begun; the first passkey turns the second factor on',
    body: passkeyCreateRequestSchema,
    response: passkeyCreatedSchema,
  },
  removePasskey: {
    method: 'DELETE',
    path: '/api/auth/passkeys/:id',
    access: 'session',
    summary: 'Remove a passkey; without another factor the second factor is then off (sensitive)',
    params: passkeyParamsSchema,
    response: doneResponseSchema,
  },
} as const satisfies Record<string, ApiRoute>;
