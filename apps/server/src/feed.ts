// The live feed of one viewer: balance, positions and changed bots of one account, over a socket with bounded queues.
import { formatDecimal, sizeOf, type Lots } from '@rondo/decimal';
import { contractLimits, feedCloseCodes, type FeedMessage, type FeedPosition } from '@rondo/contract';
import type { PositionReport } from '@rondo/engine/ports';
import type { WebSocket } from 'ws';
import { percentOf, sideOf, toBotAnswer } from './bots/bot-answer.ts';
import { serverLimits } from './limits.ts';
import { causeOf } from './log.ts';
import type { Listing } from './market.ts';
import type { Parts } from './parts.ts';

export interface Viewer {
  readonly userId: string;
  readonly accountId: string;
  /** False when the session has ended: the socket is closed. */
  readonly isSessionLive: () => Promise<boolean>;
}

/** Feeds one socket until it closes. Changed bots are coalesced: a slow viewer sees the newest state, never a queue of old ones. */
export function openFeed(parts: Parts, socket: WebSocket, viewer: Viewer): void {
  const changed = new Set<string>();
  const sentByType = new Map<string, string>();
  const send = (message: FeedMessage): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > contractLimits.socketQueueBytes)
      return socket.close(feedCloseCodes.slow, 'reader too slow');
    socket.send(JSON.stringify(message));
  };
  const sendWhenNew = (message: FeedMessage, content: string): void => {
    if (sentByType.get(message.type) === content) return;
    sentByType.set(message.type, content);
    send(message);
  };
  const guarded = (what: string, work: () => Promise<void>): (() => void) => {
    let isBusy = false;
    return () => {
      if (isBusy) return;
      isBusy = true;
      work()
        .catch((error: unknown) => parts.log.write('warn', 'feed.failed', { what, cause: causeOf(error) }))
        .finally(() => (isBusy = false));
    };
  };
  const beat = guarded('account', async () => {
    await sendAccount(parts, viewer, sendWhenNew);
    const ids = [...changed];
    changed.clear();
    for (const id of ids) await sendBot(parts, { viewer, botId: id }, send);
  });
  const timers = [
    setInterval(beat, serverLimits.feedEveryMs),
    setInterval(() => send({ type: 'ping', at: parts.clock.now() }), serverLimits.feedPingMs),
    setInterval(
      guarded('session', async () => {
        if (!(await viewer.isSessionLive())) socket.close(feedCloseCodes.session, 'session ended');
      }),
      serverLimits.feedSessionMs,
    ),
  ];
  const listening = parts.live.onChange((change) => {
    if (change.accountId === viewer.accountId && change.kind === 'bot') changed.add(change.botId);
  });
  boundInbound(parts, socket);
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    timers.forEach((timer) => clearInterval(timer));
    listening.close();
  });
  send({ type: 'ping', at: parts.clock.now() });
  beat();
}

/** Viewers have nothing to say; what they send is counted and dropped (reliability.md 5.3 item 56). */
function boundInbound(parts: Parts, socket: WebSocket): void {
  const windowMs = 10_000;
  let since = parts.clock.now();
  let count = 0;
  socket.on('message', () => {
    const now = parts.clock.now();
    if (now - since > windowMs) [since, count] = [now, 0];
    count += 1;
    if (count > contractLimits.socketMessagesPer10Seconds) socket.close(feedCloseCodes.tooMany, 'too many messages');
  });
}

async function sendAccount(
  parts: Parts,
  viewer: Viewer,
  send: (message: FeedMessage, content: string) => void,
): Promise<void> {
  const account = parts.live.account(viewer.accountId);
  const balance = account?.balance ?? null;
  if (balance !== null) {
    const figures = {
      total_balance: formatDecimal(balance.equity),
      available_balance: formatDecimal(balance.available),
    };
    const data = { account_id: viewer.accountId, ...figures, at: balance.at };
    send({ type: 'balance', data }, JSON.stringify(figures));
  }
  const positions = account?.positions ?? null;
  const listings = await parts.market.listings();
  if (positions === null || !listings.ok) return;
  const data = positions.flatMap(
    (position) => toFeedPosition(position, listings.value.get(position.instrumentId)) ?? [],
  );
  send({ type: 'positions', data }, JSON.stringify(data));
}

async function sendBot(
  parts: Parts,
  { viewer, botId }: { readonly viewer: Viewer; readonly botId: string },
  send: (message: FeedMessage) => void,
): Promise<void> {
  const bot = await parts.store.bots.find(botId);
  if (bot !== null && bot.userId === viewer.userId) send({ type: 'bot', data: await toBotAnswer(parts, bot) });
}

function toFeedPosition(position: PositionReport, listing: Listing | undefined): FeedPosition | null {
  if (listing === undefined || position.lots === 0n || position.averagePrice === null) return null;
  const { rules } = listing;
  const lots = (position.lots < 0n ? -position.lots : position.lots) as Lots; // the magnitude of a number of lots
  const size = sizeOf(lots, rules.lotSz);
  const pnl = position.unrealisedPnl ?? { units: 0n, scale: 0 };
  const notional = {
    units: size.units * rules.ctVal.units * position.averagePrice.units,
    scale: size.scale + rules.ctVal.scale + position.averagePrice.scale,
  };
  const leverage = Number(formatDecimal(position.leverage ?? { units: 1n, scale: 0 }));
  return {
    symbol: position.instrumentId,
    side: sideOf(position),
    pnl: formatDecimal(pnl),
    pnl_percentage: Math.round(percentOf(pnl, notional) * leverage * 100) / 100,
    entry_price: formatDecimal(position.averagePrice),
    position_size: formatDecimal(size),
    mark_price: position.markPrice === null ? null : formatDecimal(position.markPrice),
    liquidation_price: position.liquidationPrice === null ? null : formatDecimal(position.liquidationPrice),
  };
}
