// The calls about entries that wait for a signal.
import { botParamsSchema, botStatusResponseSchema } from './bots.ts';
import {
  botSignalListSchema,
  entryOptionsSchema,
  hookBodySchema,
  hookParamsSchema,
  hookResponseSchema,
  signalHookSchema,
} from './entry-signals.ts';
import type { ApiRoute } from '../routes/route.ts';

/** The calls about entries that wait for a signal. */
export const entrySignalRoutes = {
  entryOptions: {
    method: 'GET',
    path: '/api/entry-options',
    access: 'session',
    summary: 'Return which entries can be chosen for a new bot',
    response: entryOptionsSchema,
  },
  botSignals: {
    method: 'GET',
    path: '/api/bots/:id/signals',
    access: 'session',
    summary: 'Return the newest readings or decisions about the entries of a bot',
    params: botParamsSchema,
    response: botSignalListSchema,
  },
  renewHook: {
    method: 'POST',
    path: '/api/bots/:id/signal-hook',
    access: 'session',
    summary: 'Create a new secret address for the incoming signals of a bot (sensitive)',
    params: botParamsSchema,
    response: signalHookSchema,
  },
  releaseHold: {
    method: 'POST',
    path: '/api/bots/:id/hold/release',
    access: 'session',
    summary: 'Release the hold that an incoming signal has set',
    params: botParamsSchema,
    response: botStatusResponseSchema,
    otherResponses: { 202: botStatusResponseSchema },
  },
  signalHook: {
    method: 'POST',
    path: '/hooks/signal/:token',
    access: 'public',
    summary: 'Send a signal to a bot',
    params: hookParamsSchema,
    body: hookBodySchema,
    response: hookResponseSchema,
    otherResponses: { 202: hookResponseSchema },
  },
} as const satisfies Record<string, ApiRoute>;
