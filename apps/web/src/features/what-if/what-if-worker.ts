// The worker that simulates what-ifs, so that the form stays responsive.
import type { WhatIfMessage, WhatIfRequest } from './what-if-messages.ts';
import { createWhatIfRunner } from './what-if-runner.ts';

/** The scope of a worker. It is declared here, because the types of the browser declare the scope of a page. */
declare const self: {
  onmessage: ((event: MessageEvent<WhatIfRequest>) => void) | null;
  readonly postMessage: (message: WhatIfMessage) => void;
};

const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();

const run = createWhatIfRunner({
  post: (message) => self.postMessage(message),
  nextTask: () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      channel.port2.postMessage(null);
    }),
});
self.onmessage = ({ data }) => void run(data);
