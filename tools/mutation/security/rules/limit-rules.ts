// Broken rules of the limits: calls, connections, sign-ups and messages.
import { breakIn } from '../broken-rule.ts';
import { inCharts, inHealthBudget, inLoad, inPeople, inTwoNodes, inWire } from './tests.ts';

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
      recentCandles: {
        source: 'if (!reads.take(now))',
        broken: 'if (now < 0)',
        test: inCharts('while the budget of charts is used, a chart that was just read has its last candles'),
      },
      oldChart: {
        source: 'now - known.readAt <= serverLimits.shownChartMs',
        broken: 'known.readAt > 0',
        test: inCharts('while the budget of charts is used, a chart that was just read has its last candles'),
      },
      chartPriority: {
        source: 'await client.forScreens.candles(',
        broken: 'await client.candles(',
        test: inCharts('the requests of charts, prices and downloads leave half of each rate limit to bots'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'limit',
      file: 'apps/server/src/venues/okx/okx-market.ts',
      check: 58,
      test: inCharts('the requests of charts, prices and downloads leave half of each rate limit to bots'),
    },
    {
      failedInstruments: {
        source: '    maxAgeMs: ({ ok }) => (',
        broken: '    isCacheable: ({ ok }) => ok,\n    maxAgeMs: ({ ok }) => (',
        test: inCharts('while the list of instruments cannot be read, callers who ask again and again'),
      },
      downloadPriority: { source: 'isForBots ? client : client.forScreens', broken: 'client' },
      botPriority: { source: 'isForBots ? client : client.forScreens', broken: 'client.forScreens' },
      volumePriority: { source: 'await client.forScreens.tickers()', broken: 'await client.tickers()' },
    },
  ),
  ...breakIn(
    {
      group: 'limit',
      file: 'apps/server/src/venues/okx/shown-prices.ts',
      check: 58,
      test: inCharts('while the budget of single prices is used, all prices come from one request'),
    },
    { shownPrices: { source: 'if (single.take(clock.now()))', broken: "if (rules.id !== '')" } },
  ),
  ...breakIn(
    {
      group: 'limit',
      file: 'packages/exchange/src/okx/market/public-market.ts',
      check: 58,
      test: inCharts('the requests of charts, prices and downloads leave half of each rate limit to bots'),
    },
    { screenPriority: { source: "priority: 'screen' })", broken: "priority: 'read' })" } },
  ),
  ...breakIn(
    {
      group: 'limit',
      file: 'packages/exchange/src/okx/rest/rate-budget.ts',
      check: 58,
      test: [
        'packages/exchange/src/okx/rest/rate-budget.test.ts',
        'any number of reads for screens leaves half of a bucket to the reads of bots',
      ],
    },
    {
      screensLeave: { source: 'read: 0, screen: 0.5 }', broken: 'read: 0, screen: 0 }' },
      botsFirst: { source: "'entry', 'read', 'screen']", broken: "'entry', 'screen', 'read']" },
    },
  ),
  ...breakIn(
    {
      group: 'limit',
      file: 'apps/server/src/venues/exchange-reach.ts',
      check: 58,
      test: inHealthBudget('200 reports at one moment send at most one request'),
    },
    {
      reach: {
        source: "return () => reach('exchange');",
        broken: "return () => client.markPrice('BTC-USDT-SWAP');",
      },
      failedReach: {
        source: '    maxKeys: 1,\n',
        broken: '    maxKeys: 1,\n    isCacheable: ({ ok }) => ok,\n',
        test: ['apps/server/src/venues/exchange-reach.test.ts', 'in each period one request is sent'],
      },
    },
  ),
  ...breakIn(
    {
      group: 'limit',
      file: 'apps/server/src/ops/health-report.ts',
      check: 58,
      test: ['apps/server/src/ops/health-report.test.ts', 'reports at one moment share one run of each check'],
    },
    { healthChecks: { source: '(running ??= runCheck(', broken: '(running = runCheck(' } },
  ),
  ...breakIn(
    {
      group: 'limit',
      file: 'apps/server/src/showcase/showcase-routes.ts',
      check: 58,
      test: [
        'apps/server/tests/showcase/showcase.test.ts',
        'while no candles can be read, visitors who ask again and again for the replays cause one attempt',
      ],
    },
    {
      emptyReplays: {
        source: '    maxAgeMs: ageOf,\n',
        broken:
          '    maxAgeMs: ageOf,\n    isCacheable: ({ replays }) => replays.finished !== null || replays.fall !== null,\n',
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
