// Tests of the authorisation matrix: every kind of caller calls every route of the table. Also tests that the OpenAPI document describes every route.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { errorCatalogue, errorStatuses, routes, type ErrorBody, type ApiRoute } from '@rondo/contract';
import { callOf, callerKinds, createOtherMember, headersOf, type CallerKind } from '../_callers.ts';
import { Caller } from '../_link.ts';
import { startWorld, until, type TestWorld } from '../_world.ts';

const table: readonly (readonly [string, ApiRoute])[] = Object.entries(routes);

/** The names of all public routes. The test fails when a public route is missing here, so a developer must decide about each public route. */
const publicRoutes = [
  'candleCoverage',
  'candleMonth',
  'candles',
  'demoAccount',
  'health',
  'help',
  'instruments',
  'leaderboard',
  'live',
  'login',
  'passkeyChallenge',
  'passkeyLogin',
  'plan',
  'ready',
  'register',
  'registration',
  'replays',
  'resetPassword',
  'signalHook',
  'testimonials',
  'ticker',
];
const cookieRoutes = ['logout', 'refresh'];

let world: TestWorld;
beforeAll(async () => {
  world = await startWorld();
  await createOtherMember(world);
});
afterAll(async () => {
  await world.close();
});

test('the routes with public access are exactly the routes of this list', () => {
  const byAccess = (access: ApiRoute['access']) =>
    table
      .filter(([, row]) => row.access === access)
      .map(([name]) => name)
      .toSorted();
  expect(byAccess('public')).toEqual(publicRoutes);
  expect(byAccess('cookie')).toEqual(cookieRoutes);
});

/** Returns the refusal that follows from the kind of caller alone. Returns null when the response depends on the call. */
function refusalOf(row: ApiRoute, kind: CallerKind): readonly [number, string] | null {
  if (row.access === 'public' || row.access === 'cookie') return null;
  if (kind === 'visitor') return [401, 'TOKEN_INVALID'];
  if (kind === 'expired') return [401, 'TOKEN_EXPIRED'];
  if (row.access === 'granted' && kind === 'pending') return [403, 'NOT_GRANTED'];
  if (row.access === 'operator' && kind !== 'operator') return [403, 'FORBIDDEN'];
  return null;
}

/** Returns the parts of a request that contain an id: the path, query parameters and body fields. */
function placesOf(row: ApiRoute) {
  const fieldsOf = (schema: z.ZodType | undefined): readonly string[] =>
    schema instanceof z.ZodObject ? Object.keys(schema.shape).filter((name) => /(^|_)account_id$/.test(name)) : [];
  return { hasId: row.path.includes(':id'), query: fieldsOf(row.query), body: fieldsOf(row.body) };
}

/** Builds a call that has the id of another user in the path, in every query parameter for an id, and in every body field for an id. */
function foreignCall(row: ApiRoute, foreignId: string) {
  const { query, body } = placesOf(row);
  const fill = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, foreignId]));
  return callOf(row, {
    id: foreignId,
    query: `?${new URLSearchParams(fill(query))}`,
    ...(body.length === 0 ? {} : { payload: { ...fill(body), label: 'x' } }),
  });
}

function documented(row: ApiRoute): readonly number[] {
  const redirects = row.redirectsBrowsers === true ? [302] : [];
  return [200, ...redirects, ...errorStatuses(row), ...Object.keys(row.otherResponses ?? {}).map(Number)];
}

describe.each(table)('%s', (_name, row) => {
  test.each(callerKinds)(
    'a call by a caller of the kind %s is accepted or refused as the access of the route requires',
    async (kind) => {
      const call = kind === 'otherMember' ? foreignCall(row, world.accountId) : callOf(row, {});
      const headers = { ...call.headers, ...(await headersOf(world, kind)) };
      const response = await world.api.inject({ ...call, headers });
      const refusal = refusalOf(row, kind);
      if (refusal !== null) {
        const { error_code: code, ...body } = response.json<ErrorBody>();
        expect([response.statusCode, code]).toEqual(refusal);
        expect(body).not.toHaveProperty('scope');
        return;
      }
      // The status 401 means only that the caller has no valid session. Only log-in and renewal may return 401 to a caller who has access.
      if (row.access !== 'cookie' && row.path !== '/api/auth/login') expect(response.statusCode).not.toBe(401);
      const mayForbid = ['FORBIDDEN', 'NOT_GRANTED'];
      if (response.statusCode === 403) expect(mayForbid).not.toContain(response.json<ErrorBody>().error_code);
      expect(documented(row)).toContain(response.statusCode);
      const { hasId, query, body } = placesOf(row);
      const takesIds = hasId || query.length + body.length > 0;
      if (kind === 'otherMember' && takesIds && row.access !== 'public')
        expect(response.statusCode).toBeGreaterThanOrEqual(400);
    },
  );
});

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const;
const exampleOf = (path: string): string => path.replaceAll(/:\w+/g, 'some-id');
const paths = [...new Set(table.map(([, row]) => exampleOf(row.path)))];

/** Returns the methods that the table has for a path. The path `exchanges` also matches the id parameter of another path. */
function methodsOf(path: string): readonly string[] {
  const patternOf = (row: ApiRoute) => new RegExp(`^${row.path.replaceAll(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`);
  const methods = table.flatMap(([, row]) => (patternOf(row).test(path) ? [row.method] : []));
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].toSorted();
}

test.each(paths)(
  'for every kind of caller, a call of %s with a wrong method returns 405 and the allowed methods',
  async (path) => {
    const known = methodsOf(path);
    const others = allMethods.filter((each) => !known.includes(each));
    const urls = [path, `${path}?account_id=1`, `${path.replace(/\/$/, '')}/`];
    const calls = others.flatMap((method) => urls.map((url) => ({ method, url })));
    const refusal = { status: 405, allow: known.join(', ') };
    for (const kind of ['visitor', 'expired', 'member', 'operator'] as const) {
      const headers = await headersOf(world, kind);
      for (const call of calls) {
        const response = await world.api.inject({ ...call, headers });
        expect({ ...call, status: response.statusCode, allow: response.headers['allow'] }).toEqual({
          ...call,
          ...refusal,
        });
        // A response to HEAD has no body.
        const code = call.method === 'HEAD' ? 'METHOD_NOT_ALLOWED' : response.json<ErrorBody>().error_code;
        expect(code).toBe('METHOD_NOT_ALLOWED');
      }
    }
  },
);

test('an unknown path returns 404 without an Allow header', async () => {
  for (const url of ['/api/nothing', '/api/bots/x/y/z', '/api', '/ws/other', '/api/user//export']) {
    const response = await world.api.inject({ method: 'DELETE', url });
    expect([response.statusCode, response.headers['allow']]).toEqual([404, undefined]);
  }
});

/** Calls a route as a member during a fault at the exchange. The response must not be 401, and every server error must have the scope `exchange`. */
async function expectNoLostSession(row: ApiRoute): Promise<void> {
  const call = callOf(row, {});
  const headers = { ...call.headers, ...(await headersOf(world, 'member')) };
  const response = await world.api.inject({ ...call, headers });
  if (row.access !== 'cookie' && row.path !== '/api/auth/login') expect(response.statusCode).not.toBe(401);
  expect(documented(row)).toContain(response.statusCode);
  const hasOtherBody = row.otherResponses?.[response.statusCode] !== undefined;
  if (response.statusCode >= 500 && !hasOtherBody)
    expect(response.json<ErrorBody>()).toMatchObject({ scope: 'exchange' });
}

describe('when the exchange refuses the key of a member, the response does not say that the session has ended', () => {
  beforeAll(async () => {
    // The sandbox refuses every call that the engine sends periodically, with the code that OKX returns for a deleted key.
    const calls = [
      'account/balance',
      'account/positions',
      'account/config',
      'account/bills',
      'account/leverage-info',
      'trade/orders-pending',
      'trade/orders-algo-pending',
      'trade/fills',
      'trade/fills-history',
    ];
    for (const call of calls)
      await new Caller(world).order('faults', { kind: 'code', path: `/api/v5/${call}`, code: '50119', share: 1 });
    // Without its private stream the engine reads the account every few seconds. With a private stream, an idle account is read rarely.
    await new Caller(world).order('faults', { kind: 'cut' });
    const isRefused = () => world.context.link.meters.now(world.accountId)?.isKeyAccepted === false;
    await until(async () => isRefused(), 'the exchange has refused a call of the engine');
  });

  test.each(table)('%s', async (_name, row) => {
    await expectNoLostSession(row);
  });
});

describe('when the exchange does not respond to the calls of a member, the response does not say that the session has ended', () => {
  beforeAll(() => world.killExchange());

  test.each(table)('%s', async (_name, row) => {
    await expectNoLostSession(row);
  });
});

type Json = Readonly<Record<string, unknown>>;

interface Operation {
  readonly operationId?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Json }>>;
  readonly security?: unknown;
  readonly requestBody?: unknown;
}

test('the OpenAPI document lists exactly the routes of the table with their responses', async () => {
  const document = (await world.api.inject({ url: '/api/openapi.json' })).json<{
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
  }>();
  expect(document.openapi).toMatch(/^3\./);
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ line: `${method.toUpperCase()} ${path}`, operation })),
  );
  const expected = table.map(([, row]) => `${row.method} ${row.path.replaceAll(/:(\w+)/g, '{$1}')}`);
  expect(listed.map(({ line }) => line).toSorted()).toEqual(expected.toSorted());
  for (const [name, row] of table) {
    const found = listed.find(({ line }) => line === `${row.method} ${row.path.replaceAll(/:(\w+)/g, '{$1}')}`);
    const statuses = documented(row).map(String);
    expect(found?.operation.operationId).toBe(name);
    expect(Object.keys(found?.operation.responses ?? {}).toSorted()).toEqual(statuses.toSorted());
    expect(found?.operation.security !== undefined).toBe(row.access !== 'public');
    expect(found?.operation.requestBody !== undefined).toBe(row.body !== undefined);
  }
});

test('the OpenAPI document has one error schema, and it describes every status and the access of every route', async () => {
  const response = await world.api.inject({ url: '/api/openapi.json' });
  const document = response.json<{
    servers: readonly { url: string }[];
    components: { schemas: Record<string, unknown> };
    paths: Record<string, Record<string, Operation>>;
  }>();
  expect(document.servers.map(({ url }) => url)).toEqual(['/']);
  expect(document.components.schemas['Error']).toMatchObject({
    type: 'object',
    required: expect.arrayContaining(['error_code']),
  });
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    expect(operation.description).toMatch(/^For /);
    expect(operation.tags).toHaveLength(1);
    for (const [status, { description, content }] of Object.entries(operation.responses)) {
      expect(description).not.toBe('Default Response');
      const isOther =
        ['200', '202', '302'].includes(status) ||
        (status === '503' && ['health', 'ready'].includes(operation.operationId ?? ''));
      if (!isOther) expect(content).toEqual({ 'application/json': { schema: { $ref: '#/components/schemas/Error' } } });
    }
  }
});

test('the OpenAPI document lists the status of every error of the catalogue', () => {
  const listed = errorStatuses({ ...routes.me });
  const unlisted = Object.entries(errorCatalogue).filter(([, entry]) => !listed.includes(entry.status));
  // The document lists only existing methods, so it cannot list METHOD_NOT_ALLOWED.
  expect(unlisted.map(([code]) => code)).toEqual(['METHOD_NOT_ALLOWED']);
});
