// The real network of the server, with listeners for pushed fills and for commands. The listeners measure and change nothing.
import diagnostics from 'node:diagnostics_channel';
import { createNodeTransport, type Network, type NodeTransport, type TextSocket } from '@rondo/exchange';
import type { Reactions } from './reactions.ts';

/** The listeners of the network. `isTickerDead` returns true while the messages of the public socket are dropped. */
export interface NetworkWatch {
  readonly reactions: Reactions;
  readonly isTickerDead: () => boolean;
  /** Called when a command of the account with this API key is written to its socket. */
  readonly onCommand: (command: {
    readonly apiKey: string;
    readonly instId: string;
    readonly path: string;
    readonly at: number;
  }) => void;
}

type WatchedNetwork = Network & { readonly transport: NodeTransport };

/** Opens one network for each source address. Without an address, the operating system chooses the source address. */
export function watchedNetworks(
  addresses: readonly string[],
  watch: NetworkWatch,
): readonly [WatchedNetwork, ...WatchedNetwork[]] {
  diagnostics.subscribe('undici:client:sendHeaders', (message) => noteRequest(message, watch));
  const [first = null, ...others] = addresses;
  return [networkOf(first, watch), ...others.map((address) => networkOf(address, watch))];
}

function networkOf(address: string | null, watch: NetworkWatch): WatchedNetwork {
  const transport = createNodeTransport(address);
  return {
    address,
    transport: {
      ...transport,
      request(request) {
        if (request.method === 'POST' && request.url.includes('/api/v5/trade/')) {
          const key = `${request.headers['OK-ACCESS-KEY'] ?? ''} ${instIdOf(request.body)}`;
          watch.reactions.noteRequest(key, epochMs());
        }
        return transport.request(request);
      },
      openSocket: (url, urgency) => watchSocket(transport.openSocket(url, urgency), url, watch),
    },
  };
}

function instIdOf(body: unknown): string {
  return /"instId":"([^"]+)"/.exec(String(body))?.[1] ?? '';
}

/** Returns the local time in epoch ms with a resolution below 1 ms. All processes of the machine have the same time. */
export function epochMs(): number {
  return performance.timeOrigin + performance.now();
}

// undici publishes this message when it writes the headers of a request to the socket.
function noteRequest(message: unknown, { reactions, onCommand }: NetworkWatch): void {
  const { request, headers } = message as {
    readonly request: { readonly path: string; readonly body: unknown };
    readonly headers: string;
  };
  if (!request.path.startsWith('/api/v5/trade/') || !headers.startsWith('POST')) return;
  const apiKey = /\r\nOK-ACCESS-KEY: ([^\r]+)/i.exec(headers)?.[1] ?? '';
  const instId = instIdOf(request.body);
  const at = epochMs();
  reactions.noteCommand(`${apiKey} ${instId}`, at);
  onCommand({ apiKey, instId, path: request.path, at });
}

function watchSocket(socket: TextSocket, url: string, watch: NetworkWatch): TextSocket {
  const isPublic = new URL(url).pathname.endsWith('/public');
  let apiKey = '';
  return {
    ...socket,
    send(text) {
      if (apiKey === '') apiKey = /"apiKey":"([^"]+)"/.exec(text)?.[1] ?? '';
      socket.send(text);
    },
    onMessage(listener) {
      socket.onMessage((text) => {
        if (isPublic && watch.isTickerDead()) return;
        if (text.includes('"channel":"orders"') && text.includes('"data"')) noteFills(text, apiKey, watch.reactions);
        listener(text);
      });
    },
  };
}

function noteFills(text: string, apiKey: string, reactions: Reactions): void {
  const arrivedAt = epochMs();
  // The exchange sends its pushes in this form.
  const { data } = JSON.parse(text) as { readonly data: readonly Readonly<Record<string, string>>[] };
  for (const { instId = '', fillSz = '', fillTime = '' } of data)
    if (Number(fillSz) > 0) reactions.noteFill(`${apiKey} ${instId}`, { arrivedAt, tradedAt: Number(fillTime) });
}
