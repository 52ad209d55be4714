// The people of a trial: they call the API through the balancer and keep pages open, while nodes are disturbed.
import { setTimeout as wait } from 'node:timers/promises';
import WebSocket from 'ws';
import { openCaller, readBot, type Call } from '../../e2e/crash/accounts.ts';
import type { TrialBots } from './accounts.ts';
import type { TrialWorld } from './world.ts';

const requestsPerSecondAndApi = 10;
const retryMs = 100;
/** The time between two readings of all bots by their owners. */
const readEveryMs = 5_000;
/** One person may have one page more at all nodes together (`socketsPerUser`). */
const maxPages = 4;

/** What people have seen since the last report. */
export interface PeopleReport {
  readonly requests: number;
  /** The requests without a response or with another status than 200. */
  readonly failed: readonly string[];
  /** The longest time in ms between the end of the connection of a page and the first message of its next connection. */
  readonly longestSocketGapMs: number;
  /** The times in ms from the storing of a change of a bot to its message, sorted. */
  readonly pushMs: readonly number[];
}

export interface People {
  /** Returns what was seen since the last call. */
  report(): PeopleReport;
  /** Waits until each page is connected. */
  untilConnected(): Promise<void>;
  stop(): Promise<void>;
}

type Seen = { requests: number; failed: string[]; longestSocketGapMs: number; pushMs: number[] };

const nothing = (): Seen => ({ requests: 0, failed: [], longestSocketGapMs: 0, pushMs: [] });

/** Opens one page for the account of each of the first bots, begins to send requests, and continues each bot that has missed its entry. */
export function openPeople({ cluster }: TrialWorld, bots: readonly TrialBots[]): People {
  const caller = openCaller({ origin: cluster.balancer });
  // A failed log-in is a failed request.
  const call: Call = (...request) =>
    caller(...request).catch((error: unknown) => ({ status: 0, body: { error: String(error) } }));
  const apis = cluster.nodes.filter(({ role }) => role === 'api').length;
  const stopping = new AbortController();
  let seen = nothing();
  const note = (change: (seen: Seen) => void): void => change(seen);
  const pages = bots
    .slice(0, maxPages)
    .map(({ account }) => openPage({ call, origin: cluster.balancer, accountId: account.id, note }));
  const running = [
    ...pages.map((page) => page.run(stopping.signal)),
    sendRequests({ call, apis, paths: pathsOf(bots) }, { note, signal: stopping.signal }),
    continueBots(bots, stopping.signal),
  ];
  return {
    report() {
      const found = seen;
      seen = nothing();
      const openGaps = pages.map((page) => page.gapMs());
      const longestSocketGapMs = Math.max(found.longestSocketGapMs, ...openGaps);
      return { ...found, longestSocketGapMs, pushMs: found.pushMs.toSorted((a, b) => a - b) };
    },
    async untilConnected() {
      while (pages.some((page) => page.gapMs() > 0) && !stopping.signal.aborted) await wait(retryMs);
    },
    async stop() {
      stopping.abort();
      for (const page of pages) page.close();
      await Promise.all(running);
    },
  };
}

interface Noting {
  readonly note: (change: (seen: Seen) => void) => void;
  readonly signal: AbortSignal;
}

/** The addresses that people ask for. A person with several accounts names one. */
function pathsOf([first]: readonly TrialBots[]): readonly string[] {
  const margin = first === undefined ? [] : [`/api/margin?account_id=${first.account.id}`];
  return ['/api/bots/my-bots', '/api/exchange-accounts', ...margin];
}

interface Requests {
  readonly call: Call;
  readonly apis: number;
  readonly paths: readonly string[];
}

/** Sends requests at a constant rate. A request does not wait for the request before it. */
async function sendRequests({ call, apis, paths }: Requests, { note, signal }: Noting): Promise<void> {
  const open = new Set<Promise<void>>();
  for (let index = 0; !signal.aborted; index += 1) {
    const path = paths[index % paths.length] ?? '';
    const sent = call('GET', path).then(({ status, body }) =>
      note((seen) => {
        seen.requests += 1;
        if (status !== 200) seen.failed.push(`${path}: ${status} ${JSON.stringify(body).slice(0, 200)}`);
      }),
    );
    open.add(sent);
    void sent.finally(() => open.delete(sent));
    await wait(1_000 / (requestsPerSecondAndApi * apis));
  }
  await Promise.all(open);
}

/** Reads each bot every 5 s. `readBot` continues a bot that has missed its entry. Without this, every bot on the moving market waits for its owner after some minutes. */
async function continueBots(bots: readonly TrialBots[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await wait(readEveryMs, undefined, { signal }).catch(() => undefined); // An abort ends the wait.
    for (const { call, account } of signal.aborted ? [] : bots) {
      await readBot(call, account).catch(() => null); // A request fails while a node is disturbed. The next reading repeats it.
    }
  }
}

interface PageOptions extends Pick<Noting, 'note'> {
  readonly call: Call;
  readonly origin: string;
  readonly accountId: string;
}

/** A page of one account, which connects again 100 ms after the end of its connection. */
function openPage({ call, origin, accountId, note }: PageOptions) {
  let lostAt: number | null = Date.now();
  let socket: WebSocket | null = null;
  const gapMs = (): number => (lostAt === null ? 0 : Date.now() - lostAt);
  const changes = new Map<string, string>(); // The time of the last change of each bot.
  const hear = (text: string): void => {
    const gap = gapMs();
    lostAt = null;
    const { type, data } = JSON.parse(text) as { type: string; data?: { id: string; updated_at: string } }; // The contract defines this shape.
    // The poll of the database sends each change again after its view, so only the first message of a change counts.
    const isFirst = type === 'bot' && data !== undefined && changes.get(data.id) !== data.updated_at;
    const pushMs = isFirst ? Date.now() - Date.parse(data.updated_at) : Number.NaN;
    if (isFirst) changes.set(data.id, data.updated_at);
    note((seen) => {
      seen.longestSocketGapMs = Math.max(seen.longestSocketGapMs, gap);
      if (!Number.isNaN(pushMs)) seen.pushMs.push(pushMs);
    });
  };
  return {
    gapMs,
    close: () => socket?.terminate(),
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        const { status, body } = await call('POST', '/api/ws-ticket', { account_id: accountId });
        if (status === 200 && !signal.aborted) {
          const query = `account_id=${accountId}&token=${String(body['token'])}`;
          const page = new WebSocket(`${origin.replace('http', 'ws')}/ws/okx?${query}`);
          socket = page;
          page.on('message', (text: Buffer) => hear(text.toString('utf8')));
          page.on('error', () => undefined); // The close event follows every error.
          await new Promise((resolve) => page.once('close', resolve));
          lostAt ??= Date.now();
        }
        await wait(retryMs);
      }
    },
  };
}
