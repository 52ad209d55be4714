// Opens many sockets to the feed, each with its own ticket, and measures the age of every received balance.
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { FeedMessage, TicketResponse } from '@rondo/contract';
import { createLatencies, type Latencies } from './latencies.ts';
import type { Measured } from './measured.ts';
import { loopbackAddress } from './open-loop.ts';
import { request } from 'node:http';

export interface SocketReport {
  readonly latencies: Latencies;
  /** The number of sockets that closed during the measurement. */
  readonly lost: number;
}

export interface SocketLoad {
  open(): number;
  measure(times: { readonly warmUpSeconds: number; readonly seconds: number }): Promise<SocketReport>;
  close(): void;
}

const atOnce = 50;

/** Opens the sockets. Each member has the same number of sockets. */
export async function openSockets(
  { port, members }: Measured,
  { count, firstAddress }: { readonly count: number; readonly firstAddress: number },
): Promise<SocketLoad> {
  const open = new Set<WebSocket>();
  let latencies: Latencies | null = null;
  let lost = 0;
  const openOne = async (number: number): Promise<void> => {
    const member = members[number % members.length];
    if (member === undefined) return;
    const localAddress = loopbackAddress(firstAddress + (number % members.length));
    const token = await fetchTicket({ port, localAddress, ...member });
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/okx?account_id=${member.accountId}&token=${token}`, {
      localAddress,
      perMessageDeflate: false,
    });
    socket.on('message', (text: Buffer) => {
      if (latencies === null) return;
      const now = performance.timeOrigin + performance.now();
      const message = JSON.parse(text.toString()) as FeedMessage; // The server has sent this message.
      if (message.type === 'balance') latencies.add(now - message.data.at);
    });
    socket.on('close', () => {
      open.delete(socket);
      lost += 1;
    });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    open.add(socket);
  };
  for (let first = 0; first < count; first += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, count - first) }, (_, place) => openOne(first + place)));
  return {
    open: () => open.size,
    async measure({ warmUpSeconds, seconds }) {
      await wait(warmUpSeconds * 1_000);
      const collected = createLatencies(count * seconds * 2);
      latencies = collected;
      await wait(seconds * 1_000);
      latencies = null;
      return { latencies: collected, lost };
    },
    close: () => open.forEach((socket) => socket.terminate()),
  };
}

interface Asking {
  readonly port: number;
  readonly localAddress: string;
  readonly accessToken: string;
  readonly accountId: string;
}

function fetchTicket({ port, localAddress, accessToken, accountId }: Asking): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
    const call = request(
      { port, host: '127.0.0.1', localAddress, method: 'POST', path: '/api/ws-ticket', headers },
      (response) => {
        response.setEncoding('utf8');
        let text = '';
        response.on('data', (part: string) => (text += part));
        response.on('end', () => {
          if (response.statusCode !== 200) return reject(new Error(`The server returned no ticket: ${text}.`));
          resolve((JSON.parse(text) as TicketResponse).token); // The server has sent this body.
        });
      },
    );
    call.on('error', reject);
    call.end(JSON.stringify({ account_id: accountId }));
  });
}
