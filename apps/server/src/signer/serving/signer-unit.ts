// The signer as a unit of its own, with a user of its own. Its arguments have the source of its key, and it serves one server at a time on a socket of this machine.
import { chmodSync, lstatSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { createKeyOpenings } from '../key-openings.ts';
import { signerLimits } from '../signer-limits.ts';
import { serveServer, type ServingDeps } from './serve-server.ts';
import { socketPeer } from './signer-peer.ts';
import type { UnitSettings } from './unit-settings.ts';

export interface UnitDeps extends Pick<ServingDeps, 'write' | 'mayWrite'> {
  /** Returns steady time in ms. */
  readonly now: () => number;
}

/** The user and the group of the socket may connect. */
const socketMode = 0o660;

/**
 * Listens on the socket. Each server gets a signer without keys, and each of them counts towards the same limit of opened keys, so a server that was taken over gains nothing by a
 * new connection. Resolves when the unit listens, and rejects when it cannot.
 */
export async function startSignerUnit(
  { socket: path, key, accountsAtOnce }: UnitSettings,
  { now, write, mayWrite }: UnitDeps,
): Promise<Server> {
  const openings = createKeyOpenings(accountsAtOnce, now);
  const limits = { accountsAtOnce, countsMs: signerLimits.countsMs };
  /** A server that was taken over must not name another program that prints the key, or other limits. */
  const messageOf = (message: unknown): unknown =>
    isBegin(message) ? { ...message, key, openings: limits, signs: 'everything' } : message;
  let isBusy = false;
  const listener = createServer((socket) => {
    const peer = socketPeer(socket);
    if (isBusy) {
      write('signer.secondServer', {});
      return peer.kill();
    }
    isBusy = true;
    write('signer.connected', {}, 30);
    void serveServer(peer, { write, mayWrite, openingsOf: () => openings, messageOf }).then(() => (isBusy = false));
  });
  removeSocket(path);
  await new Promise<void>((resolve, reject) => listener.once('error', reject).listen(path, resolve));
  chmodSync(path, socketMode);
  return listener;
}

function isBegin(message: unknown): message is object {
  return typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'begin';
}

/** Removes the socket of a unit that has ended. A file of another kind stays, and the unit does not start. */
function removeSocket(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket() === true) rmSync(path);
}
