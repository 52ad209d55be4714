// An open-loop HTTP generator. It schedules requests at random instants with a fixed mean rate, also while earlier requests have no response.
// Each latency is measured from the scheduled instant. A pause of the server therefore increases the latencies of all requests that were
// scheduled during the pause (no coordinated omission).
import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { seededChance } from '@rondo/testkit';
import { createLatencies, type Latencies } from './latencies.ts';

export interface OpenLoop {
  readonly port: number;
  readonly ratePerSecond: number;
  readonly seconds: number;
  readonly connections: number;
  /** The number of the first loopback address. Each connection has its own address, because the server limits the requests of each address. */
  readonly firstAddress: number;
  /** The complete requests as bytes. For each scheduled instant, one of these requests is chosen at random. */
  readonly requests: readonly Buffer[];
}

export interface LoadReport {
  readonly latencies: Latencies;
  readonly due: number;
  /** The number of responses for each status. The status 0 counts broken connections. */
  readonly statuses: ReadonlyMap<number, number>;
}

/** Returns a loopback address, for example 127.0.0.2 for the number 2. Every address of 127/8 is an address of this machine. */
export function loopbackAddress(number: number): string {
  return `127.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}

/** Runs the load, and then waits at most ten seconds for the missing responses. */
export async function runOpenLoop(options: OpenLoop): Promise<LoadReport> {
  const total = Math.round(options.ratePerSecond * options.seconds);
  const latencies = createLatencies(total);
  const statuses = new Map<number, number>();
  const waiting: Due[] = [];
  const idle: Line[] = [];
  const onResponse = (line: Line, status: number): void => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    latencies.add(performance.now() - line.dueAt);
    const next = waiting.shift();
    if (next === undefined) idle.push(line);
    else begin(line, next);
  };
  for (let number = 0; number < options.connections; number += 1)
    idle.push(await openLine(options.port, loopbackAddress(options.firstAddress + number), onResponse));
  const lines = [...idle];
  await sendAll(options, total, (due) => {
    const line = idle.shift();
    if (line === undefined) waiting.push(due);
    else begin(line, due);
  });
  const giveUpAt = performance.now() + 10_000;
  while (latencies.count < total && performance.now() < giveUpAt) await pause(5);
  for (const { socket } of lines) socket.destroy();
  return { latencies, due: total, statuses };
}

interface Due {
  readonly at: number;
  readonly bytes: Buffer;
}

interface Line {
  readonly socket: Socket;
  dueAt: number;
}

function begin(line: Line, due: Due): void {
  line.dueAt = due.at;
  line.socket.write(due.bytes);
}

/** Sends requests with exponentially distributed pauses (a Poisson process). The random generator has a fixed seed. */
async function sendAll({ ratePerSecond, requests }: OpenLoop, total: number, send: (due: Due) => void): Promise<void> {
  const chance = seededChance('open loop');
  const gapMs = 1_000 / ratePerSecond;
  let at = performance.now();
  for (let sent = 0; sent < total;) {
    const now = performance.now();
    for (; sent < total && at <= now; sent += 1) {
      const bytes = requests[chance.between(0, requests.length - 1)] ?? Buffer.alloc(0);
      send({ at, bytes });
      at += chance.exponential(gapMs);
    }
    await pause(1);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Opens a connection that stays open after a response and has at most one unanswered request. The responses of the server always have a content-length. */
function openLine(port: number, localAddress: string, onResponse: (line: Line, status: number) => void): Promise<Line> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
    const line: Line = { socket, dueAt: 0 };
    let chunks: Buffer[] = [];
    let missing = -1;
    let status = 0;
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (missing < 0) {
        const whole = chunks.length === 1 ? chunk : Buffer.concat(chunks);
        const end = whole.indexOf('\r\n\r\n');
        if (end < 0) return;
        const head = whole.toString('latin1', 0, end);
        status = Number(head.slice(9, 12));
        missing = end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0) - whole.length;
      } else missing -= chunk.length;
      if (missing > 0) return;
      chunks = [];
      missing = -1;
      onResponse(line, status);
    });
    socket.once('connect', () => resolve(line));
    socket.once('error', (error) => {
      reject(error);
      onResponse(line, 0);
    });
  });
}
