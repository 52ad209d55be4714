// Broken rules of records: the audit, the counts of signatures, the retention, and the data of people.
import { breakIn, type NamedTest } from '../broken-rule.ts';
import { inAnchor, inAudit, inOwnSessions, inPeople, inRetention } from './tests.ts';

const chain = [
  ...breakIn(
    {
      group: 'audit',
      file: 'packages/store/src/people/audit-chain.ts',
      check: 59,
      test: inAudit('the check finds a line that was added without the key'),
    },
    {
      keyed: {
        source: "return createHmac('sha256', key).update(previous).update(textOf(entry)).digest();",
        broken: 'return plainDigest(previous, entry);',
        test: inAudit('the digest of a line needs the key'),
      },
      signedCount: {
        source: '    lineCount,\n    purgedCount,\n    hashBefore',
        broken: '    purgedCount,\n    hashBefore',
        test: inAudit('the check finds %s, and lines that are written later do not hide it'),
      },
      reason: {
        source: 'JSON.stringify([at, actorId, action, subjectId, detail])',
        broken: 'JSON.stringify([at, actorId, action, subjectId])',
        test: inAudit('the check finds %s, and lines that are written later do not hide it'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'audit',
      file: 'packages/store/src/people/audit-check.ts',
      check: 59,
      test: inAudit('the check finds %s, and lines that are written later do not hide it'),
    },
    {
      line: { source: "if (!isFollower(key, newest.hash, stored)) return resultOf('line', id);", broken: '' },
      end: { source: 'newest.line < total || !newest.hash.equals(head.lastHash)', broken: 'newest.line < 0' },
      head: { source: 'head === null || !isSigned(key, head)', broken: 'head === null' },
      added: {
        source: 'if (newestId > newest.id) return',
        broken: 'if (newestId < 0) return',
        test: inAudit('the check finds a line that was added without the key'),
      },
      readEnd: {
        source: 'last.hash.equals(checked.hash) && isFollower',
        broken: 'isFollower',
        test: inAudit('a read finds at once that the line which it has read last was replaced'),
      },
      readBeginning: {
        source: ' && isFollower(key, head.hashBefore, oldest)',
        broken: '',
        test: inAudit('a read finds at once that %s were deleted, although it had found them intact'),
      },
      readMissing: {
        source: 'if (oldest === undefined || last === undefined) return false;',
        broken: 'if (oldest === undefined || last === undefined) return true;',
        test: inAudit('a read finds at once that %s were deleted, although it had found them intact'),
      },
      exported: {
        source: "exported !== undefined && exported !== hash.toString('hex')",
        broken: 'exported === null',
        test: inAudit('the check compares exported digests'),
      },
      exportedEnd: {
        source: 'if (marks.some(({ line }) => line > total)) return',
        broken: 'if (marks.length < 0) return',
        test: inAudit('the check compares exported digests'),
      },
      anchored: {
        source: "anchor?.line === newest.line && anchor.hash !== hash.toString('hex')",
        broken: 'anchor === undefined',
        test: inAnchor('lines that are written again with it up to the anchor are found'),
      },
      anchorPurged: {
        source: "return line > head.purgedCount || head.hashBefore.toString('hex') === hash;",
        broken: 'return true;',
        test: inAnchor('lines up to the anchor cannot be written again as lines after a purge'),
      },
      anchorBeforePurge: {
        source: ' || line < head.purgedCount) return false;',
        broken: ') return false;',
        test: inAnchor('lines up to the anchor cannot be written again as lines after a purge'),
      },
      erasable: {
        source: "detail === '' && decisions.includes(action)",
        broken: "detail === ''",
        test: inAnchor('only a decision can look like a line whose reason was erased'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'audit',
      file: 'packages/store/src/people/audit-anchor.ts',
      check: 59,
      test: inAnchor('an anchor of the audit that was removed, replaced by an older one or changed is found'),
    },
    {
      anchorRemoved: { source: "known === null ? null : 'changed'", broken: 'null' },
      anchorOlder: { source: ' || stored.line < (known?.line ?? 0)', broken: '' },
      anchorSignature: { source: ' || !isSigned(key, stored)', broken: '' },
    },
  ),
  ...breakIn(
    {
      group: 'audit',
      file: 'packages/store/src/people/audit-writer.ts',
      check: 59,
      test: ['apps/cli/tests/operator.test.ts', 'the operator lists a waiting person, approves the person'],
    },
    {
      systemUser: { source: 'if (entry.actorId !== null) return entry;', broken: 'return entry;' },
      olderProgram: {
        source: '- ${auditUpgradeMs}::float8',
        broken: '- 1e15::float8',
        test: inAudit('a line that an older program appends a day after the first signature breaks the chain'),
      },
      headUnderLock: {
        source: '${auditLock.key})`.execute()',
        broken: '${auditLock.key})`',
        test: inAudit('lines that are written at the same time form one chain'),
      },
      newDatabase: {
        source: "lineCount > 0 || booleanOf(row, 'is_used') ? at : 0",
        broken: 'at',
        test: inAudit('in a new database a line without the key never becomes part of the chain'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'audit',
      file: 'packages/store/src/people/people.ts',
      check: 59,
      test: inPeople('the audit has both decisions with the reason'),
    },
    {
      decision: {
        source:
          'await writer.append(transaction, { at: now, actorId, action: `user.${verdict}`, subjectId: userId, detail });',
        broken: '',
      },
    },
  ),
  ...breakIn(
    {
      group: 'audit',
      file: 'packages/store/src/people/logins.ts',
      check: 59,
      test: inPeople('the audit has log-ins, views of lists and acts of a person'),
    },
    { logIn: { source: "if (userId === null || outcome === 'wrong password') return;", broken: 'return;' } },
  ),
  ...breakIn(
    {
      group: 'audit',
      file: 'apps/server/src/operator/operator-routes.ts',
      check: 59,
      test: inPeople('the audit has log-ins, views of lists and acts of a person'),
    },
    {
      listView: {
        source:
          "await recordView({ actorId: caller.user.id, action: 'people.listed', filter, shown: people.length, total });",
        broken: '',
      },
    },
  ),
  ...breakIn(
    {
      group: 'audit',
      file: 'apps/server/src/people/personal-record-routes.ts',
      check: 59,
      test: inOwnSessions('the export contains the stored data of the user'),
    },
    {
      export: {
        source:
          "await store.audit.write({ at: clock.now(), actorId: id, action: 'user.export', subjectId: id, detail: '' });",
        broken: '',
      },
    },
  ),
  ...breakIn(
    {
      group: 'audit',
      file: 'apps/server/src/ops/audit-job.ts',
      check: 59,
      test: ['apps/server/tests/ops/audit-job.test.ts', 'each hour the job exports the newest line'],
    },
    {
      exportedMark: { source: 'await exportMark(exported, mark);', broken: '' },
      reported: { source: 'isIntact = problem === null;', broken: 'isIntact = problem !== undefined;' },
    },
  ),
];

const logLines = 'apps/server/tests/ops/log-lines.test.ts';

const logs = [
  ...breakIn(
    {
      group: 'log',
      file: 'apps/server/src/ops/log.ts',
      check: 53,
      test: [logLines, 'each event is one line of the log without control characters'],
    },
    { controls: { source: 'isoTime, hooks }', broken: 'isoTime }' } },
  ),
  ...breakIn(
    {
      group: 'log',
      file: 'apps/server/src/access/access-log.ts',
      check: 53,
      test: [logLines, 'each call is one line of the access log without control characters'],
    },
    {
      accessControls: { source: 'encodeControls(JSON.stringify(', broken: '(JSON.stringify(' },
      accessLines: { source: '`${text}\\n`', broken: "`${text.replaceAll('\\\\n', '\\n')}\\n`" },
    },
  ),
];

const retention = breakIn(
  {
    group: 'retention',
    file: 'packages/store/src/upkeep/retention.ts',
    check: 59,
    test: inRetention('the purge removes log-ins and ended sessions after three months'),
  },
  {
    logIns: { source: 'const loginsBefore = now - loginsKeptMs;', broken: 'const loginsBefore = 0;' },
    decisions: {
      source: 'writer.purge(transaction, now - auditKeptMs)',
      broken: 'writer.purge(transaction, now - loginsKeptMs)',
    },
    devices: {
      source: 'last_at < ${now - deviceKeptMs}',
      broken: 'last_at < ${0}',
      test: inRetention('the purge removes a known device one year after its last log-in'),
    },
    unknownLogIns: {
      source: 'offset ${unknownLoginsKept} limit 1',
      broken: 'offset 1000000 limit 1',
      test: inRetention('of the attempts with unknown e-mails the newest 10,000 stay'),
    },
  },
);

const inSignatures = (title: string): NamedTest => ['apps/server/src/signer/signatures/key-signatures.test.ts', title];
const inRecords = (title: string): NamedTest => ['apps/server/src/signer/signatures/signature-records.test.ts', title];
const counted = inSignatures('the counts have the signatures of each purpose');

const signatures = [
  ...breakIn(
    { group: 'signatures', file: 'apps/server/src/signer/signer-core.ts', check: 40, test: counted },
    { counted: { source: '    limits.signatures.add(key.accountId, wanted.purpose);\n', broken: '' } },
  ),
  ...breakIn(
    { group: 'signatures', file: 'apps/server/src/signer/signatures/key-signatures.ts', check: 40, test: counted },
    {
      accounts: { source: 'accounts.add(accountId);', broken: "accounts.add('one');" },
      purpose: { source: 'counts[purpose] += 1;', broken: 'counts.reading += 1;' },
    },
  ),
  ...breakIn(
    {
      group: 'signatures',
      file: 'apps/server/src/signer/serving/serve-server.ts',
      check: 40,
      test: [
        'apps/server/tests/signer/signer-process.test.ts',
        'the process reports how often it has signed for each purpose',
      ],
    },
    { unsent: { source: "peer.send({ kind: 'signatures', id: 0, ...signatures });", broken: 'void 0;' } },
  ),
  ...breakIn(
    {
      group: 'signatures',
      file: 'apps/server/src/signer/signatures/signature-records.ts',
      check: 40,
      test: inRecords('each report is in the metric of its purpose at once'),
    },
    {
      metric: { source: 'counts[purpose]);', broken: '0);' },
      line: { source: '>= signerLimits.signedLineMs) flush();', broken: '< 0) flush();' },
    },
  ),
  ...breakIn(
    {
      group: 'signatures',
      file: 'apps/server/src/signer/open-signer.ts',
      check: 40,
      test: ['apps/cli/tests/restore/restored-store.test.ts', 'the signer signs a reading and no order and no log-in'],
    },
    { audit: { source: "action: 'signer.signed'", broken: "action: 'signer.other'" } },
  ),
];

const inPersonalRecords: NamedTest = [
  'packages/store/tests/people/personal-records.test.ts',
  'the export has each exported column, and the erasure deletes or empties',
];

const people = [
  ...breakIn(
    {
      group: 'erasure',
      file: 'packages/store/src/people/personal-tables.ts',
      check: 41,
      test: [
        'packages/store/tests/people/personal-records.test.ts',
        'each column of %s is exported or hidden, and erased or kept',
      ],
    },
    { unlistedColumn: { source: "      'region',\n", broken: '' } },
  ),
  ...breakIn(
    {
      group: 'erasure',
      file: 'packages/store/src/people/erasure.ts',
      check: 41,
      test: inAudit('the deletion of a person erases the reasons about the person'),
    },
    {
      reasons: { source: 'await writer.eraseReasons(transaction, userId);', broken: '' },
      lastLogIn: { source: 'last_login_at = null, ', broken: '', test: inPersonalRecords },
      hooks: { source: '  await removeHooks(transaction, userId);\n', broken: '', test: inPersonalRecords },
      enrolments: {
        source: 'await transaction`delete from enrolments where user_id = ${userId}`;',
        broken: '',
        test: inPersonalRecords,
      },
      botNames: {
        source: "await transaction`update bots set name = '' where user_id = ${userId}`;",
        broken: '',
        test: inPersonalRecords,
      },
      rawRows: {
        source: 'await transaction`delete from unreadable_rows where account_id in (${accounts})`;',
        broken: '',
        test: inPersonalRecords,
      },
      referral: {
        source: 'region = null, ref = null,',
        broken: 'region = null,',
        test: inPersonalRecords,
      },
      uids: {
        source: "uid = id, masked_key = '', label = '', unbound_reason",
        broken: "masked_key = '', unbound_reason",
        test: [
          'packages/store/tests/links/accounts.test.ts',
          'the erasure of a person removes the uids, names and labels',
        ],
      },
    },
  ),
  ...breakIn(
    {
      group: 'erasure',
      file: 'apps/server/src/people/personal-record-routes.ts',
      check: 36,
      test: [
        'apps/server/tests/link/link.test.ts',
        'the deletion of the user account deletes the keys whose consent allows it',
      ],
    },
    {
      keyAtExchange: {
        source: 'await context.keyCalls.disconnect({ userId: user.id, accountId: account.id })',
        broken: '{ isKeyDeleted: false }',
      },
    },
  ),
];

/** The broken rules of records. */
export const recordRules = [...chain, ...logs, ...retention, ...signatures, ...people];
