// Judges the facts of an installation: one finding per check, with what the operator can do. These functions read nothing.
import type { AuditCheck, DatabaseFacts } from '@rondo/store';
import type { DoctorFacts } from './doctor-facts.ts';

/** `attention`: the installation works, and the operator should change something. `bad`: money, keys or data are at risk. */
export type FindingState = 'good' | 'attention' | 'bad' | 'unknown';

/** The result of one check. `todo` is an instruction, or null when there is nothing to do. */
export interface DoctorFinding {
  readonly check: string;
  readonly state: FindingState;
  readonly text: string;
  readonly todo: string | null;
}

const second = 1_000;
const hour = 60 * 60 * second;
const gigabyte = 1_000_000_000;

/** The limits of the checks, and their reasons. */
const limits = {
  /** The engine measures the clock of the exchange itself. A larger difference shows that no time service runs on this machine. */
  clockGoodMs: second,
  /** OKX refuses signatures whose time differs by more than 30 s. */
  clockBadMs: 10 * second,
  diskGoodBytes: 10 * gigabyte,
  diskBadBytes: gigabyte,
  certificateDays: 14,
  /** The oldest PostgreSQL that the store supports. */
  databaseMajor: 15,
  /** The Node versions with security updates. */
  nodeMajors: [22, 24],
  verifiedHours: 31 * 24,
} as const;

/** Returns the findings in the order in which an operator should look at them. */
export function judgeInstallation(facts: DoctorFacts): readonly DoctorFinding[] {
  return [
    judgeNode(facts.nodeVersion),
    ...facts.paths.map(judgePath),
    judgeSigner(facts),
    judgeDisk(facts.disk),
    ...judgeDatabase(facts),
    ...judgeClocks(facts),
    judgeTransport(facts),
    ...facts.missingAddresses.map((address) =>
      advise(
        finding('addresses', 'bad', `This machine does not have the address ${address} of RONDO_EGRESS.`),
        'Add the address to a network interface, or remove it from RONDO_EGRESS.',
      ),
    ),
    judgeBackups(facts),
  ];
}

function finding(check: string, state: FindingState, text: string): DoctorFinding {
  return { check, state, text, todo: null };
}

function advise(found: DoctorFinding, todo: string): DoctorFinding {
  return { ...found, todo };
}

function judgeNode(version: string): DoctorFinding {
  const major = Number(version.split('.')[0]);
  return limits.nodeMajors.some((known) => known === major)
    ? finding('Node', 'good', `Node ${version} gets security updates.`)
    : advise(finding('Node', 'attention', `Node ${version} gets no security updates.`), 'Install Node 22 or 24.');
}

function judgePath({ path, mode, allowed }: DoctorFacts['paths'][number]): DoctorFinding {
  if (mode === null) return finding('permissions', 'good', `${path} does not exist.`);
  const octal = (mode & 0o777).toString(8).padStart(3, '0');
  if ((mode & 0o777 & ~allowed) === 0) return finding('permissions', 'good', `${path} has the mode ${octal}.`);
  return advise(
    finding('permissions', 'bad', `${path} has the mode ${octal}, so other users of this machine can use it.`),
    `Run: chmod ${allowed.toString(8)} ${path}`,
  );
}

function judgeSigner({ signerUser, atRisk, isLive }: DoctorFacts): DoctorFinding {
  if (signerUser === 'own') return finding('signer', 'good', 'The signer has a user of its own.');
  if (signerUser !== 'shared')
    return advise(
      finding('signer', 'bad', `The socket of the signer cannot be read: ${signerUser.problem}`),
      'Start the unit of the signer, and give this command the RONDO_SIGNER_SOCKET and the RONDO_HOME of the server.',
    );
  if (atRisk === 'none') return finding('signer', 'good', 'The signer has the user of the server and no master key.');
  const text = 'The signer has the user of the server, so a program of this user can read the master key.';
  if (!isLive) return finding('signer', 'good', text);
  return atRisk === 'facing the network'
    ? advise(
        finding('signer', 'bad', `${text} This server can be reached from the network.`),
        'Run the signer as a unit of its own (RONDO_SIGNER_SOCKET), or serve people with nodes of the role api that have the people key.',
      )
    : advise(
        finding('signer', 'attention', text),
        'Run the signer as a unit of its own (RONDO_SIGNER_SOCKET), and let no other program run with the user of the server.',
      );
}

function judgeDisk(disk: DoctorFacts['disk']): DoctorFinding {
  if (disk === null)
    return advise(
      finding('disk', 'unknown', 'The free space of the data folder cannot be read.'),
      'Give this command the RONDO_HOME of the server.',
    );
  const text = `${(disk.freeBytes / gigabyte).toFixed(1)} GB are free for the data folder.`;
  if (disk.freeBytes >= limits.diskGoodBytes) return finding('disk', 'good', text);
  const state = disk.freeBytes < limits.diskBadBytes ? 'bad' : 'attention';
  return advise(finding('disk', state, text), 'Free space. On a full disk the database stops, and no order is sent.');
}

function judgeDatabase({ database }: DoctorFacts): readonly DoctorFinding[] {
  if (database.problem !== null) {
    return [
      advise(
        finding('database', 'bad', `The database or its key cannot be opened: ${database.problem}`),
        'Follow the message. The database must run, and the master key must be the key of this database; on a node without the master key, the people key.',
      ),
    ];
  }
  const { facts, audit, start, versions } = database;
  return [
    ...judgeSettings(facts),
    judgeConnection(facts),
    finding('key', 'good', 'The key of this node is a key of this database.'),
    judgeStart(start),
    judgeAudit(audit),
    judgeVersions(versions),
  ];
}

function judgeStart(start: Extract<DoctorFacts['database'], { readonly problem: null }>['start']): DoctorFinding {
  switch (start.kind) {
    case 'confirmed':
      return finding('instance', 'good', 'The installation is confirmed.');
    case 'frozen': {
      const subject = start.reason === 'place' ? 'A server that starts at this place' : 'The installation';
      return advise(
        finding('instance', 'bad', `${subject} is frozen (${start.reason}), so it sends no order.`),
        'Run "rondo restore status", and "rondo restore confirm" when this is the only copy.',
      );
    }
    case 'refused':
      return advise(
        finding('instance', 'bad', `The database was made for another venue than ${start.venue}, so no server starts.`),
        'Set RONDO_VENUE, and DATABASE_URL or RONDO_HOME, as the server has them.',
      );
  }
}

function judgeVersions([first, ...others]: readonly string[]): DoctorFinding {
  if (first === undefined) return finding('versions', 'good', 'No node runs.');
  if (others.length === 0) return finding('versions', 'good', `The running nodes have one version: ${first}.`);
  return advise(
    finding('versions', 'attention', `The nodes have different versions: ${[first, ...others].join(', ')}.`),
    'Upgrade the older nodes. "rondo nodes" lists them.',
  );
}

function judgeSettings(facts: DatabaseFacts): readonly DoctorFinding[] {
  const { major, synchronousCommit, isFsyncOn, isFullPageWritesOn } = facts;
  const off = [
    ...(synchronousCommit === 'off' ? ['synchronous_commit'] : []),
    ...(isFsyncOn ? [] : ['fsync']),
    ...(isFullPageWritesOn ? [] : ['full_page_writes']),
  ];
  return [
    major < limits.databaseMajor
      ? advise(finding('database', 'bad', `PostgreSQL ${major} is too old.`), 'Use PostgreSQL 15 or newer.')
      : finding('database', 'good', `PostgreSQL ${major} responds.`),
    off.length === 0
      ? finding('commits', 'good', 'A confirmed commit survives a crash of the database.')
      : advise(
          finding('commits', 'bad', `A crash of the database can lose confirmed orders: off is ${off.join(', ')}.`),
          `Turn on ${off.join(', ')} in the settings of PostgreSQL.`,
        ),
  ];
}

function judgeConnection({ isEncrypted, isOverNetwork }: DatabaseFacts): DoctorFinding {
  if (isEncrypted) return finding('database TLS', 'good', 'The connection to the database is encrypted.');
  if (!isOverNetwork) return finding('database TLS', 'good', 'The connection to the database stays on this machine.');
  return advise(
    finding('database TLS', 'attention', 'The connection to the database is not encrypted.'),
    'Use ?sslmode=verify-full in DATABASE_URL when other machines share the network.',
  );
}

function judgeAudit({ problem, lines }: AuditCheck): DoctorFinding {
  return problem === null
    ? finding('audit', 'good', `The audit is intact and has ${lines} lines.`)
    : advise(
        finding('audit', 'bad', 'Lines of the audit were changed, deleted or added.'),
        'Run "rondo audit verify", and compare with the exported marks.',
      );
}

const unreadExchangeClock = advise(
  finding('clock', 'unknown', 'The clock of the exchange cannot be read.'),
  'This machine must reach the exchange. With the sandbox, its server must run, and this command needs the RONDO_HOME or RONDO_SANDBOX_STATUS of the server.',
);

function judgeClocks({ exchangeDifferenceMs, databaseDifferenceMs }: DoctorFacts): readonly DoctorFinding[] {
  const clocks = [
    ['the exchange', exchangeDifferenceMs],
    ['the database', databaseDifferenceMs],
  ] as const;
  return clocks.flatMap(([name, differenceMs]) => {
    if (differenceMs === null) return name === 'the database' ? [] : [unreadExchangeClock];
    const text = `The clock of this machine differs from the clock of ${name} by ${Math.abs(Math.round(differenceMs))} ms.`;
    const distance = Math.abs(differenceMs);
    if (distance <= limits.clockGoodMs) return [finding('clock', 'good', text)];
    const state = distance > limits.clockBadMs ? 'bad' : 'attention';
    return [advise(finding('clock', state, text), 'Run a time service such as chrony on this machine.')];
  });
}

function judgeTransport({ isInsecureHttp, certificate }: DoctorFacts): DoctorFinding {
  if (isInsecureHttp)
    return advise(
      finding('TLS', 'bad', 'RONDO_INSECURE_HTTP=1: passwords travel without encryption.'),
      'Put a TLS proxy before the server, set RONDO_PUBLIC_URL, and remove RONDO_INSECURE_HTTP.',
    );
  if (certificate === null) return finding('TLS', 'good', 'The server has no public address.');
  if ('problem' in certificate)
    return advise(
      finding('TLS', 'bad', `The public address has no valid certificate: ${certificate.problem}`),
      'Repair the certificate of the TLS proxy.',
    );
  const text = `The certificate of the public address is valid for ${Math.floor(certificate.days)} days.`;
  if (certificate.days >= limits.certificateDays) return finding('TLS', 'good', text);
  return advise(finding('TLS', 'attention', text), 'Renew the certificate, and repair its automatic renewal.');
}

function judgeBackups({ backups, isLive }: DoctorFacts): DoctorFinding {
  if (backups === null)
    return advise(
      finding('backups', isLive ? 'bad' : 'attention', 'The server makes no backups.'),
      'Set RONDO_BACKUP_FOLDER and RONDO_BACKUP_RECIPIENTS.',
    );
  const { newestAgeMs, verifiedAgeMs, everyMs } = backups;
  if (newestAgeMs === null || newestAgeMs > 2 * everyMs) {
    const text =
      newestAgeMs === null ? 'There is no backup.' : `The newest backup is ${hoursOf(newestAgeMs)} hours old.`;
    return advise(finding('backups', 'bad', text), 'Look for backup.failed in the log of the server.');
  }
  const text = `The newest backup is ${hoursOf(newestAgeMs)} hours old.`;
  if (verifiedAgeMs !== null && verifiedAgeMs <= limits.verifiedHours * hour) return finding('backups', 'good', text);
  return advise(
    finding('backups', 'attention', `${text} No backup of the last month was verified.`),
    'Run "rondo verify --from FILE --identity FILE --mark" on the machine with the private key.',
  );
}

function hoursOf(ageMs: number): number {
  return Math.floor(ageMs / hour);
}
