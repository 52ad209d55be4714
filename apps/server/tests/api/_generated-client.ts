// A client that is generated only from the OpenAPI document. It checks every response against the document.
import { Validator } from '@seriousme/openapi-schema-validator';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { OpenAPIClientAxios, type Document } from 'openapi-client-axios';

export type Json = Readonly<Record<string, unknown>>;

interface DocumentedOperation {
  readonly operationId: string;
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}

export interface GeneratedClient {
  readonly operations: readonly string[];
  /** The statuses that were received so far, by operation. */
  readonly statuses: ReadonlyMap<string, ReadonlySet<number>>;
  /** The differences between the responses and the document. Each difference is one sentence. */
  readonly differences: readonly string[];
  /** Calls an operation by its id. `parameters` has the parameters of path, query and header by name. */
  ask(operation: string, given?: Asked): Promise<ClientResponse>;
}

export interface Asked {
  readonly token?: string;
  readonly cookie?: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface ClientResponse {
  readonly status: number;
  readonly body: Json;
  readonly cookies: readonly string[];
}

/** Throws when the document is not valid OpenAPI. */
export async function generateClient(origin: string): Promise<GeneratedClient> {
  const definition = (await (await fetch(`${origin}/api/openapi.json`)).json()) as Document; // the validator checks it next
  const verdict = await new Validator().validate({ ...definition });
  if (!verdict.valid) throw new Error(`The OpenAPI document is not valid: ${JSON.stringify(verdict.errors)}`);
  const api = new OpenAPIClientAxios({
    definition,
    axiosConfigDefaults: { baseURL: origin, validateStatus: () => true, timeout: 60_000 },
  });
  const client = await api.init();
  const documented = documentedOperations(api.definition);
  const check = createResponseCheck();
  const statuses = new Map<string, Set<number>>();
  const differences: string[] = [];
  return {
    operations: [...documented.keys()],
    statuses,
    differences,
    async ask(name, { token, cookie, parameters = {}, body } = {}) {
      const operation = documented.get(name);
      const method = client[name];
      if (operation === undefined || method === undefined)
        throw new Error(`The OpenAPI document has no operation ${name}.`);
      const headers = {
        // A call without a body sends no content type. By default the library would send the content type of a form.
        'content-type': body === undefined ? false : 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(cookie === undefined ? {} : { cookie }),
      };
      const response = await method({ ...parameters }, body, { headers });
      statuses.set(name, (statuses.get(name) ?? new Set()).add(response.status));
      const difference = check(operation, {
        status: response.status,
        type: String(response.headers['content-type']),
        body: response.data,
      });
      if (difference !== null) differences.push(difference);
      return { status: response.status, body: response.data as Json, cookies: response.headers['set-cookie'] ?? [] }; // checked above
    },
  };
}

function documentedOperations(definition: Document): ReadonlyMap<string, DocumentedOperation> {
  const all = Object.values(definition.paths ?? {}).flatMap((methods) => Object.values(methods ?? {}));
  // Fastify wrote the document, so every operation has an id and responses with content.
  return new Map((all as unknown as DocumentedOperation[]).map((each) => [each.operationId, each]));
}

interface ReceivedResponse {
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
}

/** Returns a check that describes the difference between a response and the document. The check returns null when the response matches the document. */
function createResponseCheck(): (operation: DocumentedOperation, received: ReceivedResponse) => string | null {
  const ajv = new Ajv2020({ strict: false, formats: fullFormats });
  const known = new Map<object, ValidateFunction>();
  return ({ operationId, responses }, { status, type, body }) => {
    const response = responses[String(status)];
    if (response === undefined) return `${operationId} returned ${status}, which is not documented`;
    const [mediaType = ''] = type.split(';');
    const schema = response.content[mediaType]?.schema;
    if (schema === undefined) return `${operationId} returned ${status} as ${mediaType}, which is not documented`;
    const fits = known.get(schema) ?? ajv.compile(schema);
    known.set(schema, fits);
    return fits(body) ? null : `${operationId} returned ${status} with another shape: ${ajv.errorsText(fits.errors)}`;
  };
}
