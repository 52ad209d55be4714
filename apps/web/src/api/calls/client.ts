// The API client. The contract's route table gives the type of each input and the schema of each response. After a response with status
// 401, the client refreshes the token once and repeats the call.
import {
  classifyFailure,
  errorBodySchema,
  loginResponseSchema,
  routes,
  type ApiRoute,
  type RouteName,
} from '@rondo/contract';
import type * as z from 'zod';
import { ApiError, type FailedRequest } from './api-error.ts';

type Routes = typeof routes;
type Part<Name extends RouteName, Key extends string> = Routes[Name] extends {
  readonly [K in Key]: infer Schema extends z.ZodType;
}
  ? { readonly [K in Key]: z.input<Schema> }
  : unknown;
type Optional<Name extends RouteName> = Routes[Name] extends { readonly query: infer Schema extends z.ZodType }
  ? object extends z.input<Schema>
    ? { readonly query?: z.input<Schema> }
    : { readonly query: z.input<Schema> }
  : unknown;

/** The input of a call: path parameters, query, body and headers of its route. */
export type CallInput<Name extends RouteName> = Part<Name, 'params'> &
  Part<Name, 'body'> &
  Optional<Name> & { readonly headers?: Readonly<Record<string, string>>; readonly signal?: AbortSignal };
/** The parsed response body of a route. */
export type RouteResponse<Name extends RouteName> = z.output<Routes[Name]['response']>;

export type ApiClient = {
  /** Calls a route by its name. Throws `ApiError` when the call fails. */
  readonly call: <Name extends RouteName>(name: Name, input: CallInput<Name>) => Promise<RouteResponse<Name>>;
};

/** The functions that the client calls: network, token storage, session events and a lock. */
export type ClientPorts = {
  readonly fetch: typeof fetch;
  readonly readToken: () => string | null;
  readonly writeToken: (token: string) => void;
  /** The client calls this function once per lost session, after the token refresh has also failed. */
  readonly onSessionLost: () => void;
  /** Runs one token refresh at a time. In a browser with Web Locks, at most one window runs a token refresh at a time. */
  readonly runExclusively: <Result>(action: () => Promise<Result>) => Promise<Result>;
};

type Request = { readonly name: RouteName; readonly input: LooseInput };
type LooseInput = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

/** Returns the URL of a call with its path parameters and its query. The query has no entry for an undefined value. */
export const callAddress = (path: string, input: Pick<LooseInput, 'params' | 'query'>): string => {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''));
  const query = new URLSearchParams(
    Object.entries(input.query ?? {}).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' || typeof value === 'number' ? [[key, `${value}`]] : [],
    ),
  ).toString();
  return query === '' ? filled : `${filled}?${query}`;
};

/** The largest length of a message in characters. A longer message, such as the page of a proxy, is cut. */
const maxMessageLength = 300;

const readJson = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    // The body is not JSON, for example because a proxy has responded with a page. The raw text is then the message.
    return { message: text };
  }
};

/** Returns the content of a response: a text for a route whose response is a text, and otherwise JSON. An error is JSON. */
const readContent = (response: Response, { responseType }: ApiRoute): Promise<unknown> =>
  response.ok && responseType?.startsWith('text/') === true ? response.text() : readJson(response);

/** Returns the field `message` or `detail` of a body that is not our error body. */
const messageOf = (content: unknown): string => {
  const given = new Map<string, unknown>(
    typeof content === 'object' && content !== null ? Object.entries(content) : [],
  );
  const message = ['message', 'detail'].map((field) => given.get(field)).find((text) => typeof text === 'string');
  return typeof message === 'string' ? message.slice(0, maxMessageLength) : '';
};

const toError = (status: number, content: unknown, request: FailedRequest): ApiError => {
  const parsed = errorBodySchema.safeParse(content);
  if (parsed.success) return new ApiError({ status, code: parsed.data.error_code, body: parsed.data, request });
  const serverMessage = messageOf(content);
  return new ApiError({
    status,
    code: classifyFailure({ status, message: serverMessage }),
    serverMessage,
    request,
  });
};

const describe = ({ name, input }: Request): FailedRequest => {
  const { method, path } = routes[name];
  return { method, endpoint: path, url: callAddress(path, input) };
};

/** The error for a successful response whose content does not fit the schema of the route. */
const unreadable = (status: number, request: Request): ApiError =>
  new ApiError({ status, code: 'UNREADABLE_RESPONSE', request: describe(request) });

/** Returns the token of a successful refresh. */
const tokenOf = async (response: Response): Promise<string> => {
  const parsed = loginResponseSchema.safeParse(await readJson(response));
  if (!parsed.success) throw unreadable(response.status, { name: 'refresh', input: {} });
  return parsed.data.access_token;
};

export const createClient = (ports: ClientPorts): ApiClient => {
  const send = async ({ name, input }: Request): Promise<Response> => {
    const route = routes[name];
    const token = ports.readToken();
    const headers: Record<string, string> = { accept: 'application/json', ...input.headers };
    if (input.body !== undefined) headers['content-type'] = 'application/json';
    if (token !== null) headers['authorization'] = `Bearer ${token}`;
    try {
      return await ports.fetch(callAddress(route.path, input), {
        method: route.method,
        headers,
        credentials: 'same-origin',
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
        ...(input.signal === undefined ? {} : { signal: input.signal }),
      });
    } catch (cause) {
      if (input.signal?.aborted === true) throw cause;
      throw new ApiError({ status: 0, code: 'NETWORK_ERROR', request: describe({ name, input }) });
    }
  };

  /** Refreshes the token, if no other window has already refreshed it. Returns false when the refresh fails. */
  const refresh = (used: string | null): Promise<boolean> =>
    ports.runExclusively(async () => {
      const present = ports.readToken();
      if (present !== null && present !== used) return true;
      const response = await send({ name: 'refresh', input: {} });
      if (!response.ok) return false;
      ports.writeToken(await tokenOf(response));
      return true;
    });

  // The token of the last lost session. Several calls can fail with the same token, and `lostToken` prevents a second report.
  let lostToken: string | null | undefined;
  const reportLost = (token: string | null): void => {
    if (lostToken !== token) ports.onSessionLost();
    lostToken = token;
  };

  const call = async <Name extends RouteName>(name: Name, input: CallInput<Name>): Promise<RouteResponse<Name>> => {
    // The cast is safe, because `send` reads only the fields of `LooseInput`, and a `CallInput` has no other fields.
    const request: Request = { name, input: input as LooseInput };
    const used = ports.readToken();
    let response = await send(request);
    const mayRefresh = name !== 'login' && name !== 'refresh' && name !== 'logout';
    if (response.status === 401 && mayRefresh) {
      if (await refresh(used)) response = await send(request);
      if (response.status === 401) reportLost(used);
    }
    const { status } = response;
    const route: ApiRoute = routes[name];
    const content = await readContent(response, route);
    const parsed = (response.ok ? route.response : route.otherResponses?.[status])?.safeParse(content);
    // The cast is safe, because the schema of this route and status has parsed the value.
    if (parsed?.success === true) return parsed.data as RouteResponse<Name>;
    if (!response.ok) throw toError(status, content, describe(request));
    throw unreadable(status, request);
  };
  return { call };
};
