// The way from a server to the model double of the sandbox. A test holds a request before the model is called, or the response after it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { AiSettings } from '../../src/ai/ai-settings.ts';

/** A request that is held. `isReached` resolves when the request is held. */
export interface HeldRequest {
  readonly isReached: Promise<void>;
  release(): void;
}

export interface ModelGate {
  /** The settings with which a server reaches the model. */
  readonly settings: AiSettings;
  /** Returns the number of requests that the model has received. */
  calls(): number;
  /** Holds the next request before the model is called, or holds the response to it. */
  hold(what: 'request' | 'response'): HeldRequest;
  close(): Promise<void>;
}

/** Opens the way to the model double of the sandbox at `rest`. */
export async function openModelGate(rest: string): Promise<ModelGate> {
  let calls = 0;
  let held: { readonly what: 'request' | 'response'; reach(): void; readonly isReleased: Promise<void> } | null = null;
  const server = createServer((request, response) => {
    const hold = held;
    held = null;
    const pass = async (): Promise<void> => {
      if (hold?.what === 'request') {
        hold.reach();
        await hold.isReleased;
      }
      const body = await text(request);
      calls += 1;
      const completion = await fetch(`${rest}/model/v1/chat/completions`, { method: 'POST', body });
      const completed = await completion.text();
      if (hold?.what === 'response') {
        hold.reach();
        await hold.isReleased;
      }
      response.writeHead(completion.status, { 'content-type': 'application/json', connection: 'close' }).end(completed);
    };
    // The request of a killed process has no end.
    pass().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP just above
  return {
    settings: {
      url: `http://127.0.0.1:${port}`,
      model: 'gated',
      key: null,
      keyFile: null,
      format: 'schema',
      dailyUsd: 1,
      promptUsd: 1,
      completionUsd: 1,
    },
    calls: () => calls,
    hold(what) {
      const reached = signal();
      const released = signal();
      held = { what, reach: () => reached.fire(), isReleased: released.fired };
      return { isReached: reached.fired, release: () => released.fire() };
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

function signal(): { readonly fired: Promise<void>; fire(): void } {
  let fire = (): void => undefined;
  const fired = new Promise<void>((resolve) => void (fire = resolve));
  return { fired, fire };
}
