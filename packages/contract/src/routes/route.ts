// One row of the route table.
import type * as z from 'zod';

/** The callers who may call a route: anyone (public), a holder of the refresh cookie, a logged-in user (session), an approved user (granted), an operator. */
export type RouteAccess = 'public' | 'cookie' | 'session' | 'granted' | 'operator';

/** One call: the method, the path, the access, and the schemas of the request and the response. */
export interface ApiRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly access: RouteAccess;
  readonly summary: string;
  readonly response: z.ZodType;
  /** The content type of the response. The default is JSON. */
  readonly responseType?: 'text/csv' | 'text/plain' | 'application/octet-stream';
  /**
   * The schemas of other responses by status, when the body is not the error body. For example, GET /api/health returns its normal body with the status 503.
   */
  readonly otherResponses?: Readonly<Record<number, z.ZodType>>;
  /** True when a browser without a token is redirected to a page with the status 302. */
  readonly redirectsBrowsers?: true;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly headers?: z.ZodType;
}

/** The statuses with the error body that every call may return. */
const anyCall = [400, 403, 404, 409, 413, 415, 421, 429, 500, 502, 503] as const;

/** Returns every status with which a call can return the error body. The OpenAPI document lists these statuses. */
export function errorStatuses(row: ApiRoute): readonly number[] {
  const mayBe401 = row.access !== 'public' || row.path.endsWith('/login');
  return [...(mayBe401 ? [401] : []), ...anyCall].filter((status) => row.otherResponses?.[status] === undefined);
}
