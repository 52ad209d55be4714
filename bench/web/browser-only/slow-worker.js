// This script runs at the beginning of the worker of the what-if strip and makes it slower. Before each message of the worker, the worker repeats an empty loop until
// the time since the last message has passed `slowdown` times. The time begins anew when the page sends a message. Chromium cannot slow a worker: its command
// `Emulation.setCPUThrottlingRate` returns "Operation is only supported for pages, not workers".
/* global self, performance, MessagePort, addEventListener */

let since = 0;
const begin = () => {
  since = performance.now();
};

const slow = (sender) => {
  const { postMessage } = sender;
  sender.postMessage = function postLate(...message) {
    const until = since + (performance.now() - since) * self.slowdown;
    while (performance.now() < until);
    begin();
    return postMessage.apply(this, message);
  };
};

addEventListener('message', begin);
slow(self);
// The worker sends itself a message through a port between two runs.
slow(MessagePort.prototype);
