// `npm run bench -- api` measures reads alone, reads at the same time as log-ins, and pushes to sockets. The load generator runs on the same machine.
import { availableParallelism, loadavg } from 'node:os';
import { describeLatencies } from './api/latencies.ts';
import { startMeasured, type Measured, type Usage } from './api/measured.ts';
import { memberPassword } from './api/members.ts';
import { runOpenLoop, type LoadReport } from './api/open-loop.ts';
import { openSockets, type SocketReport } from './api/socket-load.ts';

/** The limits that the benchmark of the API must meet. */
const limits = {
  readsPerSecond: 3_000,
  readsAloneMs: 50,
  loginsPerSecond: 20,
  readsBesideLoginsMs: 200,
  sockets: 5_000,
  socketMs: 250,
} as const;
const members = 1_000;
/** The duration of the warm-up in seconds. Three seconds are too short, because the JavaScript engine is still compiling then. */
const warmUpSeconds = 10;
const seconds = 10;
/** The number of the first loopback address of each kind of load. Every connection has its own address, because the server limits the requests of each address. */
const addresses = { reads: 2, logins: 1_002, sockets: 2_002 } as const;
const readConnections = 250;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Prints every figure with its limit. Returns true when all limits are met. */
export async function benchApi(): Promise<boolean> {
  print(
    `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores; ${members} members, each with an account and a running bot`,
  );
  const measured = await startMeasured(members);
  try {
    await reads(measured, warmUpSeconds);
    const alone = await observed(measured, () => reads(measured, seconds));
    const isFast = printReads('reads alone', alone, limits.readsAloneMs);
    const beside = await observed(measured, async () => {
      const [read, login] = await Promise.all([reads(measured, seconds), logins(measured)]);
      printStatuses('log-ins', login);
      return read;
    });
    const isFastBeside = printReads(
      `reads at the same time as ${limits.loginsPerSecond} log-ins a second`,
      beside,
      limits.readsBesideLoginsMs,
    );
    const isPushed = await sockets(measured);
    return isFast && isFastBeside && isPushed;
  } finally {
    await measured.stop();
  }
}

/** Sends the requests with which the screens read the bots, the margin, the balance and the profile. */
function reads(measured: Measured, forSeconds: number): Promise<LoadReport> {
  const paths = ['/api/bots/my-bots', '/api/margin', '/api/okx/account/balance', '/api/user/me'];
  const requests = measured.members.flatMap(({ accessToken }) =>
    paths.map((path) =>
      Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${accessToken}\r\n\r\n`),
    ),
  );
  return runOpenLoop({
    port: measured.port,
    ratePerSecond: limits.readsPerSecond,
    seconds: forSeconds,
    connections: readConnections,
    firstAddress: addresses.reads,
    requests,
  });
}

function logins(measured: Measured): Promise<LoadReport> {
  const requests = measured.members.map(({ email }) => {
    const body = JSON.stringify({ email, password: memberPassword, remember: true });
    return Buffer.from(
      `POST /api/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  });
  return runOpenLoop({
    port: measured.port,
    ratePerSecond: limits.loginsPerSecond,
    seconds,
    connections: 20,
    firstAddress: addresses.logins,
    requests,
  });
}

interface Observed<Report> {
  readonly report: Report;
  readonly shares: string;
}

async function observed<Report>(measured: Measured, work: () => Promise<Report>): Promise<Observed<Report>> {
  const before = await measured.usage();
  const startedAt = performance.now();
  const report = await work();
  const wallMs = performance.now() - startedAt;
  return { report, shares: sharesOf(before, await measured.usage(), wallMs) };
}

function sharesOf(before: Usage, after: Usage, wallMs: number): string {
  const share = (ms: number): string => `${((ms / wallMs) * 100).toFixed(0)} %`;
  return (
    `CPU time in percent of one core: server ${share(after.serverMs - before.serverMs)}, database and signer ${share(after.childrenMs - before.childrenMs)}, ` +
    `generator ${share(after.generatorMs - before.generatorMs)}; memory of the server ${(after.residentBytes / 2 ** 20).toFixed(0)} MiB; ` +
    `${after.signed - before.signed} signatures, ${after.refused - before.refused} refused`
  );
}

function printReads(name: string, { report, shares }: Observed<LoadReport>, limitMs: number): boolean {
  const p99 = report.latencies.percentile(0.99);
  const isMet = p99 < limitMs && report.statuses.get(200) === report.due;
  print(
    `${name}: ${limits.readsPerSecond}/s, ${describeLatencies(report.latencies)}; p99 is ${ratioOf(p99, limitMs, isMet)}`,
  );
  printStatuses('  responses', report);
  print(`  ${shares}`);
  return isMet;
}

function printStatuses(name: string, { due, statuses, latencies }: LoadReport): void {
  const counts = [...statuses].map(([status, count]) => `${count} x ${status}`).join(', ');
  print(`${name}: ${due} scheduled, ${counts}; ${describeLatencies(latencies)}`);
}

function ratioOf(value: number, limit: number, isMet: boolean): string {
  return `${(value / limit).toFixed(2)} of the limit of ${limit} ms: ${isMet ? 'within' : 'MISSED'}`;
}

async function sockets(measured: Measured): Promise<boolean> {
  const startedAt = performance.now();
  const load = await openSockets(measured, { count: limits.sockets, firstAddress: addresses.sockets });
  print(
    `${load.open()} sockets of ${measured.members.length} members opened in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`,
  );
  measured.move();
  const { report, shares } = await observed(measured, (): Promise<SocketReport> =>
    load.measure({ warmUpSeconds, seconds }),
  );
  load.close();
  const p99 = report.latencies.percentile(0.99);
  const perSocket = report.latencies.count / limits.sockets / seconds;
  const isMet = p99 < limits.socketMs && perSocket > 0.98 && report.lost === 0;
  print(
    `sockets: ${limits.sockets}, ${perSocket.toFixed(2)} messages a second per socket, ${report.lost} lost, ${describeLatencies(report.latencies)}; p99 is ${ratioOf(p99, limits.socketMs, isMet)}`,
  );
  print(`  ${shares}`);
  return isMet;
}
