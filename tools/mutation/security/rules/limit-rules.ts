// Broken rules of the limits: calls, connections, sign-ups and messages.
import { breakIn } from '../broken-rule.ts';
import { inCharts, inLoad, inPeople, inTwoNodes, inWire } from './tests.ts';

/** The broken rules of the limits. */
export const limitRules = [
  ...breakIn(
    {
      group: 'limit',
      file: 'apps/server/src/app.ts',
      check: 48,
      test: inWire('the server has the limits of connections'),
    },
    {
      bodyBytes: {
        source: 'bodyLimit: contractLimits.bodyBytes',
        broken: 'bodyLimit: 200_000_000',
        test: inLoad('a body of 100 MB is refused before it has arrived completely'),
      },
      headers: { check: 58, source: 'headersTimeout: serverLimits.headersMs', broken: 'headersTimeout: 300_000' },
      request: { check: 58, source: 'requestTimeout: serverLimits.requestMs', broken: 'requestTimeout: 0' },
      frameBytes: {
        check: 56,
        source: 'maxPayload: contractLimits.socketFrameBytes',
        broken: 'maxPayload: 10_000_000',
        test: inLoad('the server closes a socket above the limit of a member'),
      },
      proxies: {
        check: 58,
        source: 'trustProxy: [...context.trustedProxies]',
        broken: 'trustProxy: true',
        test: inLoad('a trusted proxy on another machine sends the address of the caller'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'limit',
      file: 'apps/server/src/edge/connection-limits.ts',
      check: 58,
      test: ['apps/server/tests/api/connection-limits.test.ts', 'gets its number of connections'],
    },
    {
      networkConnections: { source: 'if (count > perNetwork) {', broken: 'if (count < 0) {' },
      connections: {
        source: '  server.maxConnections = serverLimits.connections;\n',
        broken: '',
        test: inWire('the server has the limits of connections'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'limit',
      file: 'apps/server/src/api/guards.ts',
      check: 58,
      test: inLoad('a person has one budget for calls'),
    },
    {
      addressCalls: {
        source: '(path.startsWith(hookPath) ? ofSender : ofAddress).spend(subscriberOf(request.ip));',
        broken: '',
        test: inLoad('a flood of calls from one address is refused'),
      },
      subscriberCalls: {
        source: '.spend(subscriberOf(request.ip));',
        broken: '.spend(request.ip);',
        test: inLoad('the addresses of one IPv6 /64 network have one budget for calls'),
      },
      oneBudget: {
        source: 'path.startsWith(hookPath) ? ofSender : ofAddress',
        broken: 'ofAddress',
        test: ['apps/server/tests/signals/hooks.test.ts', 'a flood of messages from one address'],
      },
      personCalls: { source: 'ofPerson.spend(user.id);', broken: '' },
    },
  ),
  ...breakIn(
    {
      group: 'limit',
      file: 'apps/server/src/edge/exchange-calls.ts',
      check: 58,
      test: inLoad('a person has one budget for calls'),
    },
    { exchangeCalls: { source: 'points: serverLimits.exchangeCallsPerMinute', broken: 'points: 100_000' } },
  ),
  ...breakIn(
    {
      group: 'limit',
      file: 'apps/server/src/people/registration-routes.ts',
      check: 58,
      test: inPeople('after twenty sign-ups of one address in an hour'),
    },
    {
      signUps: { source: 'await budget.spend(subscriberOf(request.ip));', broken: '' },
      subscriberSignUps: {
        source: 'subscriberOf(request.ip)',
        broken: 'request.ip',
        test: inPeople('the addresses of one IPv6 /64 network have one count of sign-ups'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'limit',
      file: 'apps/server/src/edge/call-counts.ts',
      check: 58,
      test: ['apps/server/src/edge/call-counts.test.ts', 'the number of callers in memory is bounded'],
    },
    { callersInMemory: { source: '{ max: callers }', broken: '{ max: 1_000 + callers }' } },
  ),
  ...breakIn(
    {
      group: 'limit',
      file: 'apps/server/src/venues/okx/chart-candles.ts',
      check: 58,
      test: inCharts('charts of one instrument and bar with different limits share one read'),
    },
    {
      chartKey: {
        source: '`${instrumentId} ${barOf(bar)}`',
        broken: '`${instrumentId} ${barOf(bar)} ${limit}`',
      },
      olderCandles: {
        source: '!isJoined && olderReads.take(now)',
        broken: '!isJoined',
        test: inCharts('charts of many instruments and bars use at most their budget'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'limit',
      file: 'apps/server/src/venues/okx/link/link-routes.ts',
      check: 58,
      test: inLoad('a person has one budget for calls'),
    },
    {
      consents: {
        source:
          "    await calls.spend(user.id);\n    return context.keyCalls.completeConsent({ userId: user.id, sessionId, query, kind: 'oauth' });",
        broken: "    return context.keyCalls.completeConsent({ userId: user.id, sessionId, query, kind: 'oauth' });",
      },
      unlinking: { source: '    await calls.spend(caller.user.id);\n', broken: '' },
      linkingCalls: {
        source: "'linking calls of a person'",
        broken: '`${performance.now()}`',
        test: inTwoNodes('of a person through two nodes have one budget'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'limit',
      file: 'apps/server/src/link-health/viewer-routes.ts',
      check: 58,
      test: inTwoNodes('of a person through two nodes have one budget'),
    },
    { viewerCalls: { source: "'viewer calls of a person'", broken: '`${performance.now()}`' } },
  ),
  ...breakIn(
    {
      group: 'egress',
      file: 'packages/exchange/src/transport/node-transport.ts',
      check: 35,
      test: [
        'packages/exchange/tests/node-transport.test.ts',
        'with destinations, a request and a socket to another origin fail before a connection is opened',
      ],
    },
    {
      request: { source: '      if (refusal !== null) throw new Error(refusal);\n', broken: '' },
      socket: { source: 'return refusal === null ? openSocket', broken: 'return refusal !== undefined ? openSocket' },
    },
  ),
  ...breakIn(
    {
      group: 'egress',
      file: 'apps/server/src/trading/networks.ts',
      check: 35,
      test: [
        'apps/server/src/trading/networks.test.ts',
        'a network sends nothing to another origin than its destinations',
      ],
    },
    { network: { source: 'createNodeTransport(address, destinations)', broken: 'createNodeTransport(address)' } },
  ),
];
