// The API client, made from the contract's route table: typed input, parsed answer, one silent refresh on a 401.
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

/** What a call needs: path parameters, query, body and headers as the contract says. */
export type CallInput<Name extends RouteName> = Part<Name, 'params'> &
  Part<Name, 'body'> &
  Optional<Name> & { readonly headers?: Readonly<Record<string, string>>; readonly signal?: AbortSignal };
export type Answer<Name extends RouteName> = z.output<Routes[Name]['response']>;

export type ApiClient = {
  /** Calls a route by its name; throws `ApiError` for every answer that is no success. */
  readonly call: <Name extends RouteName>(name: Name, input: CallInput<Name>) => Promise<Answer<Name>>;
};

/** What the client needs from its surroundings. */
export type ClientPorts = {
  readonly fetch: typeof fetch;
  readonly readToken: () => string | null;
  readonly writeToken: (token: string) => void;
  /** The session is over: called once per lost session, after the silent refresh failed too. */
  readonly onSessionLost: () => void;
  /** Runs one refresh at a time, across windows where the browser can. */
  readonly alone: <Result>(action: () => Promise<Result>) => Promise<Result>;
};

type Request = { readonly name: RouteName; readonly input: LooseInput };
type LooseInput = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

/** The address of a call: parameters filled in, absent query values left out. */
export const callAddress = (path: string, input: Pick<LooseInput, 'params' | 'query'>): string => {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''));
  const query = new URLSearchParams(
    Object.entries(input.query ?? {}).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' || typeof value === 'number' ? [[key, `${value}`]] : [],
    ),
  ).toString();
  return query === '' ? filled : `${filled}?${query}`;
};

/** A proxy's page may be long; nobody reads more of it. */
const mostMessage = 300;

const readJson = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's page instead of our JSON: the raw text is the message.
    return { message: text };
  }
};

/** The message or detail of an answer that is not our error body. */
const messageOf = (content: unknown): string => {
  const given = new Map<string, unknown>(
    typeof content === 'object' && content !== null ? Object.entries(content) : [],
  );
  const said = ['message', 'detail'].map((field) => given.get(field)).find((text) => typeof text === 'string');
  return typeof said === 'string' ? said.slice(0, mostMessage) : '';
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

/** Makes the client. */
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

  /** True when there is a fresh token now: ours, or one that another window has fetched meanwhile. */
  const refresh = (used: string | null): Promise<boolean> =>
    ports.alone(async () => {
      const present = ports.readToken();
      if (present !== null && present !== used) return true;
      const response = await send({ name: 'refresh', input: {} });
      if (!response.ok) return false;
      ports.writeToken(loginResponseSchema.parse(await readJson(response)).access_token);
      return true;
    });

  // Many calls meet the end of one session; it is told once.
  let lost: string | null | undefined;
  const tellLost = (token: string | null): void => {
    if (lost !== token) ports.onSessionLost();
    lost = token;
  };

  const call = async <Name extends RouteName>(name: Name, input: CallInput<Name>): Promise<Answer<Name>> => {
    // The route table typed this input; the wire only needs its loose shape.
    const request: Request = { name, input: input as LooseInput };
    const used = ports.readToken();
    let response = await send(request);
    const mayRefresh = name !== 'login' && name !== 'refresh' && name !== 'logout';
    if (response.status === 401 && mayRefresh) {
      if (await refresh(used)) response = await send(request);
      if (response.status === 401) tellLost(used);
    }
    const { status } = response;
    const route: ApiRoute = routes[name];
    const content = await readJson(response);
    const parsed = (response.ok ? route.response : route.otherResponses?.[status])?.safeParse(content);
    // The schema of this very route and status produced the value.
    if (parsed?.success === true) return parsed.data as Answer<Name>;
    if (!response.ok) throw toError(status, content, describe(request));
    throw new ApiError({ status, code: 'UNKNOWN_ERROR', serverMessage: `unreadable answer of ${name}` });
  };
  return { call };
};
