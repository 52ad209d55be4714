// A socket of the browser that is opened to no server. A test delivers the messages.
import { vi } from 'vitest';

class TestSocket extends EventTarget {
  isClosed = false;

  close(): void {
    this.isClosed = true;
  }

  receive(message: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}

/** Replaces the sockets of the browser. The result contains each socket that is opened. `unstubAllGlobals` in afterEach restores the sockets. */
export function startSockets(): readonly TestSocket[] {
  const opened: TestSocket[] = [];
  const Socket = class extends TestSocket {
    constructor() {
      super();
      opened.push(this);
    }
  };
  vi.stubGlobal('WebSocket', Socket);
  return opened;
}
