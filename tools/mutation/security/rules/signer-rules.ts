// Broken rules of the signer: what it signs, for which key, and how often.
import { breakIn, type NamedTest } from '../broken-rule.ts';
import { inAccounts, inKeys } from './tests.ts';

const inTable = (title: string): NamedTest => ['packages/protocol/src/okx/transport/signing-table.test.ts', title];
const inLbankTable = (title: string): NamedTest => ['packages/protocol/src/lbank/signing-table.test.ts', title];
const inCore = (title: string): NamedTest => ['apps/server/src/signer/signer-core.test.ts', title];
const inRestored = (title: string): NamedTest => ['apps/cli/tests/restore/restored-store.test.ts', title];
const inProcess = (title: string): NamedTest => ['apps/server/tests/signer/signer-process.test.ts', title];

const tables = [
  ...breakIn(
    {
      group: 'signer',
      file: 'packages/protocol/src/okx/transport/signing-table.ts',
      check: 40,
      test: inTable('%s %s is not signed'),
    },
    {
      transfer: { source: "  'account/set-leverage',\n", broken: "  'account/set-leverage',\n  'asset/transfer',\n" },
      time: {
        source: '!timestampForm.test(timestamp) || ',
        broken: '',
        test: inTable('a part that continues into the next part is not signed'),
      },
      bodyOfReading: {
        source: ": body === '';",
        broken: ": body !== '?';",
        test: inTable('a part that continues into the next part is not signed'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'signer',
      file: 'packages/protocol/src/lbank/signing-table.ts',
      check: 40,
      test: inLbankTable('a key, a time and an echo that contain a further parameter are not signed'),
    },
    {
      lbankPath: {
        source: ' || !forms.has(`${method} ${path}`)',
        broken: '',
        test: inLbankTable('%s %s is not signed'),
      },
      lbankKey: { source: 'isLbankApiKey(apiKey) && ', broken: '' },
      lbankTime: { source: 'timestampForm.test(timestamp) && ', broken: '' },
      lbankEcho: { source: ' && echoForm.test(echostr)', broken: '' },
    },
  ),
];

const core = [
  ...breakIn(
    {
      group: 'signer',
      file: 'apps/server/src/signer/signer-core.ts',
      check: 40,
      test: inCore('each account has a budget for commands'),
    },
    {
      budget: {
        source: "if (!limits.budgetsOf(key.accountId)[wanted.purpose].take(now())) return refuse('budget');",
        broken: '',
      },
      ahead: {
        source: "    if (!(wanted.at <= wallNow() + signerLimits.aheadMs)) return refuse('time');\n",
        broken: '',
        test: inCore('a request, a login and a check for a time more than two minutes ahead are not signed'),
      },
      readings: {
        source: " || (wanted.purpose !== 'reading' && !limits.mayOrder())",
        broken: '',
        test: inCore('a signer for readings signs no order'),
      },
      checkBudget: {
        source: "{ purpose: 'check', at: Number(item.timestamp), text, digits: 'hex' }",
        broken: "{ purpose: 'reading', at: Number(item.timestamp), text, digits: 'hex' }",
        test: inCore('the checks of a key have their own budget'),
      },
      ownKey: {
        source: 'lbankFormText(apiKey, item)',
        broken: "lbankFormText('any', item)",
        test: inCore('the readings that check an LBank key are signed with the key of the signer'),
      },
      otherAccount: {
        source:
          "  if (stored !== null && stored.accountId !== accountId) throw new Error('the stored key belongs to another account');\n",
        broken: '',
        test: inCore('the stored key of another account completes no changed key'),
      },
      blank: {
        source: "secretKey: texts.secretKey === '' ? held.secretKey.toString('utf8') : texts.secretKey",
        broken: 'secretKey: texts.secretKey',
        test: inCore('a new key is sealed, and of a changed key the blank parts keep their stored texts'),
      },
      closed: {
        source: 'keys.close(request.accountId, request.kept);',
        broken: '',
        test: inCore('a closed account signs nothing'),
      },
      dropped: {
        source: 'keys.drop(request.handle);',
        broken: '',
        test: inCore('a dropped key signs nothing'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'signer',
      file: 'apps/server/src/signer/tool-signer.ts',
      check: 40,
      test: inRestored('the signer signs a reading and no order and no log-in'),
    },
    {
      toolReadings: { source: "signs: 'readings'", broken: "signs: 'everything'" },
      toolRecords: { source: 'async () => signer?.record()', broken: 'async () => undefined' },
      toolPace: {
        source: 'for (refill(); left - running < 1; refill()) await wait(signerLimits.openingWaitMs);',
        broken: '',
        test: inRestored('an opening waits until the limits permit it'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'signer',
      file: 'apps/cli/src/restore/restored-store.ts',
      check: 40,
      test: inRestored('the signer ends when the store does not close'),
    },
    {
      toolEnds: { source: '        await signer.stop();\n', broken: '' },
    },
  ),
  ...breakIn(
    {
      group: 'signer',
      file: 'apps/server/src/signer/account-keys.ts',
      check: 40,
      test: inProcess('after the end of a signer the new process signs for an LBank key'),
    },
    {
      reopened: {
        source: "if ('sign' in result || result.refusal !== 'unopened' || !(await reopen())) return result;",
        broken: "if ('sign' in result || result.refusal !== 'keyless') return result;",
      },
    },
  ),
  ...breakIn(
    {
      group: 'signer',
      file: 'apps/server/src/keys/with-key.ts',
      check: 40,
      test: inKeys('without the signer no key is checked, linked or changed'),
    },
    {
      silent: {
        source: "throw error instanceof SignerSilent ? new ApiError('EXCHANGE_UNAVAILABLE') : error;",
        broken: 'throw error;',
      },
    },
  ),
];

const inWork = (title: string): NamedTest => ['packages/store/tests/links/seal-work.test.ts', title];

const masterKey = [
  ...breakIn(
    {
      group: 'master',
      file: 'packages/store/src/secrets/seal-work.ts',
      check: 38,
      test: inAccounts('refuses another master key and a new master key'),
    },
    { otherKey: { source: '      refuseOtherKey(own, rows);\n', broken: '' } },
  ),
  ...breakIn(
    {
      group: 'signer',
      file: 'packages/store/src/secrets/seal-work.ts',
      check: 40,
      test: inWork('a text with the purpose %j is neither sealed nor opened'),
    },
    {
      purpose: { source: 'if (!permitted.test(purpose)) throw', broken: "if (purpose === '?') throw" },
      wholePurpose: { source: '|oauth_secret)$/;', broken: '|oauth_secret)/;' },
      token: {
        source: "open('accessToken', accessToken)",
        broken: "open('secretKey', accessToken)",
        test: inWork('tokens are opened, and the parts of a trading key are not opened as tokens'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'signer',
      file: 'apps/server/src/signer/signer-core.ts',
      check: 40,
      test: inCore('texts and tokens of the server are opened within budgets of their own'),
    },
    {
      textBudget: { source: '        spend(texts);\n', broken: '' },
      tokenBudget: { source: '        spend(tokens);\n', broken: '' },
    },
  ),
  ...breakIn(
    {
      group: 'signer',
      file: 'apps/server/src/signer/signer-process.ts',
      check: 40,
      test: inProcess('only the first process creates a master key'),
    },
    {
      createdAgain: { source: 'await begin(run, false)', broken: 'await begin(run, true)' },
      noKey: {
        source: '  if (begunReply?.hasKey === true) return;',
        broken: '  if (begunReply !== null) return;',
      },
    },
  ),
];

const inOpenings = (title: string): NamedTest => ['apps/server/src/signer/key-openings.test.ts', title];
const recorded: NamedTest = [
  'apps/server/tests/signer/key-openings.test.ts',
  'the openings and the refused openings of each minute are in the metrics and in the audit',
];

const openings = [
  ...breakIn(
    {
      group: 'openings',
      file: 'apps/server/src/signer/key-openings.ts',
      check: 40,
      test: inOpenings('of 10,000 accounts 1,500 are opened at once, and 500 in each further minute'),
    },
    {
      limit: {
        source: '(isFirst ? firsts : others)',
        broken: 'others',
        test: inCore('the keys of many accounts are opened within a limit'),
      },
      perMinute: { source: 'signerLimits.accountsPerMinute / 60', broken: 'signerLimits.accountsPerMinute' },
      newKeys: {
        source: 'takeNew: () => others.take(now())',
        broken: 'takeNew: () => true',
        test: inCore('the openings of the opened accounts and new keys have a budget of their own'),
      },
      refused: {
        source: '        refused += 1;\n',
        broken: '',
        test: inCore('the counts have the openings, their accounts and the refusals'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'openings',
      file: 'apps/server/src/signer/signer-limits.ts',
      check: 40,
      test: inOpenings('of 10,000 accounts 1,500 are opened at once, and 500 in each further minute'),
    },
    { atOnce: { source: 'accountsAtOnce: 1_500', broken: 'accountsAtOnce: 20_000' } },
  ),
  ...breakIn(
    {
      group: 'openings',
      file: 'apps/server/src/signer/signer-core.ts',
      check: 40,
      test: inCore('a second first message is refused'),
    },
    {
      begunTwice: { source: "if (begun !== null) throw new Error('the signer has begun already');", broken: '' },
      storedKey: {
        source: "open(stored, 'seal')",
        broken: 'openCredentials(ring, bytesOf(stored))',
        test: inCore('a stored key that completes a changed key counts as opened'),
      },
      reported: {
        source: "      report({ accountId, reason: 'openings', detail: use });\n",
        broken: '',
        test: inCore('the keys of many accounts are opened within a limit'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'openings',
      file: 'apps/server/src/signer/serving/serve-server.ts',
      check: 40,
      test: inProcess('the process writes a line with the counts'),
    },
    {
      ahead: {
        source: 'Math.max(wallClock.now(), steadyClock.now())',
        broken: 'Infinity',
        test: inProcess('the process signs nothing for a time that is far ahead'),
      },
      line: { source: "      write('signer.opened', counts, counts.refused === 0 ? 30 : 50);\n", broken: '' },
      unsent: {
        source: "      peer.send({ kind: 'openings', id: 0, ...counts });\n",
        broken: '',
        test: inProcess('the process opens the keys of the permitted number of accounts'),
      },
    },
  ),
  ...breakIn(
    { group: 'openings', file: 'apps/server/src/signer/open-signer.ts', check: 40, test: recorded },
    {
      metric: { source: '    total.refused += refused;\n', broken: '' },
      level: { source: "log.write(refused === 0 ? 'info' : 'error',", broken: "log.write('info'," },
      audit: { source: "action: 'signer.opened'", broken: "action: 'signer.other'" },
    },
  ),
];

const inHoney = (title: string): NamedTest => ['apps/server/tests/signer/honey-account.test.ts', title];
const seen = inHoney('a signature with the key of the honey account');
const unused = inHoney('the engine, the lists, the counts');

const honey = [
  ...breakIn(
    {
      group: 'honey',
      file: 'apps/server/src/signer/signer-core.ts',
      check: 40,
      test: inCore('the key of the honey account looks like another key'),
    },
    {
      opened: {
        source: 'if (opened.isHoney) alarm({ accountId, use });',
        broken: "if (opened.isHoney && use === 'seal') alarm({ accountId, use });",
      },
      signed: { source: "    if (key.isHoney) alarm({ accountId: key.accountId, use: 'sign' });\n", broken: '' },
      changed: {
        source: 'if (opened.isHoney) alarm({ accountId, use });',
        broken: "if (opened.isHoney && use === 'open') alarm({ accountId, use });",
      },
    },
  ),
  ...breakIn(
    {
      group: 'honey',
      file: 'packages/store/src/secrets/sealed-credentials.ts',
      check: 40,
      test: inCore('a person cannot type a secret that makes an account the honey account'),
    },
    { typed: { source: "createHmac('sha256', dataKey)", broken: "createHmac('sha256', accountId)" } },
  ),
  ...breakIn(
    { group: 'honey', file: 'apps/server/src/signer/serving/serve-server.ts', check: 40, test: seen },
    { unsent: { source: "peer.send({ kind: 'honey', id: 0, ...use });", broken: 'return;' } },
  ),
  ...breakIn(
    { group: 'honey', file: 'apps/server/src/signer/open-signer.ts', check: 40, test: seen },
    {
      health: { source: 'line.isUp() ? honey.problem() :', broken: 'line.isUp() ? null :' },
      metric: { source: '    uses += 1;\n', broken: '' },
      log: { source: "    log.write('error', 'signer.honeyUsed', { accountId, use });\n", broken: '' },
    },
  ),
  ...breakIn(
    { group: 'honey', file: 'packages/store/src/links/accounts.ts', check: 40, test: unused },
    { engine: { source: ' and id <> ${honey.accountId}', broken: '' } },
  ),
  ...breakIn(
    { group: 'honey', file: 'packages/store/src/links/key-revocations.ts', check: 40, test: unused },
    { revoked: { source: ' and a.id <> ${accountId}', broken: '' } },
  ),
  ...breakIn(
    { group: 'honey', file: 'packages/store/src/people/people.ts', check: 40, test: unused },
    {
      listed: { source: ' and u.id <> ${honey.userId}', broken: '' },
      linked: { source: ' and a.id <> ${honey.accountId}', broken: '' },
    },
  ),
];

/** The broken rules of the signer. */
export const signerRules = [...tables, ...core, ...masterKey, ...openings, ...honey];
