// What one row of the route table says.
import type * as z from 'zod';

/** Who may call: anyone, the holder of the refresh cookie, any logged-in user, one whom the operator has granted, an operator. */
export type RouteAccess = 'public' | 'cookie' | 'session' | 'granted' | 'operator';

export interface ApiRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly access: RouteAccess;
  readonly summary: string;
  readonly response: z.ZodType;
  /** JSON when left out. */
  readonly responseType?: 'text/csv' | 'text/plain';
  /** Another answer than the error body for a status, as health gives with 503. */
  readonly otherResponses?: Readonly<Record<number, z.ZodType>>;
  /** A browser that comes without a token is sent on to a page with 302. */
  readonly redirectsBrowsers?: true;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly headers?: z.ZodType;
}

/** Statuses of the error body that any call may answer: refused, too large, too many, not ready, or the exchange's trouble. */
const anyCall = [400, 403, 404, 409, 413, 415, 429, 500, 502, 503] as const;

/** Every status that a call may answer, 200 and those of `otherAnswers` aside: the OpenAPI document lists them. */
export function errorStatuses(row: ApiRoute): readonly number[] {
  const mayBe401 = row.access !== 'public' || row.path === '/api/auth/login';
  return [...(mayBe401 ? [401] : []), ...anyCall].filter((status) => row.otherResponses?.[status] === undefined);
}
