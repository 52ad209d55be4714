// A client made from the OpenAPI document alone. It checks every response against the document.
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
  /** Statuses received so far, by operation. */
  readonly statuses: ReadonlyMap<string, ReadonlySet<number>>;
  /** The differences from the document, one sentence each. */
  readonly differences: readonly string[];
  /** Calls an operation by its id. Parameters are given by name, for path, query and header alike. */
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
  if (!verdict.valid) throw new Error(`the document is not valid: ${JSON.stringify(verdict.errors)}`);
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
      if (operation === undefined || method === undefined) throw new Error(`the document has no operation ${name}`);
      const headers = {
        // Without a body no content type is sent. The default of the library would be the type of a form.
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
  // Every operation of a valid document that fastify wrote has an id and responses with a content.
  return new Map((all as unknown as DocumentedOperation[]).map((each) => [each.operationId, each]));
}

interface ReceivedResponse {
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
}

/** Describes the difference between a response and the document; null when there is none. */
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
