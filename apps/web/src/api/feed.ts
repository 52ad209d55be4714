// The live feed: a socket opened with a single-use ticket, opened again 3 s after it closes.
import { intervals } from './intervals.ts';

export type FeedPorts = {
  readonly fetchTicket: (accountId: string) => Promise<string>;
  readonly openSocket: (address: string) => WebSocket;
  readonly onMessage: (text: unknown) => void;
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
  const later = (): void => {
    ports.onLive(false);
    if (!isStopped) timer = setTimeout(open, intervals.feedReconnectMs);
  };
  const open = (): void => {
    ports.fetchTicket(accountId).then((ticket) => {
      if (isStopped) return;
      const opened = ports.openSocket(feedAddress(location.origin, accountId, ticket));
      socket = opened;
      opened.addEventListener('open', () => ports.onLive(true));
      opened.addEventListener('message', (event: MessageEvent<unknown>) => ports.onMessage(event.data));
      opened.addEventListener('close', (event) => (ports.givesUp(event.code) ? ports.onLive(false) : later()));
    }, later);
  };
  open();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    socket?.close();
  };
};
