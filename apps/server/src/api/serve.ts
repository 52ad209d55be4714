// Connects a row of the route table with the function that handles the call. The row defines the validation, the access and the types.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { errorBodySchema, errorStatuses, routes, type ApiRoute, type RouteAccess } from '@rondo/contract';
import type { Api } from './api.ts';
import { ApiError } from './api-error.ts';
import type { Caller, Guards } from './guards.ts';

type OutputOf<Row, Part extends 'body' | 'params' | 'query' | 'headers'> =
  Row extends Readonly<Record<Part, infer Schema extends z.ZodType>> ? z.output<Schema> : undefined;

/** The argument of a route's function. `caller` is null only on public and cookie routes. */
export interface Call<Row extends ApiRoute> {
  readonly body: OutputOf<Row, 'body'>;
  readonly params: OutputOf<Row, 'params'>;
  readonly query: OutputOf<Row, 'query'>;
  readonly headers: OutputOf<Row, 'headers'>;
  readonly caller: Row['access'] extends 'session' | 'granted' | 'operator' ? Caller : null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The value that a route's function returns. A route of bytes returns a buffer, which is sent as it is. */
type ResponseOf<Row extends ApiRoute> = Row extends { readonly responseType: 'application/octet-stream' }
  ? Buffer
  : z.output<Row['response']>;

/** Serves one route of the table. Access is checked before the body is parsed. */
export function serve<const Row extends ApiRoute>(
  deps: { readonly api: Api; readonly guards: Guards },
  row: Row,
  respond: (call: Call<Row>) => Promise<ResponseOf<Row>>,
): void {
  const { api, guards } = deps;
  api.route({
    method: row.method,
    url: row.path,
    ...(row.method === 'GET' ? {} : { compress: false as const }),
    schema: {
      summary: row.summary,
      description: accessWords[row.access],
      tags: [row.path.split('/')[2] ?? ''],
      operationId: operationOf(row),
      response: {
        ...Object.fromEntries(errorStatuses(row).map((status) => [status, errorBodySchema])),
        ...row.otherResponses,
        200:
          row.responseType === undefined ? row.response : { content: { [row.responseType]: { schema: row.response } } },
      },
      ...(row.body === undefined ? {} : { body: row.body }),
      ...(row.params === undefined ? {} : { params: row.params }),
      ...(row.query === undefined ? {} : { querystring: row.query }),
      ...(row.headers === undefined ? {} : { headers: row.headers }),
      ...(row.access === 'public'
        ? {}
        : { security: [row.access === 'cookie' ? { refreshCookie: [] } : { bearer: [] }] }),
    },
    onRequest: async (request) => {
      await guards.admit(request, row);
    },
    handler: async (request, reply) => {
      refuseUnknown(row, request);
      const call = {
        body: request.body,
        params: request.params,
        query: request.query,
        headers: request.headers,
        caller: guards.callerOf(request),
        request,
        reply,
      } as unknown as Call<Row>; // The schemas of the row have validated these parts. `admit` has set the caller when the route needs a caller.
      if (row.responseType !== undefined)
        reply.type(row.responseType.startsWith('text/') ? `${row.responseType}; charset=utf-8` : row.responseType);
      return respond(call);
    },
  });
}

/** Returns the text for the OpenAPI document about the callers who have access. */
const accessWords: Readonly<Record<RouteAccess, string>> = {
  public: 'For anybody.',
  cookie: 'For the holder of the refresh cookie.',
  session: 'For anybody who is logged in.',
  granted: 'For members whom an operator has approved.',
  operator: 'For operators.',
};

/**
 * Refuses a query with a field when the row has no query schema, and a body with a field when the row has no body schema. Otherwise the schemas refuse unknown
 * fields.
 */
function refuseUnknown(row: ApiRoute, { query, body }: FastifyRequest): void {
  if (row.query === undefined) refuseFields(query);
  if (row.body === undefined) refuseFields(body);
}

function refuseFields(given: unknown): void {
  if (given === undefined || given === null) return;
  const isObject = typeof given === 'object' && !Array.isArray(given);
  const [field] = isObject ? Object.keys(given) : [];
  if (isObject && field === undefined) return;
  const reason = field === undefined ? 'This call takes no body' : `Unrecognized key: "${field}"`;
  throw new ApiError(
    'VALIDATION',
    field === undefined ? { parameters: { reason } } : { field, parameters: { field, reason } },
  );
}

/** Returns the name of the row in the table. A generated client uses this name for its function. */
function operationOf(row: ApiRoute): string {
  const table: Readonly<Record<string, ApiRoute>> = routes;
  return Object.keys(table).find((name) => table[name] === row) ?? row.path;
}
