// Broken rules of the web app: messages of pop-ups, stored values, the end of a session.
import { breakIn, type NamedTest } from '../broken-rule.ts';
import { inSession } from './tests.ts';

const message = 'apps/web/src/features/link/pop-up/link-message.test.ts';
const storage = 'apps/web/src/lib/storage/storage.test.ts';

const messages = [
  ...breakIn(
    {
      group: 'browser',
      file: 'apps/web/src/features/link/pop-up/link-message.ts',
      check: 26,
      test: [message, 'a message with %s is ignored'],
    },
    {
      origin: { source: 'received.origin === expected.origin && ', broken: '' },
      source: { source: ' && received.source === expected.source', broken: '' },
      nonce: {
        source: 'parsed.success && parsed.data.nonce === expected.nonce ? parsed.data',
        broken: 'parsed.success ? parsed.data',
      },
    },
  ),
  ...breakIn(
    {
      group: 'browser',
      file: 'apps/web/src/lib/storage/storage.ts',
      check: 28,
      test: [storage, 'a profile with an exchange secret is not stored'],
    },
    {
      secret: { source: 'okx_api_secret: nothing', broken: 'okx_api_secret: orNull(text())' },
      linkData: {
        check: 20,
        source: 'for (const key of linkKeys) drop(key);',
        broken: '',
        test: [storage, 'the end of a session removes the data of a link attempt'],
      },
      token: {
        check: 20,
        source: "    drop('accessToken');\n",
        broken: '',
        test: [storage, 'the end of a session removes the token and the profile'],
      },
    },
  ),
  ...breakIn(
    {
      group: 'browser',
      file: 'apps/web/src/api/calls/client.ts',
      check: 19,
      test: [
        'apps/web/src/api/calls/client.test.ts',
        'several calls that fail with the same token report the lost session once',
      ],
    },
    { oneReport: { source: 'if (lostToken !== token) ports.onSessionLost();', broken: 'ports.onSessionLost();' } },
  ),
  ...breakIn(
    {
      group: 'browser',
      file: 'apps/web/src/features/link/pop-up/pop-up-visit.ts',
      check: 26,
      test: [
        'apps/web/src/features/link/pop-up/pop-up-visit.test.ts',
        'a free text of the address is shown only while the browser waits',
      ],
    },
    { freeText: { source: " || error === '' || !isPending ? ", broken: " || error === '' ? " } },
  ),
  ...breakIn(
    {
      group: 'browser',
      file: 'apps/web/src/features/link/use-link.ts',
      check: 26,
      test: [
        'apps/web/tests/features/link-listener.test.tsx',
        'after an attempt that %s the error page shows no text of its address',
      ],
    },
    { endedAttempt: { source: 'if (hasRunRef.current && !runs) storage.removeWindowNonce();', broken: '' } },
  ),
  ...breakIn(
    {
      group: 'browser',
      file: 'apps/web/src/features/link/pop-up/link-nonce.ts',
      check: 26,
      test: ['apps/web/src/features/link/pop-up/link-nonce.test.ts', 'an attempt waits for 10 minutes after its start'],
    },
    { lateAttempt: { source: ' && age < intervals.linkListenerMs', broken: '' } },
  ),
];

const logOut: NamedTest = ['apps/web/tests/frame/log-out.test.tsx', 'the log-out leaves only the remembered e-mail'];

const ends = [
  ...breakIn(
    { group: 'logOut', file: 'apps/web/src/api/session/session-context.tsx', check: 20, test: logOut },
    {
      call: { source: "await api.call('logout', {}).catch(() => undefined);", broken: '' },
      failedCall: { source: "api.call('logout', {}).catch(() => undefined)", broken: "api.call('logout', {})" },
      storage: { source: '      storage.clearSession();\n', broken: '' },
      responses: { source: '      queries.clear();\n', broken: '' },
    },
  ),
  ...breakIn(
    { group: 'logOut', file: 'apps/web/src/api/feed/feed.ts', check: 20, test: logOut },
    { socket: { source: '    socket?.close();\n', broken: '' } },
  ),
  ...breakIn(
    { group: 'logOut', file: 'apps/server/src/people/auth-routes.ts', check: 20, test: inSession('the log-out ends') },
    {
      cache: { source: `reply.header('clear-site-data', '"cache"');`, broken: '' },
      cookie: { source: '    cookie.clear(reply);\n    reply.header', broken: '    reply.header' },
    },
  ),
];

const plainText: NamedTest = ['apps/web/tests/frame/plain-text.test.tsx', 'HTML in %s is shown as text'];

const texts = [
  ...breakIn(
    { group: 'text', file: 'apps/web/src/features/bots/card/bot-card-header.tsx', check: 27, test: plainText },
    {
      title: {
        source: '<h2 id={titleId}>{bot.title}</h2>',
        broken: '<h2 id={titleId} dangerouslySetInnerHTML={{ __html: bot.title }} />',
      },
    },
  ),
  ...breakIn(
    { group: 'text', file: 'apps/web/src/features/bots/bot-log.tsx', check: 27, test: plainText },
    {
      logLine: {
        source: '{logText(line, { translator: i18n, format, tickSize })}',
        broken: '<b dangerouslySetInnerHTML={{ __html: logText(line, { translator: i18n, format, tickSize }) }} />',
      },
    },
  ),
  ...breakIn(
    { group: 'text', file: 'apps/web/src/features/operator/people/people-rows.tsx', check: 27, test: plainText },
    {
      signUp: {
        source: 'cell: (person) => <span className="console-name">{person.name || unknownText}</span>',
        broken: 'cell: (person) => <span dangerouslySetInnerHTML={{ __html: person.name }} />',
      },
    },
  ),
  ...breakIn(
    {
      group: 'text',
      file: '.oxlintrc.json',
      check: 27,
      test: ['tools/lint/planted.test.ts', 'the linter reports $rules in $file'],
    },
    { lint: { source: '"react/no-danger": "error"', broken: '"react/no-danger": "off"' } },
  ),
];

const productionBuild: NamedTest = [
  'apps/web/tests/bundle.test.ts',
  'the production build has no module of the folder src/workbench',
];

const debug = [
  ...breakIn(
    {
      group: 'debug',
      file: 'apps/web/src/features/bots/debug/debug-log.ts',
      check: 63,
      test: [
        'apps/web/src/features/bots/debug/debug-log.test.ts',
        'a line contains the time, the key of the query, and the result with its code',
      ],
    },
    {
      content: { source: ": 'failed';", broken: ': String(error);' },
      keyContent: {
        source: "key.filter((part) => typeof part === 'string' || typeof part === 'number').join(' ')",
        broken: "key.map((part) => JSON.stringify(part)).join(' ')",
      },
    },
  ),
  ...breakIn(
    { group: 'debug', file: 'apps/web/src/main.tsx', check: 63, test: productionBuild },
    { workbench: { source: 'if (import.meta.env.DEV && ', broken: 'if (' } },
  ),
  ...breakIn(
    { group: 'debug', file: 'apps/web/vite.config.ts', check: 63, test: productionBuild },
    {
      maps: { source: 'sourcemap: false', broken: 'sourcemap: true' },
    },
  ),
];

/** The broken rules of the web app. */
export const browserRules = [...messages, ...ends, ...texts, ...debug];
