// The live feeds of viewers. The balance, the positions and the changed bots of an account are computed once for all sockets of the account.
import { decimal, formatDecimal, sumDecimals } from '@rondo/decimal';
import { contractLimits, feedCloseCodes, type BotWire, type FeedMessage } from '@rondo/contract';
import type { ShownPosition } from '@rondo/engine';
import type { BotRecord } from '@rondo/store';
import type { WebSocket } from 'ws';
import { botResponseWithLogs, liveStateOf } from '../bots/bot-response.ts';
import { serverLimits } from '../limits.ts';
import type { LiveAccount } from '../trading/live-accounts.ts';
import { toPosition } from '../margin/shown-positions.ts';
import { schedule } from '../async/scheduler.ts';
import { causeOf } from '../ops/log.ts';
import type { Listing } from '../market/market.ts';
import type { AppContext } from '../app-context.ts';
import { createKnownListings } from './known-listings.ts';

export interface Viewer {
  readonly userId: string;
  readonly accountId: string;
  readonly sessionId: string;
}

export type FeedDeps = Pick<AppContext, 'clock' | 'log' | 'live' | 'market' | 'store' | 'installation'>;

interface FeedContext extends FeedDeps {
  readonly listings: ReturnType<typeof createKnownListings>;
}

export interface Feeds {
  /** Sends to the socket until it closes. */
  open(socket: WebSocket, viewer: Viewer): void;
  /** Returns the number of accounts with an open socket. Nothing is read or sent for other accounts. */
  watched(): number;
}

/** An account with at least one open socket. */
interface Watch {
  readonly accountId: string;
  readonly sockets: Map<WebSocket, Viewer>;
  /** Keeps the account fresh when another node trades it. */
  readonly source: { close(): void };
  /** The text of the last sent message of each type. */
  readonly lastSent: Map<FeedMessage['type'], SentMessage>;
  /** The bots that changed after the last publication. Each bot is read once per publication. */
  readonly changed: Set<string>;
  /** The running bots that were sent, by id. */
  readonly shown: Map<string, ShownBot>;
  publishedAt: number;
  isPublishing: boolean;
  /** True when the balance, a position or a bot changed during the publication. */
  isStale: boolean;
  next: { cancel(): void } | null;
}

/** A sent bot, and which readings of its account its last message had. A bot is sent again when it has other readings, because no event of the bot says so. */
interface ShownBot {
  readonly bot: BotRecord;
  readonly readings: string;
}

interface SentMessage {
  /** The message without its time. A message is sent only when this text differs from the last sent text. */
  readonly content: string;
  readonly text: string;
}

/** Creates the feeds of one server. */
export function createFeeds(deps: FeedDeps): Feeds {
  const watches = new Map<string, Watch>();
  const listings = createKnownListings({
    market: deps.market,
    onFirst: () => watches.forEach((watch) => noteChange(context, watch)),
    onError: (error) => deps.log.write('warn', 'feed.failed', { cause: causeOf(error) }),
  });
  const context: FeedContext = { ...deps, listings };
  deps.live.onChange((change) => {
    const watch = watches.get(change.accountId);
    if (watch === undefined) return;
    if (change.kind === 'bot') watch.changed.add(change.botId);
    noteChange(context, watch);
  });
  return {
    watched: () => watches.size,
    open(socket, viewer) {
      const watch = watches.get(viewer.accountId) ?? newWatch(context, viewer.accountId);
      watches.set(viewer.accountId, watch);
      watch.sockets.set(socket, viewer);
      const pulse = startHeartbeat(context, socket, viewer);
      socket.on('error', () => socket.terminate());
      socket.on('close', () => {
        pulse.cancel();
        watch.sockets.delete(socket);
        if (watch.sockets.size > 0) return;
        watch.next?.cancel();
        watch.source.close();
        if (watches.get(watch.accountId) === watch) watches.delete(watch.accountId);
      });
      send(socket, textOf({ type: 'ping', at: context.clock.now() }));
      for (const { text } of watch.lastSent.values()) send(socket, text);
      if (watch.sockets.size === 1) schedulePublish(context, watch, 0);
    },
  };
}

function newWatch({ live }: FeedDeps, accountId: string): Watch {
  return {
    accountId,
    sockets: new Map(),
    source: live.watch(accountId),
    lastSent: new Map(),
    changed: new Set(),
    shown: new Map(),
    publishedAt: 0,
    isPublishing: false,
    isStale: false,
    next: null,
  };
}

/** Returns the time until `feedGapMs` has passed since the begin of the last publication. */
function untilGap({ clock }: FeedDeps, { publishedAt }: Watch): number {
  return Math.max(0, publishedAt + serverLimits.feedGapMs - clock.now());
}

/** Publishes as soon as `feedGapMs` has passed since the begin of the last publication. */
function noteChange(context: FeedContext, watch: Watch): void {
  if (watch.isPublishing) watch.isStale = true;
  else schedulePublish(context, watch, untilGap(context, watch));
}

/** Publishes after the delay and then every `feedEveryMs`. The period is necessary because prices change the figures of positions without a reported change. */
function schedulePublish(context: FeedContext, watch: Watch, delayMs: number): void {
  watch.next?.cancel();
  watch.next = context.clock.after(delayMs, () => {
    watch.isPublishing = true;
    watch.isStale = false;
    watch.publishedAt = context.clock.now();
    publish(context, watch)
      .catch((error: unknown) => context.log.write('warn', 'feed.failed', { cause: causeOf(error) }))
      .finally(() => {
        watch.isPublishing = false;
        if (watch.sockets.size === 0) return;
        schedulePublish(context, watch, watch.isStale ? untilGap(context, watch) : serverLimits.feedEveryMs);
      });
  });
}

async function publish(context: FeedContext, watch: Watch): Promise<void> {
  const account = context.live.account(watch.accountId);
  for (const { message, content } of accountMessages(context, watch.accountId, account)) {
    if (watch.lastSent.get(message.type)?.content === content) continue;
    const text = textOf(message);
    watch.lastSent.set(message.type, { content, text });
    for (const socket of watch.sockets.keys()) send(socket, text);
  }
  for (const [botId, { bot, readings }] of watch.shown) {
    const { mark, wait } = liveStateOf({ live: { account: () => account } }, bot);
    if (readingsOf(mark, wait) !== readings) watch.changed.add(botId);
  }
  const botIds = [...watch.changed];
  watch.changed.clear();
  // The next publication begins after the last read has ended, so that no older state of a bot follows a newer one.
  const results = await Promise.allSettled(botIds.map((botId) => publishBot(context, watch, botId)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

async function publishBot(context: FeedContext, watch: Watch, botId: string): Promise<void> {
  const { bots } = context.store;
  const reads = Promise.all([bots.find(botId), bots.logs(botId, contractLimits.botLogs)]);
  const [bot, logs] = await reads.catch((error: unknown) => {
    // The next publication reads the bot again.
    watch.changed.add(botId);
    throw error;
  });
  if (bot === null) return;
  const data = botResponseWithLogs(context, bot, logs);
  if (data.status === 'completed') watch.shown.delete(botId);
  else watch.shown.set(botId, { bot, readings: readingsOf(data.mark_price, data.entry_wait) });
  const text = textOf({ type: 'bot', data });
  for (const [socket, viewer] of watch.sockets) if (viewer.userId === bot.userId) send(socket, text);
}

/** Returns whether the mark price of the position is known, and why entries wait. The price itself is in the positions. */
function readingsOf(mark: unknown, wait: BotWire['entry_wait']): string {
  return `${mark !== null} ${wait}`;
}

/** Sends pings and closes the socket when its session has ended. */
function startHeartbeat(context: FeedDeps, socket: WebSocket, { sessionId }: Viewer): { cancel(): void } {
  const { clock, log, store } = context;
  const checkSession = async (): Promise<void> => {
    if (!(await store.sessions.isLive(sessionId, clock.now()))) socket.close(feedCloseCodes.session, 'session ended');
  };
  const onError = (error: unknown): void => log.write('warn', 'feed.failed', { cause: causeOf(error) });
  const schedules = [
    schedule(clock, {
      everyMs: serverLimits.feedPingMs,
      delayMs: serverLimits.feedPingMs,
      work: async () => send(socket, textOf({ type: 'ping', at: clock.now() })),
      onError,
    }),
    schedule(clock, {
      everyMs: serverLimits.feedSessionMs,
      delayMs: serverLimits.feedSessionMs,
      work: checkSession,
      onError,
    }),
  ];
  return { cancel: () => schedules.forEach((each) => void each.stop()) };
}

function textOf(message: FeedMessage): string {
  return JSON.stringify(message);
}

/** Sends a text to a client. When the queue of the client is full, the server closes the socket with a close code. The page then opens a new feed and receives the newest state. */
function send(socket: WebSocket, text: string): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > contractLimits.socketQueueBytes) socket.close(feedCloseCodes.slow, 'reader too slow');
  else socket.send(text);
}

interface Figure {
  readonly message: FeedMessage;
  readonly content: string;
}

function accountMessages({ listings }: FeedContext, accountId: string, account: LiveAccount | null): readonly Figure[] {
  return [...balanceFigure(accountId, account), ...positionsFigure(account?.positions ?? null, listings())];
}

function balanceFigure(accountId: string, account: LiveAccount | null): readonly Figure[] {
  if (account === null || account.balance === null) return [];
  const { balance, coveredLosses } = account;
  const coveredLoss = sumDecimals(Object.values(coveredLosses).map(decimal));
  const figures = {
    total_balance: formatDecimal(balance.equity),
    available_balance: formatDecimal(balance.available),
    covered_loss: formatDecimal(coveredLoss),
  };
  const data = { account_id: accountId, ...figures, at: balance.at };
  return [{ message: { type: 'balance', data }, content: JSON.stringify(figures) }];
}

function positionsFigure(
  positions: readonly ShownPosition[] | null,
  listings: ReadonlyMap<string, Listing> | null,
): readonly Figure[] {
  if (positions === null || listings === null) return [];
  const data = positions.flatMap((position) => toPosition(position, listings.get(position.instrumentId)) ?? []);
  return [{ message: { type: 'positions', data }, content: JSON.stringify(data) }];
}
