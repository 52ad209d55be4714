// One end of the connection between a server and its signer: a process and its messages, or a socket with a message of JSON in each line.
import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { jsonOf } from '../../json-text.ts';
import { signerLimits } from '../signer-limits.ts';

export interface SignerPeer {
  /** The id of the process of the other end, or null when it is not known. */
  readonly pid: number | null;
  /** Sends a message. A message is dropped after the end. */
  send(message: object): void;
  /** Sets the only receiver of the messages. */
  listen(receiver: (message: unknown) => void): void;
  /** Returns its cause when the connection has ended. It never rejects. */
  readonly end: Promise<string>;
  /** Ends the connection, and a child process with it. */
  kill(): void;
}

/** Returns the end that a server has of the process of its signer. */
export function childPeer(child: ChildProcess): SignerPeer {
  let receive: (message: unknown) => void = () => undefined;
  child.on('message', (message) => receive(message));
  return {
    pid: child.pid ?? null,
    send: (message) => void child.send(message, () => undefined),
    listen: (receiver) => (receive = receiver),
    end: new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(`it ended with ${signal ?? `code ${code}`}`));
    }),
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Returns the end that the process of a signer has of the server that started it. */
export function parentPeer(): SignerPeer {
  return {
    pid: process.ppid,
    send: (message) => void (process.connected && process.send?.(message)),
    listen: (receiver) => void process.on('message', receiver),
    end: new Promise((resolve) => process.once('disconnect', () => resolve('the server has ended'))),
    kill: () => process.disconnect(),
  };
}

/** Returns one end of a socket. A line that is too long ends the connection. */
export function socketPeer(socket: Socket): SignerPeer {
  let receive: (message: unknown) => void = () => undefined;
  let rest = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    if (rest.length + text.length > signerLimits.lineChars) return void socket.destroy();
    rest += text;
    if (!text.includes('\n')) return;
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) receive(jsonOf(line));
  });
  return {
    pid: null,
    send: (message) => void (socket.writable && socket.write(`${JSON.stringify(message)}\n`)),
    listen: (receiver) => (receive = receiver),
    end: new Promise((resolve) => {
      socket.once('error', (error) => resolve(error.message));
      socket.once('close', () => resolve('the connection was closed'));
    }),
    kill: () => void socket.destroy(),
  };
}
