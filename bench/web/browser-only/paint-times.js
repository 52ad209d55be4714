// This script runs inside the page with the form of a new bot. It measures the time from a key to the frame that shows the new values.
//
// The time begins with the time stamp of the key, which the browser sets before the page handles the key. It ends with the first task
// after the animation frame in which the new values are in the document: the page has then computed style and layout and has recorded
// the painting of this frame. The time until the screen shows the frame is not in it.
/* global document, performance, requestAnimationFrame, addEventListener, setTimeout, clearTimeout, MutationObserver, MessageChannel, Worker */

const mostMs = 10_000;
const numberOf = (text) => Number(text.replaceAll(/[^\d.]/g, ''));
const cellOf = (row, column) => row?.querySelector(`td[data-head="${column}"]`)?.textContent ?? '';

/** Reads the last row of the ladder. The summary of the chart names the price of this row. */
const readLadder = (column) => {
  const row = [...document.querySelectorAll('.create-table tbody tr')].at(-1);
  const summary = document.querySelector('.create-chart svg[role=img]')?.getAttribute('aria-label') ?? '';
  return { value: numberOf(cellOf(row, column)), isInChart: summary.includes(cellOf(row, 'Price')) };
};

const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve(performance.now()));
      port1.start();
      port2.postMessage(null);
    });
  });

/** Resolves with the end of the first frame in which the condition is true. The condition is checked after each change of the document. */
const paintedWhen = (isTrue) =>
  new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`The page showed no new values within ${mostMs} ms.`)), mostMs);
    const observer = new MutationObserver(() => {
      if (!isTrue()) return;
      observer.disconnect();
      clearTimeout(late);
      resolve(painted());
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  });

const nextKey = (onKey = () => undefined) =>
  new Promise((resolve) => {
    const take = ({ timeStamp }) => {
      onKey();
      resolve(timeStamp);
    };
    addEventListener('keydown', take, { capture: true, once: true });
  });

/** The newest settings that the page has sent to the worker of the strip. `hasResult` is true when the worker has sent their first figures. */
let newest = { id: null, hasResult: false };
const heard = new WeakSet();
const hear = (workers) => {
  const { postMessage } = workers;
  workers.postMessage = function postHeard(request, ...rest) {
    if (request.kind === 'settings') newest = { id: request.id, hasResult: false };
    if (!heard.has(this))
      this.addEventListener('message', ({ data }) => {
        if (data.id === newest.id) newest.hasResult = true;
      });
    heard.add(this);
    return postMessage.call(this, request, ...rest);
  };
};
hear(Worker.prototype);

const lastByteAt = () =>
  Math.max(
    ...performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/api\/candles\/[^/]+\/15m\//.test(name))
      .map(({ responseEnd }) => responseEnd),
  );

globalThis.paintTimes = {
  /** Returns the ms from the next key to the repainted ladder, table and chart. The last value of `column` changes by at least `change`. */
  async ofLadder({ column, change }) {
    const { value: before } = readLadder(column);
    const end = paintedWhen(() => {
      const { value, isInChart } = readLadder(column);
      return Math.abs(value - before) >= change && isInChart;
    });
    const at = await nextKey();
    return (await end) - at;
  },
  /** Returns the ms from the next key to the repainted figures of the strip. */
  async ofStrip() {
    const key = nextKey(() => {
      newest = { id: null, hasResult: false };
    });
    const end = paintedWhen(() => newest.hasResult);
    const at = await key;
    return (await end) - at;
  },
  /** Returns the ms from the last byte of the candles to the first figure of the strip, which is not yet loaded. */
  async ofFirstFigure() {
    const end = await paintedWhen(() => document.querySelector('.what-if-figures') !== null);
    return end - lastByteAt();
  },
  /** Returns the price of the form. */
  price: () => document.querySelector('.create-chart .chart-price .num:not(.wide-only)')?.textContent ?? '',
};
