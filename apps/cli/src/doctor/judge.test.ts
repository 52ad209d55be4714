// Tests which facts of an installation are judged as bad.
import { expect, test } from 'vitest';
import type { DoctorFacts } from './doctor-facts.ts';
import { judgeInstallation, type FindingState } from './judge.ts';

const hour = 60 * 60_000;
const server = {
  major: 17,
  synchronousCommit: 'on',
  isFsyncOn: true,
  isFullPageWritesOn: true,
  isEncrypted: false,
  isOverNetwork: false,
  clockAt: 0,
};
const database = {
  problem: null,
  facts: server,
  audit: { problem: null, lineId: null, lines: 3 },
  start: { kind: 'confirmed' },
  versions: ['1.0.0'],
} as const;
const healthy: DoctorFacts = {
  nodeVersion: '22.11.0',
  isLive: true,
  signerUser: 'own',
  atRisk: 'facing the network',
  isInsecureHttp: false,
  paths: [{ path: '/key', mode: 0o100600, allowed: 0o600 }],
  disk: { freeBytes: 50_000_000_000 },
  database,
  exchangeDifferenceMs: -20,
  databaseDifferenceMs: 3,
  certificate: { days: 60 },
  missingAddresses: [],
  backups: { newestAgeMs: hour, verifiedAgeMs: 24 * hour, everyMs: 24 * hour },
};

test('in a healthy installation every finding is good and has no instruction', () => {
  const findings = judgeInstallation(healthy);
  expect(findings.filter(({ state, todo }) => state !== 'good' || todo !== null)).toEqual([]);
  expect(findings.length).toBeGreaterThan(10);
});

const withServer = (changes: Partial<typeof server>): DoctorFacts => ({
  ...healthy,
  database: { ...database, facts: { ...server, ...changes } },
});
const brokenAudit = { problem: 'end', lineId: 7, lines: 7 } as const;
const rows: readonly (readonly [string, FindingState, string, DoctorFacts])[] = [
  ['a Node without security updates', 'attention', 'Node', { ...healthy, nodeVersion: '20.19.0' }],
  [
    'a key that a group may read',
    'bad',
    'permissions',
    { ...healthy, paths: [{ path: '/key', mode: 0o100640, allowed: 0o600 }] },
  ],
  ['a signer with the user of a server in the network', 'bad', 'signer', { ...healthy, signerUser: 'shared' }],
  [
    'a signer with the user of a server that only trades',
    'attention',
    'signer',
    { ...healthy, signerUser: 'shared', atRisk: 'behind' },
  ],
  ['a signer whose socket is missing', 'bad', 'signer', { ...healthy, signerUser: { problem: 'ENOENT' } }],
  ['an almost full disk', 'bad', 'disk', { ...healthy, disk: { freeBytes: 500_000_000 } }],
  ['a disk with little free space', 'attention', 'disk', { ...healthy, disk: { freeBytes: 5_000_000_000 } }],
  ['a disk that cannot be read', 'unknown', 'disk', { ...healthy, disk: null }],
  ['a database that cannot be opened', 'bad', 'database', { ...healthy, database: { problem: 'wrong key' } }],
  ['an old PostgreSQL', 'bad', 'database', withServer({ major: 14 })],
  ['commits that are not synchronous', 'bad', 'commits', withServer({ synchronousCommit: 'off' })],
  ['a database without fsync', 'bad', 'commits', withServer({ isFsyncOn: false })],
  ['a database without full pages', 'bad', 'commits', withServer({ isFullPageWritesOn: false })],
  ['a database on another machine without TLS', 'attention', 'database TLS', withServer({ isOverNetwork: true })],
  [
    'a frozen instance',
    'bad',
    'instance',
    { ...healthy, database: { ...database, start: { kind: 'frozen', reason: 'backup' } } },
  ],
  [
    'a database of another venue',
    'bad',
    'instance',
    { ...healthy, database: { ...database, start: { kind: 'refused', venue: 'okx' } } },
  ],
  ['a cut audit', 'bad', 'audit', { ...healthy, database: { ...database, audit: brokenAudit } }],
  [
    'nodes of two versions',
    'attention',
    'versions',
    { ...healthy, database: { ...database, versions: ['1.0.0', '1.1.0'] } },
  ],
  ['a clock that differs by 2 s', 'attention', 'clock', { ...healthy, exchangeDifferenceMs: 2_000 }],
  ['a clock that differs by 11 s', 'bad', 'clock', { ...healthy, databaseDifferenceMs: -11_000 }],
  ['an exchange that does not respond', 'unknown', 'clock', { ...healthy, exchangeDifferenceMs: null }],
  ['passwords without encryption', 'bad', 'TLS', { ...healthy, isInsecureHttp: true }],
  ['an invalid certificate', 'bad', 'TLS', { ...healthy, certificate: { problem: 'self-signed certificate' } }],
  ['a certificate that ends in a week', 'attention', 'TLS', { ...healthy, certificate: { days: 7 } }],
  ['an address that this machine does not have', 'bad', 'addresses', { ...healthy, missingAddresses: ['10.0.0.9'] }],
  ['a live installation without backups', 'bad', 'backups', { ...healthy, backups: null }],
  ['a sandbox without backups', 'attention', 'backups', { ...healthy, isLive: false, backups: null }],
  [
    'a backup of last week',
    'bad',
    'backups',
    { ...healthy, backups: { newestAgeMs: 170 * hour, verifiedAgeMs: hour, everyMs: 24 * hour } },
  ],
  [
    'backups that were never verified',
    'attention',
    'backups',
    { ...healthy, backups: { newestAgeMs: hour, verifiedAgeMs: null, everyMs: 24 * hour } },
  ],
];

test.each([
  ['on the sandbox', { isLive: false }],
  ['without the master key', { atRisk: 'none' }],
] as const)('a signer with the user of its server is good %s', (_case, changes) => {
  const found = judgeInstallation({ ...healthy, signerUser: 'shared', ...changes });
  expect(found.filter(({ check }) => check === 'signer').map(({ state }) => state)).toEqual(['good']);
});

test.each([
  [['1.0.0+5939d8f0'], 'The running nodes have one version: 1.0.0+5939d8f0.'],
  [['1.0.0', '1.0.0+5939d8f0'], 'The nodes have different versions: 1.0.0, 1.0.0+5939d8f0.'],
  [[], 'No node runs.'],
])('running nodes with the versions %j give the text "%s"', (versions, text) => {
  const found = judgeInstallation({ ...healthy, database: { ...database, versions } });
  expect(found.filter(({ check }) => check === 'versions').map((finding) => finding.text)).toEqual([text]);
});

test.each(rows)('%s gives the state %s of the check "%s", and an instruction', (...row) => {
  const [, state, check, facts] = row;
  const found = judgeInstallation(facts).filter((finding) => finding.check === check && finding.state === state);
  expect(found).toHaveLength(1);
  expect(found[0]?.todo).toMatch(/./);
});
