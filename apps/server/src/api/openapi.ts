// Creates the OpenAPI document from the route table. The document has one error schema and a description of every status.
import { STATUS_CODES } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import fastifySwagger from '@fastify/swagger';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { routes, type ApiRoute } from '@rondo/contract';
import { programVersion } from '../program-version.ts';
import type { Api } from './api.ts';

interface Content {
  schema: object;
}
interface Response {
  description: string;
  content?: Record<string, Content>;
  headers?: object;
}
interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly responses: Record<string, Response>;
}

/** Operations that redirect a browser to a page. */
const redirecting = Object.entries<ApiRoute>(routes).flatMap(([name, row]) =>
  row.redirectsBrowsers === true ? [name] : [],
);
const redirect: Response = {
  description: 'A browser without a token is redirected to the page that completes the call or shows the error.',
  headers: { location: { schema: { type: 'string' } } },
};

const errorPath = { $ref: '#/components/schemas/Error' };

/** Collects every route that is registered after this call. */
export async function describeApi(api: Api, cookieName: string): Promise<void> {
  await api.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Rondo', description: 'Ladder bots on perpetual USDT swaps.', version: programVersion },
      servers: [{ url: '/', description: 'This server' }],
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'The access_token of a log-in, valid for 15 minutes.',
          },
          refreshCookie: { type: 'apiKey', in: 'cookie', name: cookieName, description: 'Set by a log-in.' },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (made) => {
      if (!('openapiObject' in made)) throw new Error('The generated document is not OpenAPI 3.');
      const { openapiObject: document } = made;
      const methods = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path ?? {}));
      const error = nameErrors(methods as unknown as readonly Operation[]); // Fastify wrote one operation for each route.
      document.components = { ...document.components, schemas: { ...document.components?.schemas, Error: error } };
      return document;
    },
  });
}

/** Serves the OpenAPI document. */
export function serveDocument(api: Api): void {
  api.get('/api/openapi.json', { schema: { hide: true } }, async () => api.swagger());
}

/** Replaces each copy of the error schema by a reference to one schema, describes each status, and returns the one schema. */
function nameErrors(operations: readonly Operation[]): object {
  const error = operations[0]?.responses['400']?.content?.['application/json']?.schema;
  if (error === undefined) throw new Error('The first operation has no JSON schema for the status 400.');
  for (const { responses, operationId = '', summary = '' } of operations) {
    if (redirecting.includes(operationId)) responses['302'] = redirect;
    for (const [status, response] of Object.entries(responses)) {
      if (status !== '302') response.description = status === '200' ? summary : (STATUS_CODES[status] ?? status);
      const content = response.content?.['application/json'];
      if (content !== undefined && isDeepStrictEqual(content.schema, error)) content.schema = errorPath;
    }
  }
  return error;
}
