// Broken rules of the web app: messages of pop-ups, stored values, the end of a session.
import { breakIn } from '../broken-rule.ts';

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
];

/** The broken rules of the web app. */
export const browserRules = messages;
