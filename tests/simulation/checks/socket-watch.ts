// Watches the private sockets at the exchange: a socket that is logged in must subscribe, because it receives nothing otherwise (L04).
import type { VirtualClock } from '@rondo/testkit';
import type { CheckContext } from './checkers.ts';

type SocketWatchDeps = { readonly clock: VirtualClock; readonly checks: CheckContext };

const subscribeWithinMs = 10_000;

/** Reports a socket that does not subscribe in time after its login. */
export function createSocketWatch(world: () => SocketWatchDeps): {
  socketFrame(socket: object, frame: string): void;
  socketClosed(socket: object): void;
} {
  const silent = new Set<object>();
  return {
    socketFrame(socket, frame) {
      if (frame.includes('"subscribe"')) silent.delete(socket);
      if (!frame.includes('"login"')) return;
      silent.add(socket);
      const { clock, checks } = world();
      clock.after(subscribeWithinMs, () => {
        if (silent.has(socket))
          checks.report({
            invariant: 'L04',
            at: checks.now(),
            text: 'a socket is logged in and did not subscribe again',
          });
      });
    },
    socketClosed: (socket) => void silent.delete(socket),
  };
}
