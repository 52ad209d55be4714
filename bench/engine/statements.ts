// Counts the statements that this process sends to PostgreSQL. The count includes the statements that begin and end transactions.
import { Socket } from 'node:net';

const bind = 'B'.charCodeAt(0);
const simpleQuery = 'Q'.charCodeAt(0);

/** Counts the statements from now on. Call this function before the first connection is opened. */
export function countStatements(): () => number {
  const sockets = new WeakSet<Socket>();
  const connect = Reflect.get(Socket.prototype, 'connect') as (this: Socket, ...args: unknown[]) => Socket;
  const write = Reflect.get(Socket.prototype, 'write') as (this: Socket, ...args: unknown[]) => boolean;
  let statements = 0;
  Socket.prototype.connect = function connectCounted(this: Socket, ...args: unknown[]): Socket {
    if (typeof args[0] === 'string' && args[0].includes('.s.PGSQL.')) sockets.add(this);
    return connect.apply(this, args);
  };
  Socket.prototype.write = function writeCounted(this: Socket, ...args: unknown[]): boolean {
    if (sockets.has(this) && Buffer.isBuffer(args[0])) statements += statementsIn(args[0]);
    return write.apply(this, args);
  };
  return () => statements;
}

// A message of a client consists of its type, its length without the type, and its content. The first message of a connection has no type.
function statementsIn(bytes: Buffer): number {
  let count = 0;
  for (let at = 0; at + 5 <= bytes.length && bytes[at] !== 0; at += 1 + bytes.readUInt32BE(at + 1))
    if (bytes[at] === bind || bytes[at] === simpleQuery) count += 1;
  return count;
}
