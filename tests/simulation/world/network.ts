// The network between one engine process and the exchange in memory. It delays requests and responses, loses them, breaks responses,
// duplicates pushes and closes sockets. `Swarm` contains the rates of these faults.
import type { HttpResponse, HttpRequest, TextSocket, Transport } from '@rondo/exchange';
import type { CoreResponse, CoreSocket, ExchangeCore } from '@rondo/sandbox';
import type { SeededChance, VirtualClock } from '@rondo/testkit';
import { count, type Counts } from '../checks/counts.ts';
import type { ResponseMemo } from './response-memo.ts';
import type { RareFaults } from '../faults/rare-faults.ts';
import type { Occurrences } from '../faults/occurrences.ts';
import type { LineFaults } from '../faults/swarm.ts';
import { placesOrders, refusedBusy, rejectNext, spoiledText } from './rare-line.ts';

/** The events at the exchange's side of the network, for the checkers. */
export type WireWatch = {
  /** The network calls this before the exchange executes a command. */
  arrived(request: HttpRequest, body: unknown): void;
  /** The network calls this when the response of a request is lost. The exchange may have executed the request. */
  responseLost(request: HttpRequest): void;
  /** The network calls this when a living process sends a request. */
  sent(process: string, request: HttpRequest): void;
  /** The network calls this when a living process receives a response. */
  received(process: string, request: HttpRequest, response: HttpResponse): void;
  /** The network calls this when it goes down until this time. */
  wentDown(until: number): void;
  /** The network calls this when a process receives the response to a request that it sent at `sentAt`. */
  responded(request: HttpRequest, sentAt: number): void;
  /** The network calls this when the state of the exchange may have changed. */
  touched(): void;
  socketFrame(socket: object, frame: string): void;
  socketClosed(socket: object): void;
};

export type NetworkDeps = {
  readonly core: ExchangeCore;
  readonly clock: VirtualClock;
  readonly chance: SeededChance;
  readonly counts: Counts;
  readonly watch: WireWatch;
  /** Decides whether a drawn fault takes place. */
  readonly occurs: Occurrences['occurs'];
  /** Returns the current rates of the faults. In the healing phase all probabilities are zero. */
  readonly faults: () => LineFaults;
  /** Returns the current rates of the rare faults. */
  readonly rare: () => RareFaults;
  readonly rareChance: SeededChance;
  /** The last responses of lists, from which stale lists are taken. */
  readonly lists: Map<string, { readonly at: number; readonly text: string }>;
  /** A socket asks at this interval whether the faults began to cut sockets. The interval is infinite when that never changes. */
  readonly gapCheckMs: number;
  /** Counts one event of the run: a request, a response or a frame that arrives. The hash of the run takes in its texts. */
  readonly onEvent: (kind: string, ...texts: readonly string[]) => void;
  /** Returns the response of an earlier equal request when nothing has changed since then. */
  readonly memo: ResponseMemo;
  /** The network calls this when a signed request ends. `hasResponse` says whether the client received a response. */
  readonly onRequestEnd: (apiKey: string, hasResponse: boolean) => void;
};

/** A process of the engine. A dead process sends no new request and receives nothing. */
export type Life = {
  readonly name: string;
  isAlive: boolean;
  /** Runs `act` now, or when the pause of the process has ended. A dead process never runs it. */
  whenAwake(act: () => void): void;
  atAwait(point: 'beforeSend' | 'afterSend' | 'beforeCommit' | 'afterCommit' | 'afterSignal'): void;
};

type Link = { downUntil: number; readonly goDown: (until: number) => void };

const slowResponseMs = 500;
/** The delay of a message whose long delay a smaller run has removed. */
const usualDelayMs = 20;
const refusedMs = 5;
const outageMs = { from: 5_000, to: 40_000 };
const frameDelayMs = 10;
const listingLagMs = 8_000;
const heldFrameMs = 500;
const lateMs = { from: 1_000, to: 30_000 };

/** Creates the transport of one process. */
export function createNetwork(
  deps: NetworkDeps,
  life: Life,
): Transport & {
  cutSockets(): void;
  isReachable(): boolean;
  goDown(forMs: number): void;
} {
  const sockets = new Set<() => void>();
  // Requests for mark prices and instruments use a separate random generator. Without it, each such request would change the random faults of all later messages, and the seeds that the tests name would produce other runs.
  const publicReadings = deps.chance.fork('marks');
  const batches = deps.chance.fork('batches');
  const link: Link = {
    downUntil: 0,
    goDown: (until) => {
      link.downUntil = until;
      deps.watch.wentDown(until);
      [...sockets].forEach((cut) => cut());
    },
  };
  return {
    request: (request) =>
      send({ ...deps, link, batches, chance: isMarketReading(request) ? publicReadings : deps.chance }, life, request),
    openSocket: (url) => openSocket({ ...deps, link }, life, { url, sockets }),
    cutSockets: () => [...sockets].forEach((cut) => cut()),
    goDown: (forMs) => link.goDown(deps.clock.now() + forMs),
    isReachable: () => deps.clock.now() >= link.downUntil,
  };
}

function isMarketReading(request: HttpRequest): boolean {
  return request.url.includes('/public/mark-price') || request.url.includes('/public/instruments');
}

type SendDeps = NetworkDeps & { readonly link: Link; readonly batches: SeededChance };

function send(deps: SendDeps, life: Life, request: HttpRequest): Promise<HttpResponse> {
  const { clock, chance, counts } = deps;
  return new Promise((resolve, reject) => {
    life.atAwait('beforeSend');
    if (!life.isAlive) return;
    deps.watch.sent(life.name, request);
    const sentAt = clock.now();
    const whileAlive = (act: () => void) => (): void => life.whenAwake(act);
    const apiKey = request.headers['OK-ACCESS-KEY'];
    const end = (hasResponse: boolean, act: () => void): (() => void) =>
      whileAlive(() => {
        deps.onEvent(hasResponse ? 'response' : 'failure', request.url);
        if (apiKey !== undefined) deps.onRequestEnd(apiKey, hasResponse);
        act();
      });
    const fail = (cause: string): void =>
      void clock.after(
        request.timeoutMs,
        end(false, () => reject(new Error(cause))),
      );
    if (clock.now() < deps.link.downUntil && isDownNow(deps)) {
      return void clock.after(
        refusedMs,
        end(false, () => reject(new Error('ECONNREFUSED'))),
      );
    }
    if (deps.occurs('requestDropped', chance.happens(deps.faults().dropRequest), request.url)) {
      count(counts.faults, 'requestDropped');
      return fail('timeout');
    }
    if (isLate(deps, request)) {
      // The request arrives after its client has given up, also when the process has ended.
      clock.after(deps.rareChance.between(lateMs.from, lateMs.to), () => {
        const late = carryOut(deps, request);
        deps.onEvent('late request', request.url, request.body ?? '', late.text);
        deps.watch.responseLost(request);
      });
      return fail('timeout');
    }
    clock.after(delayOf(deps), () => {
      // When the process died while the request was in transit, the request is lost with a probability of one half.
      if (!life.isAlive && chance.happens(0.5)) return;
      const response = carryOut(deps, request);
      deps.onEvent('request', request.url, request.body ?? '', String(response.status), response.text);
      life.atAwait('afterSend');
      const isPlacing = request.method === 'POST' && placesOrders(request.url);
      const isOutage = deps.occurs('outage', isPlacing && chance.happens(deps.faults().outage), request.url);
      if (isOutage) {
        count(counts.faults, 'outage');
        deps.link.goDown(clock.now() + chance.between(outageMs.from, outageMs.to));
      }
      if (isOutage || deps.occurs('responseLost', chance.happens(deps.faults().dropResponse), request.url)) {
        // The lost response is a part of the outage, so both are one fault.
        if (!isOutage) count(counts.faults, 'responseLost');
        deps.watch.responseLost(request);
        return fail('timeout');
      }
      clock.after(
        delayOf(deps),
        end(true, () => {
          deps.watch.received(life.name, request, response);
          if (response.text.startsWith('{"code":"0"')) deps.watch.responded(request, sentAt);
          resolve(response);
        }),
      );
    });
  });
}

function delayOf({ chance, counts, faults, occurs }: NetworkDeps): number {
  const delay = chance.exponential(faults().meanDelayMs);
  if (delay <= slowResponseMs) return delay;
  if (!occurs('delayed', true)) return usualDelayMs;
  count(counts.faults, 'delayed');
  return delay;
}

// Passes the request to the exchange. A broken response is an HTML page or has the code 50004. When the response is broken, the request
// reaches the exchange with a probability of one half.
function carryOut(deps: SendDeps, request: HttpRequest): HttpResponse {
  const { chance, counts, core, watch } = deps;
  const url = new URL(request.url);
  const isDrawn = chance.happens(deps.faults().brokenResponse);
  const isHtml = isDrawn && chance.happens(0.5);
  const isLost = isDrawn && !chance.happens(0.5);
  const isBroken = deps.occurs(isHtml ? 'htmlResponse' : 'code50004', isDrawn, request.url);
  const isApplied = !isBroken || !isLost;
  let text = '';
  let status = 200;
  if (isApplied) {
    watch.arrived(request, request.body === null ? null : JSON.parse(request.body));
    const query = url.search.slice(1);
    const busy = refusedBusy(deps);
    if (busy !== null) return busy;
    rejectNext(deps, request);
    const apiKey = request.headers['OK-ACCESS-KEY'];
    const known = deps.memo.read(apiKey, url);
    if (known === undefined) {
      const response = core.request({
        method: request.method,
        path: url.pathname,
        ...(query === '' ? {} : { query }),
        headers: request.headers,
        ...(request.body === null ? {} : { body: request.body }),
      });
      const listed = bodyOf(deps, url, response.json);
      text = JSON.stringify(listed);
      status = response.status;
      core.flush();
      watch.touched();
      if (status === 200 && listed === response.json) deps.memo.write(apiKey, url, text);
    } else {
      text = known;
    }
  }
  if (!isBroken)
    return { status, headers: { 'content-type': 'application/json' }, text: spoiledText(deps, request, text) };
  count(counts.faults, isHtml ? 'htmlResponse' : 'code50004');
  if (isHtml)
    return { status: 502, headers: { 'content-type': 'text/html' }, text: '<html><body>502 Bad Gateway</body></html>' };
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    text: '{"code":"50004","msg":"API endpoint request timeout","data":[]}',
  };
}

// An outage ends with the faults.
function isDownNow({ faults, rare }: NetworkDeps): boolean {
  return faults().outage > 0 || rare().partitionMs > 0;
}

function isLate({ rare, rareChance, counts, occurs }: NetworkDeps, { method, url }: HttpRequest): boolean {
  if (method !== 'POST' || rare().lateRequest <= 0) return false;
  if (!occurs('lateRequest', rareChance.happens(rare().lateRequest), url)) return false;
  count(counts.faults, 'lateRequest');
  return true;
}

function isReordered({ rare, rareChance, counts, occurs }: NetworkDeps, text: string): boolean {
  if (!text.includes('"data"') || rare().reorderPush <= 0) return false;
  if (!occurs('pushReordered', rareChance.happens(rare().reorderPush), text.slice(0, 120))) return false;
  count(counts.faults, 'pushReordered');
  return true;
}

function bodyOf(deps: SendDeps, url: URL, json: CoreResponse['json']): CoreResponse['json'] {
  if (isLedger(url)) return withoutNewest(deps, json);
  return /\/trade\/(cancel-|amend-)?batch-orders$/.test(url.pathname) ? withoutRow(deps, json) : json;
}

/** The share of the responses to batches that lose a row while responses break. */
const lostRowShare = 0.1;

// Removes one row of the response to a batch. The exchange executed the command of this row.
function withoutRow({ batches, counts, faults, occurs }: SendDeps, json: CoreResponse['json']): CoreResponse['json'] {
  const { data } = json;
  if (!Array.isArray(data) || faults().brokenResponse <= 0 || !batches.happens(lostRowShare)) return json;
  const lost = batches.between(0, data.length - 1);
  if (!occurs('batchRowLost', true)) return json;
  count(counts.faults, 'batchRowLost');
  return { ...json, data: data.filter((_row, index) => index !== lost) };
}

function isLedger(url: URL): boolean {
  return /\/trade\/fills|\/account\/bills/.test(url.pathname);
}

// Removes each row of the last eight seconds with a probability of one half, so that a newer row can be in the list while an older row is missing.
function withoutNewest(deps: NetworkDeps, json: CoreResponse['json']): CoreResponse['json'] {
  const { chance, clock, counts, faults, occurs } = deps;
  const { data } = json;
  if (!chance.happens(faults().staleLedger) || !Array.isArray(data)) return json;
  const listed = data.filter((row) => Number(row.ts) < clock.now() - listingLagMs || chance.happens(0.5));
  if (listed.length === data.length || !occurs('staleLedger', true, `${data.length - listed.length} rows`)) return json;
  count(counts.faults, 'staleLedger');
  return { ...json, data: listed };
}

type Listeners = { open: () => void; message: (text: string) => void; close: (code: number, reason: string) => void };

function openSocket(
  deps: NetworkDeps & { readonly link: Link },
  life: Life,
  { url, sockets }: { readonly url: string; readonly sockets: Set<() => void> },
): TextSocket {
  const { clock, core, watch, counts, chance } = deps;
  const listeners: Listeners = { open: () => undefined, message: () => undefined, close: () => undefined };
  const identity = {};
  let link: CoreSocket | undefined;
  let isOver = false;
  let lastAt = 0;
  const deliver = (act: () => void): void => {
    // As with TCP, the frames of a socket arrive in the sequence in which the exchange sent the frames.
    lastAt = Math.max(lastAt + 1, clock.now() + delayOf(deps));
    clock.after(lastAt - clock.now(), () => {
      life.whenAwake(() => {
        if (isOver) return;
        act();
      });
    });
  };
  const end = (code: number, reason: string): void => {
    if (isOver) return;
    isOver = true;
    sockets.delete(cut);
    watch.socketClosed(identity);
    link?.close();
    clock.after(1, () => {
      life.whenAwake(() => listeners.close(code, reason));
    });
  };
  const cut = (): void => end(1006, '');
  const gapAfter = (): void => {
    const mean = deps.faults().socketGapMs;
    if (isOver || !life.isAlive) return;
    // When sockets are not closed now, this function checks again after `gapCheckMs`, because the faults can change while a socket is open.
    if (mean <= 0) {
      if (Number.isFinite(deps.gapCheckMs)) clock.after(deps.gapCheckMs, gapAfter);
      return;
    }
    clock.after(chance.exponential(mean), () => {
      if (isOver || !life.isAlive || deps.faults().socketGapMs <= 0) return;
      if (!deps.occurs('socketGap', true, url)) return gapAfter();
      count(counts.faults, 'socketGap');
      cut();
    });
  };
  sockets.add(cut);
  deliver(() => {
    if (clock.now() < deps.link.downUntil && isDownNow(deps)) return end(1006, 'unreachable');
    link = core.connect(new URL(url).pathname);
    if (link === undefined) return end(1006, 'refused');
    // A held frame is delivered after the next frame.
    let held: string | null = null;
    const release = (): void => {
      const frame = held;
      held = null;
      if (frame !== null) deliver(() => listeners.message(frame));
    };
    link.onMessage((text) => {
      if (text !== 'pong') deps.onEvent('frame', text);
      if (held === null && isReordered(deps, text)) {
        held = text;
        clock.after(heldFrameMs, release);
        return;
      }
      deliver(() => listeners.message(text));
      release();
      if (!chance.happens(deps.faults().duplicatePush) || !text.includes('"data"')) return;
      if (!deps.occurs('pushDuplicated', true, text.slice(0, 120))) return;
      count(counts.faults, 'pushDuplicated');
      deliver(() => listeners.message(text));
    });
    link.onClose((code, reason) => end(code, reason));
    listeners.open();
    gapAfter();
  });
  return {
    send: (text) => {
      clock.after(frameDelayMs, () => {
        if (isOver || link === undefined) return;
        if (text !== 'ping') deps.onEvent('sent frame', text);
        watch.socketFrame(identity, text);
        link.send(text);
        core.flush();
      });
    },
    close: () => end(1000, ''),
    onDial: (listener) => listener(),
    onOpen: (listener) => void (listeners.open = listener),
    onMessage: (listener) => void (listeners.message = listener),
    onClose: (listener) => void (listeners.close = listener),
  };
}
