// The dependencies for registering a route: the Fastify instance, the access checks, and the budget of second-factor codes.
import type { CodeAttempts } from '../factors/code-attempts.ts';
import type { Api } from './api.ts';
import type { Guards } from './guards.ts';

/** Every `serve...` function of the routes receives this record. */
export interface Router {
  readonly api: Api;
  readonly guards: Guards;
  readonly codeAttempts: CodeAttempts;
}
