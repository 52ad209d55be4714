// Helpers of the cases for raw sockets: they log in, subscribe and read the pushes.
import { signOkxLogin } from '@rondo/protocol';
import { brokerTag, type Harness, type Fields, type RawSocket } from './harness.ts';

/** Sends a signed log-in. `change` replaces fields of the log-in. */
export function login(harness: Harness, socket: RawSocket, change: Fields = {}): void {
  const timestamp = String(Math.floor(harness.clock.now() / 1_000));
  const sign = signOkxLogin(harness.keys.secretKey, timestamp);
  socket.send({
    op: 'login',
    args: [{ apiKey: harness.keys.apiKey, passphrase: harness.keys.passphrase, timestamp, sign, ...change }],
  });
}

/** Opens a private socket, logs in and subscribes to the channels. */
export function listening(harness: Harness, ...args: readonly Fields[]): RawSocket {
  const socket = harness.socket('/ws/v5/private');
  login(harness, socket);
  socket.send({ op: 'subscribe', args });
  return socket;
}

export const pushes = (socket: RawSocket, channel: string): readonly Fields[] =>
  socket.frames.filter(
    (frame) => (frame['arg'] as Fields | undefined)?.['channel'] === channel && frame['data'] !== undefined,
  );
export const rows = (socket: RawSocket, channel: string): readonly Fields[] =>
  pushes(socket, channel).flatMap((push) => push['data'] as readonly Fields[]);
export const orders = { channel: 'orders', instType: 'SWAP' };
export const operation = (op: string, args: readonly Fields[], more: Fields = {}): Fields => ({
  id: 'o1',
  op,
  args,
  ...more,
});
export const limit = {
  instIdCode: 10_461,
  tdMode: 'cross',
  side: 'buy',
  ordType: 'limit',
  sz: '1',
  px: '1990',
  tag: brokerTag,
};
export const codeOf = (socket: RawSocket): unknown => socket.frames.at(-1)?.['code'];
