// The live feed: a socket that is opened with a single-use ticket. A new socket is opened 3 s after the socket closes. The feed is live while balance or positions messages arrive.
import { intervals } from '../queries/intervals.ts';

/** The functions of the page that the feed calls. */
export type FeedPorts = {
  readonly fetchTicket: (accountId: string) => Promise<string>;
  readonly openSocket: (accountId: string, ticket: string) => WebSocket;
  /** Receives a message. Returns true when the message contained a balance or positions. */
  readonly onMessage: (text: unknown) => boolean;
  readonly onLive: (isLive: boolean) => void;
  /** Returns true for close codes after which the feed opens no new socket. */
  readonly isFinalClose: (code: number) => boolean;
};

/** Returns the URL of the socket on the host of the page. */
export const feedAddress = (origin: string, accountId: string, ticket: string): string => {
  const query = new URLSearchParams({ account_id: accountId, token: ticket });
  return `${origin.replace(/^http/, 'ws')}/ws/okx?${query.toString()}`;
};

/** Starts the feed of one account. The returned function stops it. */
export const startFeed = (ports: FeedPorts, accountId: string): (() => void) => {
  let isStopped = false;
  let socket: WebSocket | null = null;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let silenceTimer: ReturnType<typeof setTimeout> | undefined;
  const markSilent = (): void => {
    clearTimeout(silenceTimer);
    ports.onLive(false);
  };
  const reconnectLater = (): void => {
    markSilent();
    if (!isStopped) reconnectTimer = setTimeout(open, intervals.feedReconnectMs);
  };
  const receive = (text: unknown): void => {
    if (!ports.onMessage(text)) return;
    ports.onLive(true);
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(markSilent, intervals.feedSilentMs);
  };
  const open = (): void => {
    ports.fetchTicket(accountId).then((ticket) => {
      if (isStopped) return;
      const opened = ports.openSocket(accountId, ticket);
      socket = opened;
      opened.addEventListener('message', (event: MessageEvent<unknown>) => receive(event.data));
      opened.addEventListener('close', (event) => (ports.isFinalClose(event.code) ? markSilent() : reconnectLater()));
    }, reconnectLater);
  };
  open();
  return () => {
    isStopped = true;
    clearTimeout(reconnectTimer);
    clearTimeout(silenceTimer);
    socket?.close();
  };
};
