// Broken rules of an installation: its backups, releases, settings and packages.
import { breakIn, type NamedTest } from '../broken-rule.ts';
import { copyRules } from './copy-rules.ts';
import { inBackup, inCoolDown, inEnv, inRegistryChecks, inRelease, inSupplyChain } from './tests.ts';

const inStart: NamedTest = ['tools/start/start.test.ts', 'the programs that install and build get the path'];

const backups = [
  ...breakIn(
    {
      group: 'backup',
      file: 'packages/store/src/backup/ended-credentials.ts',
      check: 64,
      test: inBackup('a restored database accepts no session, ticket, state of a link'),
    },
    {
      sessions: {
        source: '`update public.sessions set revoked_at = ${at} where revoked_at is null`,',
        broken: '',
      },
      tickets: { source: "  'tickets',\n", broken: '' },
      states: { source: "  'oauth_states',\n", broken: '' },
      resetLinks: { source: "  'reset_links',\n", broken: '' },
      enrolments: { source: "  'enrolments',\n", broken: '' },
      recoveryCodes: {
        source: "  'recovery_codes',\n",
        broken: '',
        test: inBackup('a restored database accepts no recovery code of the backup'),
      },
      devices: { source: "  'devices',\n", broken: '' },
      hooks: { source: "  'signal_hooks',\n", broken: '' },
    },
  ),
  ...breakIn(
    {
      group: 'backup',
      file: 'packages/store/src/backup/load.ts',
      check: 64,
      test: inBackup('a restored database has all rows and sequences of the snapshot, is frozen'),
    },
    {
      frozen: { source: 'await freezeRestored(transaction, { restored: null, now: options.now });', broken: '' },
      occupied: {
        source: "if (integerOf(row, 'tables') === 0) return;",
        broken: 'return;',
        test: inBackup('%s is refused with a sentence, and nothing is written'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'backup',
      file: 'packages/store/src/backup/write-backup.ts',
      check: 64,
      test: inBackup('a restored database has all rows and sequences of the snapshot, is frozen'),
    },
    {
      encrypted: {
        source: 'writeAll(handle, encrypt(recipients, gzip))',
        broken: 'writeAll(handle, Promise.resolve(gzip))',
        test: inBackup('a backup contains no text of the database in clear'),
      },
      mode: { source: "open(part, 'wx', 0o600)", broken: "open(part, 'wx', 0o644)" },
      replaced: {
        source: 'if (found !== null)\n    throw',
        broken: "if (file === '')\n    throw",
        test: inBackup('%s is refused with a sentence, and nothing is written'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'backup',
      file: 'packages/store/src/backup/read-backup.ts',
      check: 64,
      test: inBackup('rows that differ from the manifest are refused'),
    },
    { manifest: { source: "sum.rows !== rows || sum.hash.digest('hex') !== sha256", broken: 'sum.rows < 0' } },
  ),
  ...breakIn(
    {
      group: 'backup',
      file: 'packages/store/src/database/migrations.ts',
      check: 64,
      test: inBackup('a restore is refused when the program lacks or differs in a migration'),
    },
    {
      newer: {
        source: 'if (migration.name !== name || migration.sha256 !== sha256)',
        broken: 'if (migration.name !== name)',
      },
    },
  ),
];

const releases = [
  ...breakIn(
    {
      group: 'release',
      file: 'tools/lock/main.ts',
      check: 62,
      test: inCoolDown('`npm run lock` has npm ignore versions that are younger than a week'),
    },
    { coolDown: { source: ', `--before=${before}`', broken: '' } },
  ),
  ...breakIn(
    {
      group: 'release',
      file: 'tools/lock/young-versions.ts',
      check: 62,
      test: inRegistryChecks('%s that came into the lock file by hand is refused'),
    },
    {
      youngVersion: { source: 'return at > newest ?', broken: 'return at < 0 ?' },
      unknownAge: { source: 'if (Number.isNaN(at)) return [', broken: 'if (Number.isNaN(at)) return []; return [' },
    },
  ),
  ...breakIn(
    {
      group: 'release',
      file: 'tools/release/signatures.ts',
      check: 62,
      test: inRegistryChecks('the output %j of npm with the code %i is judged'),
    },
    {
      badSignature: { source: '...invalid.map(', broken: '...[].map(' },
      noSignature: { source: '...missing.map(', broken: '...[].map(' },
      unreachable: {
        source: 'if (error !== undefined) return {',
        broken: "if (error !== undefined) return { kind: 'valid' }; return {",
      },
    },
  ),
  ...breakIn(
    {
      group: 'release',
      file: 'tools/release/registry-checks.ts',
      check: 62,
      test: inRegistryChecks('a signature %s ends the release before its build'),
    },
    {
      signatures: {
        source: '[checkSignatures(question.source), checkAges(question)]',
        broken: '[checkAges(question)]',
      },
    },
  ),
  ...breakIn(
    { group: 'release', file: 'apps/cli/src/files/release-files.ts', check: 62, test: inRelease('%s is refused') },
    {
      signature: {
        source: 'if (!verify(null, sums, readKey(keyFile), readPart(folder, signatureName)))',
        broken: 'if (verify(null, sums, readKey(keyFile), Buffer.from(readPart(folder, signatureName)).fill(0)))',
      },
      checksum: {
        source: '(await digestOf(path.join(folder, name))) !== wanted',
        broken: "(await digestOf(path.join(folder, name))) === ''",
      },
      otherFile: { source: 'if (other !== undefined) throw', broken: 'if (other === null) throw' },
      kindOfKey: { source: "if (key.asymmetricKeyType === 'ed25519') return key;", broken: 'return key;' },
      otherFolder: { source: String.raw`([^/\\]+)$/.exec(line)`, broken: String.raw`(.+)$/.exec(line)` },
    },
  ),
  ...breakIn(
    {
      group: 'release',
      file: 'tools/release/supply-chain.ts',
      check: 62,
      test: inSupplyChain('a new install script, an entry without a script and another licence are found'),
    },
    {
      installScript: {
        source: '.filter((name) => !(name in packagesWithScripts))',
        broken: '.filter((name) => name === packagesWithScripts[name])',
      },
      licence: { source: 'licences.has(licence) ? []', broken: "licence !== '' ? []" },
    },
  ),
  ...breakIn(
    {
      group: 'release',
      file: 'tools/release/runtime-packages.ts',
      check: 62,
      test: inSupplyChain('a release contains the packages of the server and the command, and no tools'),
    },
    {
      tools: {
        source: "const programs = ['apps/server', 'apps/cli'];",
        broken: "const programs = ['apps/server', 'apps/cli', 'apps/web'];",
      },
      embeddedDatabase: { source: ' || excluded.test(real)', broken: '' },
    },
  ),
  ...breakIn(
    {
      group: 'release',
      file: 'tools/lock/lock-file.ts',
      check: 62,
      test: ['tools/tidy/project/lock.test.ts', 'the rule reports the lock file when %s'],
    },
    { integrity: { source: 'integrity === undefined || ', broken: '' } },
  ),
  ...breakIn(
    {
      group: 'release',
      file: 'tools/tidy/code/sql.ts',
      check: 51,
      test: ['tools/tidy/planted.test.ts', 'a statement whose text contains a value is found'],
    },
    { sql: { source: "line.includes('.unsafe(') && ", broken: "line.includes('.dangerous(') && " } },
  ),
];

const settings = [
  ...breakIn(
    {
      group: 'setting',
      file: 'apps/server/src/env.ts',
      check: 61,
      test: inEnv('without RONDO_INSECURE_HTTP, an address that other machines can reach is refused'),
    },
    {
      publicAddress: { source: 'if (!mayListen(values)) {', broken: 'if (values === undefined) {' },
      certificates: {
        check: 61,
        source: "if (given['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')",
        broken: "if (given['NODE_TLS_REJECT_UNAUTHORIZED'] === '00')",
        test: inEnv('the server refuses an environment that turns off the check of certificates'),
      },
      helpLink: {
        check: 27,
        source: String.raw`.regex(/^(https?:\/\/|mailto:)[^\s<>"]+$/`,
        broken: String.raw`.regex(/^[^\s<>"]+$/`,
        test: inEnv('the error for the help link %s names its variable'),
      },
      inheritedKey: {
        check: 41,
        source: "  delete environment['RONDO_MASTER_KEY'];\n",
        broken: '',
        test: inEnv('the texts of the keys leave the environment after they were read'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'setting',
      file: 'packages/store/src/database/address.ts',
      check: 61,
      test: inEnv('the database %s is accepted without RONDO_INSECURE_DATABASE'),
    },
    {
      defaultHost: {
        source: "(defaultHost ?? '')",
        broken: "''",
        test: inEnv('the database %s with PGHOST=%s, to which the driver connects'),
      },
      remoteDatabase: {
        source: "return !isHere && searchParams.get('sslmode') !== 'verify-full';",
        broken: "return !isHere && searchParams.get('sslmode') === null;",
      },
    },
  ),
  ...breakIn(
    {
      group: 'setting',
      file: 'apps/cli/src/main.ts',
      check: 61,
      test: [
        'apps/cli/tests/settings/remote-database.test.ts',
        '`rondo %s` does not connect to a database on another machine without TLS',
      ],
    },
    {
      databaseOfCommand: { source: "  refuseUnsafe('DATABASE_URL', databaseUrl);\n", broken: '' },
      targetOfMove: {
        source: "  refuseUnsafe('--to', targetUrl);\n",
        broken: '',
        test: [
          'apps/cli/tests/settings/remote-database.test.ts',
          '`rondo move` does not connect to another database on another machine',
        ],
      },
    },
  ),
  ...breakIn(
    {
      group: 'setting',
      file: 'apps/server/src/child-environments.ts',
      check: 41,
      test: inEnv('a program of the operator gets the variables that are no settings'),
    },
    {
      commandEnvironment: {
        source: 'select((name) => !withheld.test(name))',
        broken: "select((name) => name !== '')",
      },
    },
  ),
  ...breakIn(
    {
      group: 'setting',
      file: 'packages/exchange/src/transport/node-transport.ts',
      check: 61,
      test: [
        'packages/exchange/tests/node-transport.test.ts',
        'an exchange with a self-signed certificate receives no request and no socket',
      ],
    },
    {
      exchangeCertificate: {
        source: "{ rejectUnauthorized: true, minVersion: 'TLSv1.2' }",
        broken: "{ rejectUnauthorized: false, minVersion: 'TLSv1.2' }",
      },
    },
  ),
  ...breakIn(
    {
      group: 'setting',
      file: 'apps/server/src/child-environments.ts',
      check: 41,
      test: inEnv('the environment of a child process contains no setting of Rondo'),
    },
    {
      childEnvironment: {
        source: "const names = ['PATH', 'HOME',",
        broken: "const names = ['RONDO_MASTER_KEY', 'PATH', 'HOME',",
      },
    },
  ),
  ...breakIn(
    {
      group: 'release',
      file: 'tools/tidy/project/direct-packages.ts',
      check: 62,
      test: ['tools/tidy/project/direct-packages.test.ts', 'the rule reports %s'],
    },
    { directPackages: { source: 'if (count === wanted) return [];', broken: 'if (count < 100) return [];' } },
  ),
  ...breakIn(
    { group: 'setting', file: 'tools/start/build-environment.mjs', check: 41, test: inStart },
    { buildEnvironment: { source: 'filter(([name]) => isNeeded(name))', broken: 'filter(() => true)' } },
  ),
  ...breakIn(
    { group: 'setting', file: 'tools/install.mjs', check: 41, test: inStart },
    { installEnvironment: { source: '    env: buildEnvironment(),\n', broken: '' } },
  ),
  ...breakIn(
    {
      group: 'setting',
      file: 'apps/server/src/venues/sandbox/sandbox-process.ts',
      check: 41,
      test: [
        'apps/server/tests/venues/sandbox-adoption.test.ts',
        'the process of the sandbox gets only the given environment',
      ],
    },
    { sandboxEnvironment: { source: '    env: options.environment,\n', broken: '' } },
  ),
  ...breakIn(
    {
      group: 'setting',
      file: 'packages/store/src/process/protect-memory.ts',
      check: 63,
      test: ['packages/store/src/process/protect-memory.test.ts', 'the signal SIGUSR1 opens no inspector'],
    },
    {
      inspector: { source: "process.on('SIGUSR1', () => undefined);", broken: '' },
      coreDump: {
        source: "writeFileSync(dumpFilter, '0');",
        broken: "writeFileSync(dumpFilter, '0x33');",
        test: ['packages/store/src/process/protect-memory.test.ts', 'the core dump of a server has no part'],
      },
    },
  ),
  ...breakIn(
    {
      group: 'setting',
      file: 'apps/server/src/ops/health-report.ts',
      check: 60,
      test: ['apps/server/src/ops/health-report.test.ts', 'the health report shows %s'],
    },
    {
      healthCause: {
        source: "return code === undefined ? healthReason('exchange') : healthReason('exchange_code', { code });",
        broken: "return healthReason('exchange_code', { code: `${code ?? ''}: ${cause}` });",
      },
    },
  ),
];

/** The broken rules of an installation. */
export const installationRules = [...copyRules, ...backups, ...releases, ...settings];
