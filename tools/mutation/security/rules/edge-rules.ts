// Broken rules of the edge: hosts, origins, cookies, proxies, metrics, bodies, connections and sockets.
import { breakIn, type NamedTest } from '../broken-rule.ts';
import {
  inAuthorisation,
  inHosts,
  inLoad,
  inProofs,
  inSession,
  inStoredSessions,
  inTwoNodes,
  inWire,
} from './tests.ts';

const hosts = breakIn(
  { group: 'host', file: 'apps/server/src/api/host-list.ts', check: 30, test: inHosts('a page of the origin') },
  {
    anyName: {
      source: 'name !== null && (names.has(name) || isIP(name) > 0)',
      broken: 'name !== null',
      test: inHosts('the header Host'),
    },
    otherOrigin: { source: "protocol === 'http:' && from === host?.toLowerCase()", broken: "protocol === 'http:'" },
    scheme: { source: "protocol === 'http:' && from", broken: 'protocol.length > 0 && from' },
    publicNameWithoutTls: { source: 'hostname !== published?.hostname && ', broken: '' },
  },
);

const appHosts = breakIn(
  {
    group: 'host',
    file: 'apps/server/src/app.ts',
    check: 30,
    test: inSession('a request for another host is refused on every path'),
  },
  {
    everyPath: { source: ' || !hostList.allowsHost(headers.host)', broken: '' },
    twice: { source: 'hosts.length > 1 || ', broken: '', test: inWire('a request with two hosts') },
  },
);

const origins = [
  ...breakIn(
    {
      group: 'origin',
      file: 'apps/server/src/api/guards.ts',
      check: 30,
      test: inSession('the server refuses a socket from another origin'),
    },
    { call: { source: "if (!hostList.allowsOrigin(origin, host)) throw new ApiError('FORBIDDEN');", broken: '' } },
  ),
  ...breakIn(
    {
      group: 'origin',
      file: 'apps/server/src/feed/feed-routes.ts',
      check: 55,
      test: inSession('the server refuses a socket from another origin'),
    },
    { socket: { source: ' && !context.hostList.allowsOrigin(origin, host)', broken: " && origin === 'x'" } },
  ),
  ...breakIn(
    {
      group: 'origin',
      file: 'packages/sandbox/src/process/http-server.ts',
      check: 30,
      test: ['packages/sandbox/tests/run.test.ts', 'a request of %s for an administrative path'],
    },
    {
      adminOrigin: { source: 'origin !== undefined || ', broken: '' },
      adminSite: { source: "site !== 'none' || ", broken: '' },
      adminHost: { source: String.raw` || !/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)`, broken: '' },
    },
  ),
];

const cookies = breakIn(
  {
    group: 'cookie',
    file: 'apps/server/src/people/refresh-cookie.ts',
    check: 30,
    test: inSession('the refresh cookie is bound to the host'),
  },
  {
    httpOnly: { source: 'httpOnly: true', broken: 'httpOnly: false' },
    sameSite: { source: "sameSite: 'strict'", broken: "sameSite: 'lax'" },
    secure: { source: 'secure: !isInsecureHttp', broken: 'secure: isInsecureHttp' },
    hostPrefix: { source: "'__Host-rondo_refresh'", broken: "'__Secure-rondo_refresh'" },
  },
);

const metrics = breakIn(
  {
    group: 'metrics',
    file: 'apps/server/src/api/measure.ts',
    check: 30,
    test: ['apps/server/src/api/measure.test.ts', 'a request for the metrics from'],
  },
  {
    page: {
      source: 'isFromPage(request) || ',
      broken: '',
      test: inSession('a request for another host is refused on every path, and a page'),
    },
    forwarded: { source: '!isDirect(request) || ', broken: '' },
    collectors: { source: ' || !collectors.has(request.ip)', broken: '' },
    routeOnly: {
      check: 57,
      source: "route: request.routeOptions.url ?? 'none'",
      broken: 'route: request.url',
      test: inSession('only a collector on this machine can read the metrics'),
    },
  },
);

const bodies = [
  ...breakIn(
    {
      group: 'body',
      file: 'apps/server/src/edge/json-shape.ts',
      check: 48,
      test: ['apps/server/src/edge/json-shape.test.ts', '%s is refused'],
    },
    {
      levels: { source: 'if (open.length > serverLimits.jsonLevels) return false;', broken: '' },
      keys: { source: 'keyCount > serverLimits.jsonKeys || ', broken: '' },
      twice: { source: ' || !addKey(keys, text.slice(place, end + 1))', broken: '' },
      escapedTwice: { source: String.raw`if (!quoted.includes('\\')) return`, broken: 'return' },
    },
  ),
  ...breakIn(
    {
      group: 'body',
      file: 'apps/server/src/api/json-body.ts',
      check: 30,
      test: inWire('a body with invalid UTF-8, a compressed body'),
    },
    {
      shape: {
        check: 48,
        source: "if (!hasSafeShape(text)) return done(new ApiError('BAD_REQUEST'));",
        broken: '',
        test: inWire('a body with a key that occurs twice is refused'),
      },
      utf8: { source: 'fatal: true', broken: 'fatal: false' },
      compressed: { source: "encoding !== 'identity'", broken: "encoding === 'none'" },
      plainText: {
        source: "['application/json', 'text/plain']",
        broken: "['application/json']",
        test: inSession('the server refuses a socket from another origin, a body'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'body',
      file: 'apps/server/src/api/serve.ts',
      check: 46,
      test: inWire('%s refuses an unknown field of the body'),
    },
    {
      unknownField: { source: 'if (row.body === undefined) refuseFields(body);', broken: '' },
      unknownParameter: {
        check: 52,
        source: 'if (row.query === undefined) refuseFields(query);',
        broken: '',
        test: inWire('%s refuses an unknown query parameter'),
      },
    },
  ),
];

const sockets = [
  ...breakIn(
    {
      group: 'socket',
      file: 'apps/server/src/feed/socket-places.ts',
      check: 56,
      test: inTwoNodes('a person has at most five open sockets'),
    },
    {
      socketsOfPerson: {
        source: 'openSockets.open(userId, contractLimits.socketsPerUser)',
        broken: 'openSockets.open(userId, 2 * contractLimits.socketsPerUser)',
      },
    },
  ),
  ...breakIn(
    {
      group: 'socket',
      file: 'apps/server/src/feed/feed-routes.ts',
      check: 56,
      test: inLoad('the server closes a socket above the limit of a member'),
    },
    {
      messages: { source: 'count > contractLimits.socketMessagesPer10Seconds', broken: 'count < 0' },
      upgrades: {
        source: "    onRequest: (request) => router.guards.admit(request, { access: 'public', path: socketPath }),\n",
        broken: '',
        test: inLoad('upgrades to a socket count as calls of their address'),
      },
      otherAccount: {
        check: 55,
        source: ' || ticket.accountId !== parsed.data.account_id',
        broken: '',
        test: inProofs('a ticket of one account opens no socket of another account'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'socket',
      file: 'packages/store/src/sessions/tickets.ts',
      check: 55,
      test: inStoredSessions('a ticket opens one socket within thirty seconds'),
    },
    {
      usedTwice: {
        source: 'delete from tickets where ticket_hash = ${tokenHash(ticket)} returning *',
        broken: 'select * from tickets where ticket_hash = ${tokenHash(ticket)}',
      },
      late: { source: 'used.expires_at > ${now} and ', broken: '' },
      endedSession: {
        source: ' and s.revoked_at is null and s.ends_at > ${now}`',
        broken: '`',
        test: inStoredSessions('the access token and the ticket of a revoked session are refused'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'socket',
      file: 'apps/server/src/feed/feed.ts',
      check: 55,
      test: ['apps/server/tests/feed/feed.test.ts', 'the server checks the session repeatedly'],
    },
    {
      sessionEnded: {
        source: 'if (!(await store.sessions.isLive(sessionId, clock.now())))',
        broken: 'if (sessionId === clock)',
      },
      slowReader: {
        check: 56,
        source: 'socket.bufferedAmount > contractLimits.socketQueueBytes',
        broken: 'socket.bufferedAmount < 0',
        test: ['apps/server/tests/feed/feed.test.ts', 'when a client does not read, its queue is bounded'],
      },
    },
  ),
];

const access = breakIn(
  {
    group: 'access',
    file: 'apps/server/src/api/guards.ts',
    check: 45,
    test: inAuthorisation('a call by a caller of the kind %s'),
  },
  {
    operator: {
      source: "if (access === 'operator' && user.role !== 'operator') throw new ApiError('FORBIDDEN');",
      broken: '',
    },
    approval: {
      source: "if (access !== 'session' && !user.hasGranted) throw new ApiError('NOT_GRANTED');",
      broken: '',
    },
  },
);

const effects = breakIn(
  {
    group: 'effect',
    file: 'apps/server/src/people/session-routes.ts',
    check: 31,
    test: ['apps/server/tests/api/get-effects.test.ts', 'no GET request of any caller changes a row'],
  },
  {
    ofGet: {
      source: 'const logins = await store.logins.recent({ userId: user.id, sessionId }, serverLimits.listedLogins);',
      broken:
        'const logins = await store.logins.recent({ userId: user.id, sessionId }, serverLimits.listedLogins); await store.logins.see({ userId: user.id, sessionId }, clock.now());',
    },
  },
);

const ownPath: NamedTest = [
  'apps/server/tests/api/redirects.test.ts',
  'a redirect never leads to a host that the request names',
];

const redirects = [
  ...breakIn(
    { group: 'redirect', file: 'apps/server/src/venues/okx/link/link-routes.ts', check: 32, test: ownPath },
    {
      callback: {
        source: 'reply.redirect(isComplete ?',
        broken: "reply.redirect(parameters.get('error') ?? isComplete ?",
      },
    },
  ),
  ...breakIn(
    { group: 'redirect', file: 'apps/server/src/pages/web-app.ts', check: 32, test: ownPath },
    {
      guide: {
        source: '.redirect(place)',
        broken: ".redirect(`${String(request.headers['x-forwarded-host'])}${place}`)",
      },
    },
  ),
];

/** The broken rules of the edge. */
export const edgeRules = [
  ...hosts,
  ...appHosts,
  ...origins,
  ...cookies,
  ...metrics,
  ...bodies,
  ...sockets,
  ...access,
  ...effects,
  ...redirects,
];
