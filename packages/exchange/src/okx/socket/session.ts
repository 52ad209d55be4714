// Converts the private streams of one account to hints. One socket delivers orders, positions and the balance, and
// another socket delivers trigger orders.
import type {
  AccountStream,
  Chance,
  Clock,
  ExchangeHint,
  FillReport,
  Log,
  OrderReport,
  StreamNeeds,
} from '@rondo/engine/ports';
import {
  okxAlgoOrderSchema,
  okxBalanceSchema,
  okxOrderSchema,
  okxPositionSchema,
  readOkxRow,
  type OkxFrame,
  type OkxOrder,
  type OkxSchema,
} from '@rondo/protocol';
import { listenerRecheckMs } from '../../limits.ts';
import type { LinkMeter } from '../../meter.ts';
import type { Transport } from '../../transport/transport.ts';
import type { Translated } from '../reads/field-reader.ts';
import type { OrderOwners } from '../reads/order-owners.ts';
import type { OkxPublic } from '../market/public-market.ts';
import type { TickerWatch } from '../market/ticker-stream.ts';
import type { OkxSigner } from '../rest/signer.ts';
import type { ServerClock } from '../rest/server-clock.ts';
import { openOnDemand } from './on-demand.ts';
import { createOkxSocket, type OkxSocket } from './socket.ts';
import {
  toBalanceReport,
  toOrderReport,
  toPositionReport,
  toPushedFill,
  toTriggerReport,
  type InstrumentRules,
} from '../reads/translate.ts';

/** The dependencies of the private streams of one account. `wsBase` ends in /ws/v5. */
export interface SessionDeps {
  readonly wsBase: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly signer: OkxSigner;
  readonly serverClock: ServerClock;
  isKeyRefused(): boolean;
  readonly market: Pick<OkxPublic, 'watchTicker' | 'watchMark' | 'watchInstrument' | 'noteOffGrid'>;
  readonly owners: OrderOwners;
  readonly meter?: LinkMeter;
  /**
   * Called after a subscription with the number of sockets of other programs that listen to the account. While others listen, it is
   * called again after `listenerRecheckMs`.
   */
  readonly onOtherListeners?: (others: number) => void;
  /** Returns the number of open viewer sockets of this account. */
  readonly viewers?: () => number;
}

type Push = Extract<OkxFrame, { kind: 'push' }>;

/** The channel whose listeners are counted. A new subscription to it only causes one more balance. */
const countedArg = { channel: 'account', ccy: 'USDT' };
const privateArgs = [{ channel: 'orders', instType: 'SWAP' }, { channel: 'positions', instType: 'SWAP' }, countedArg];
const triggerArgs = [{ channel: 'orders-algo', instType: 'SWAP' }];

/**
 * Opens the streams. The hints `connected` and `disconnected` are only about the private socket. The next snapshot
 * contains the changes of trigger orders that were not pushed. The socket of trigger orders is open only while the
 * account needs it, because the number of handshakes from an IP address is limited. Rows of instruments that are not
 * watched are dropped.
 */
export function openSession(
  deps: SessionDeps,
  { instruments, needs: firstNeeds }: { readonly instruments: readonly InstrumentRules[]; readonly needs: StreamNeeds },
  hear: (hint: ExchangeHint) => void,
): AccountStream {
  const rules = new Map<string, InstrumentRules>();
  const tickers = new Map<string, TickerWatch>();
  const others = new Map<string, readonly { close(): void }[]>();
  let needs = firstNeeds;
  const read = createPushReader(deps, rules, hear);
  const main = openMainSocket(deps, read, { hear, isManaged: () => needs.isManaged });
  const triggers = openOnDemand(deps.clock, () => openTriggerSocket(deps, read, hear));

  function watch(instrument: InstrumentRules): void {
    const { id } = instrument;
    if (rules.get(id) === instrument) return;
    rules.set(id, instrument);
    const before = [tickers.get(id) ?? [], others.get(id) ?? []].flat();
    const ticker = deps.market.watchTicker(instrument, (report) => hear({ kind: 'ticker', ticker: report }));
    ticker.need(needs.prices);
    tickers.set(id, ticker);
    others.set(id, [
      deps.market.watchMark(id, (mark) => hear({ kind: 'mark', mark })),
      deps.market.watchInstrument(id, (report) => hear({ kind: 'instrument', instrument: report })),
    ]);
    for (const watched of before) watched.close();
  }

  function need(next: StreamNeeds): void {
    needs = next;
    triggers.need(next.triggers);
    for (const ticker of tickers.values()) ticker.need(next.prices);
  }

  for (const instrument of instruments) watch(instrument);
  need(firstNeeds);
  return {
    watch,
    need,
    deliverTickers() {
      for (const ticker of tickers.values()) ticker.deliver();
    },
    close() {
      deps.meter?.socketDown('closed');
      main.close();
      triggers.close();
      for (const watched of [...tickers.values(), ...[...others.values()].flat()]) watched.close();
    },
  };
}

function openMainSocket(
  deps: SessionDeps,
  read: (push: Push) => void,
  { hear, isManaged }: { readonly hear: (hint: ExchangeHint) => void; readonly isManaged: () => boolean },
): OkxSocket {
  const { clock, onOtherListeners, viewers = () => 0 } = deps;
  let recheck: { cancel(): void } | null = null;
  const socket = createOkxSocket({
    ...privateSocket(deps, read),
    url: `${deps.wsBase}/private`,
    onListeners(channel, count) {
      if (channel !== countedArg.channel) return;
      const others = Math.max(0, count - viewers());
      recheck?.cancel();
      recheck = others === 0 ? null : clock.after(listenerRecheckMs, subscribeAgain);
      onOtherListeners?.(others);
    },
    urgency: () => (isManaged() ? 'managed' : 'private'),
    args: privateArgs,
    onReady() {
      deps.meter?.socketReady();
      hear({ kind: 'connected' });
    },
    onDown(cause) {
      deps.meter?.socketDown(cause);
      hear({ kind: 'disconnected', cause });
    },
  });
  // The exchange counts the listeners only after a subscription.
  function subscribeAgain(): void {
    socket.unwant(countedArg);
    socket.want(countedArg);
  }
  return {
    ...socket,
    close() {
      recheck?.cancel();
      socket.close();
    },
  };
}

function openTriggerSocket(
  deps: SessionDeps,
  read: (push: Push) => void,
  hear: (hint: ExchangeHint) => void,
): OkxSocket {
  return createOkxSocket({
    ...privateSocket(deps, read),
    url: `${deps.wsBase}/business`,
    urgency: () => 'business',
    args: triggerArgs,
    onReady: () => hear({ kind: 'triggersConnected' }),
    onDown: () => undefined,
  });
}

function privateSocket(deps: SessionDeps, read: (push: Push) => void) {
  const { signer, serverClock, transport, clock, chance, log, meter } = deps;
  return {
    transport,
    clock,
    chance,
    log,
    login: { signer, serverClock, isKeyRefused: () => deps.isKeyRefused() },
    onPush(push: Push): void {
      meter?.message();
      read(push);
    },
  };
}

function createPushReader(
  deps: SessionDeps,
  rules: ReadonlyMap<string, InstrumentRules>,
  hear: (hint: ExchangeHint) => void,
): (push: Push) => void {
  function keep<T>(translated: Translated<T>): T | null {
    if (translated.ok) return translated.value;
    deps.log.write('warn', 'okx.push.untranslatable', { cause: translated.cause });
    if (translated.offGrid !== undefined) deps.market.noteOffGrid(translated.offGrid);
    return null;
  }

  function rowsOf<T extends { readonly instId: string }>(
    push: Push,
    row: OkxSchema<T>,
  ): readonly { readonly row: T; readonly own: InstrumentRules }[] {
    return readPush(deps.log, push, row).flatMap((one) => {
      const own = rules.get(one.instId);
      return own === undefined ? [] : [{ row: one, own }];
    });
  }

  return (push) => {
    switch (push.arg.channel) {
      case 'orders':
        for (const { row, own } of rowsOf(push, okxOrderSchema)) {
          const order = keep(toOrderReport(row, own));
          const fill = keep(toPushedFill(row, own));
          if (order !== null) hear(hintOfOrder(deps.owners, row, { order, fill }));
        }
        return;
      case 'orders-algo':
        for (const { row, own } of rowsOf(push, okxAlgoOrderSchema)) {
          const order = keep(toTriggerReport(row, own));
          if (order !== null) hear({ kind: 'order', order, fill: null });
        }
        return;
      case 'positions': {
        const rows = rowsOf(push, okxPositionSchema).filter(({ row }) => row.mgnMode !== 'isolated');
        const positions = rows.flatMap(({ row, own }) => keep(toPositionReport(row, own)) ?? []);
        hear({ kind: 'positions', positions });
        return;
      }
      case 'account':
        for (const row of readPush(deps.log, push, okxBalanceSchema)) {
          const balance = keep(toBalanceReport(row));
          if (balance !== null && row.details.some((detail) => detail.ccy === 'USDT'))
            hear({ kind: 'balance', balance });
        }
        return;
      default:
        deps.log.write('debug', 'okx.push.unrecognised', { channel: push.arg.channel });
    }
  };
}

// Returns the hint about an order. An order that a trigger order created gets the client id of the trigger order.
function hintOfOrder(
  owners: OrderOwners,
  row: OkxOrder,
  { order, fill }: { readonly order: OrderReport; readonly fill: FillReport | null },
): ExchangeHint {
  if (row.clOrdId === '' && row.algoClOrdId !== '') owners.remember(row.ordId, row.algoClOrdId);
  const clientId = row.clOrdId || row.algoClOrdId || (owners.known(row.ordId) ?? '');
  // The client id of the trigger order is not known yet. Without the client id, the fill would be applied to no bot, so
  // the hint only requests a snapshot.
  if (clientId === '' && row.algoId !== '') return { kind: 'unattributedOrder' };
  const trigger = row.clOrdId === '' && clientId !== '';
  return { kind: 'order', order: { ...order, clientId, trigger }, fill: fill && { ...fill, clientId } };
}

// Unreadable rows are logged and dropped, because the next snapshot contains the same data.
function readPush<T>(log: Log, push: Push, row: OkxSchema<T>): readonly T[] {
  return push.data.flatMap((one) => {
    const result = readOkxRow(row, one);
    if (result.success) return [result.data];
    const issue = result.error.issues[0];
    log.write('warn', 'okx.push.unreadable', {
      channel: push.arg.channel,
      cause: `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
    });
    return [];
  });
}
