// The live feed: a socket opened with a single-use ticket, opened again 3 s after it closes. It is live while figures come.
import { intervals } from '../queries/intervals.ts';

export type FeedPorts = {
  readonly fetchTicket: (accountId: string) => Promise<string>;
  readonly openSocket: (accountId: string, ticket: string) => WebSocket;
  /** Takes a message; true when it brought a balance or positions. */
  readonly onMessage: (text: unknown) => boolean;
  readonly onLive: (isLive: boolean) => void;
  /** Close codes after which trying again is pointless. */
  readonly givesUp: (code: number) => boolean;
};

/** The socket's address on this origin. */
export const feedAddress = (origin: string, accountId: string, ticket: string): string => {
  const query = new URLSearchParams({ account_id: accountId, token: ticket });
  return `${origin.replace(/^http/, 'ws')}/ws/okx?${query.toString()}`;
};

/** Starts the feed of one account; the answer stops it for good. */
export const startFeed = (ports: FeedPorts, accountId: string): (() => void) => {
  let isStopped = false;
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const rest = (): void => {
    clearTimeout(silence);
    ports.onLive(false);
  };
  const later = (): void => {
    rest();
    if (!isStopped) timer = setTimeout(open, intervals.feedReconnectMs);
  };
  const hear = (text: unknown): void => {
    if (!ports.onMessage(text)) return;
    ports.onLive(true);
    clearTimeout(silence);
    silence = setTimeout(rest, intervals.feedSilentMs);
  };
  const open = (): void => {
    ports.fetchTicket(accountId).then((ticket) => {
      if (isStopped) return;
      const opened = ports.openSocket(accountId, ticket);
      socket = opened;
      opened.addEventListener('message', (event: MessageEvent<unknown>) => hear(event.data));
      opened.addEventListener('close', (event) => (ports.givesUp(event.code) ? rest() : later()));
    }, later);
  };
  open();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    clearTimeout(silence);
    socket?.close();
  };
};
