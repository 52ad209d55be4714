// Checks L04 at the exchange: a socket must subscribe after its log-in, because it receives no message without a subscription.
import type { VirtualClock } from '@rondo/testkit';
import type { CheckContext } from './checkers.ts';

type SocketWatchDeps = {
  readonly clock: VirtualClock;
  readonly checks: CheckContext;
  /** Until this time a fault may delay the messages of a socket. */
  readonly troubledUntil: number;
};

const subscribeWithinMs = 10_000;

/** Reports a socket that does not subscribe within ten seconds after its log-in. */
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
        if (silent.has(socket) && clock.now() > world().troubledUntil + subscribeWithinMs)
          checks.report({
            invariant: 'L04',
            at: checks.now(),
            text: 'a socket has logged in and has not subscribed',
          });
      });
    },
    socketClosed: (socket) => void silent.delete(socket),
  };
}
