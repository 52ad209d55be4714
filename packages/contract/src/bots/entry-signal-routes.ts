// The calls about entries that wait for a signal.
import { botParamsSchema } from './bots.ts';
import { botSignalListSchema, entryOptionsSchema } from './entry-signals.ts';
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
} as const satisfies Record<string, ApiRoute>;
