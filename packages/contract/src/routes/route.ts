// One row of the route table.
import type * as z from 'zod';

/** The callers of a route: anyone, holders of the refresh cookie, logged-in users, users with the operator's grant, operators. */
export type RouteAccess = 'public' | 'cookie' | 'session' | 'granted' | 'operator';

/** One call: method, path, access and the schemas of its parts. */
export interface ApiRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly access: RouteAccess;
  readonly summary: string;
  readonly response: z.ZodType;
  /** JSON when left out. */
  readonly responseType?: 'text/csv' | 'text/plain';
  /** Responses by status that are not the error body. Health has one for 503. */
  readonly otherResponses?: Readonly<Record<number, z.ZodType>>;
  /** A browser without a token is redirected to a page with 302. */
  readonly redirectsBrowsers?: true;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly headers?: z.ZodType;
}

/** Statuses of the error body that any call may return. */
const anyCall = [400, 403, 404, 409, 413, 415, 429, 500, 502, 503] as const;

/** Returns every status of a call besides 200 and `otherResponses`. The OpenAPI document lists them. */
export function errorStatuses(row: ApiRoute): readonly number[] {
  const mayBe401 = row.access !== 'public' || row.path === '/api/auth/login';
  return [...(mayBe401 ? [401] : []), ...anyCall].filter((status) => row.otherResponses?.[status] === undefined);
}
