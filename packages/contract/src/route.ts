// What one row of the route table says.
import type * as z from 'zod';

/** Who may call: anyone, the holder of the refresh cookie, any logged-in user, one whom the operator has granted, an operator. */
export type RouteAccess = 'public' | 'cookie' | 'session' | 'granted' | 'operator';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly access: RouteAccess;
  readonly summary: string;
  readonly answer: z.ZodType;
  /** JSON when left out. */
  readonly answerType?: 'text/csv' | 'text/plain';
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly headers?: z.ZodType;
}
