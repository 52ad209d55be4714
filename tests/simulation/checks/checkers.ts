// Checks the invariants of reliability 3.3. The checks read the data of the exchange and of the journal, and never the memory of the engine.
import { parseClientOrderId, type IntentRow, type Journal, type KeyedHash, type ParsedClientId } from '@rondo/engine';
import { decodeEvent } from '@rondo/strategy';
import type { JournalContents } from '@rondo/testkit';
import { checkHeldEntry, noteHold, type HeldBots } from './held-bots.ts';
import type { CheckedBot, Roster } from './roster.ts';
import { isLive, type TrueFill, type TrueMarket, type TrueOrder, type Truth } from './truth.ts';

export type Violation = { readonly invariant: string; readonly at: number; readonly text: string };

export type CheckContext = {
  readonly journal: JournalContents;
  readonly keyedHash: KeyedHash;
  readonly roster: Roster;
  readonly truth: Pick<Truth, 'hasFill' | 'billsByAccount' | 'withdrawsSince'>;
  readonly seen: Seen;
  /** The secrets of all accounts, which no log and no record may contain (I30). */
  readonly secrets: readonly string[];
  readonly now: () => number;
  readonly report: (violation: Violation) => void;
};

/** What the checkers have seen so far in a run, so that no check reads all records again. */
type Seen = {
  /** The orders of each round: the key is the market, then the number of the bot with the number of the round. */
  readonly rounds: Map<TrueMarket, Map<string, Map<string, TrueOrder>>>;
  /** The lots of all stored fills of a market, with the sign of their side. The key is the account and the instrument. */
  readonly bookedLots: Map<string, bigint>;
  readonly stoppedBots: Set<string>;
  readonly heldBots: HeldBots;
  /** The rounds that have an intent. The key is the bot and the number of the round. */
  readonly begunRounds: Set<string>;
  /** The number of final refusals that the engine received. The key is the slot. */
  readonly refusals: Map<string, number>;
};

/** Returns the records of a run that has not begun. */
export function nothingSeen(): Seen {
  return {
    rounds: new Map(),
    bookedLots: new Map(),
    stoppedBots: new Set(),
    heldBots: new Map(),
    begunRounds: new Set(),
    refusals: new Map(),
  };
}

/** A fill must be in the journal at most this number of milliseconds after the fill at the exchange. */
const positionLagMs = 20_000;

const fail = (context: CheckContext, invariant: string, text: string): void =>
  context.report({ invariant, at: context.now(), text });

const slots = new Map<string, ParsedClientId | null>();
/** The parsed client ids are cached, because every order is checked after every change. */
const cachedSlotsMax = 100_000;

/** Returns the parsed client id of an order, or null when the order is not ours. */
export function slotOf(context: Pick<CheckContext, 'keyedHash'>, clientId: string): ParsedClientId | null {
  const known = slots.get(clientId);
  if (known !== undefined) return known;
  const slot = parseClientOrderId(clientId, context.keyedHash);
  if (slots.size >= cachedSlotsMax) slots.clear();
  slots.set(clientId, slot);
  return slot;
}

const slotText = (slot: ParsedClientId): string => `${slot.botNumber}/${slot.round}/${slot.kind}/${slot.step}`;

/** Checks I01, I02, I03, I05, I08, I11, I12 and I16 after a change in a market of the exchange. */
export function checkExchange(context: CheckContext, changed: ReturnType<Truth['follow']>): void {
  for (const [market, { orders, fills }] of changed) {
    checkOwners(context, orders);
    for (const [round, ofRound] of noteOrders(context, market, orders)) {
      checkSlots(context, ofRound);
      checkPlannedSize(context, ofRound);
      checkMonotone(context, round, ofRound);
    }
    const bot = context.roster.inMarket(market);
    if (bot !== undefined) checkReducing(context, bot, fills);
  }
}

type RoundOrders = ReadonlyMap<string, TrueOrder>;

// Adds the changed orders to their rounds. Returns the orders of each changed round.
function noteOrders(
  context: CheckContext,
  market: TrueMarket,
  changed: readonly TrueOrder[],
): ReadonlyMap<string, RoundOrders> {
  const rounds = context.seen.rounds.get(market) ?? new Map<string, Map<string, TrueOrder>>();
  context.seen.rounds.set(market, rounds);
  const touched = new Map<string, RoundOrders>();
  for (const order of changed) {
    const slot = slotOf(context, order.clOrdId);
    if (slot === null) continue;
    const name = `${slot.botNumber}/${slot.round}`;
    const orders = rounds.get(name) ?? new Map<string, TrueOrder>();
    orders.set(order.ordId, order);
    rounds.set(name, orders);
    touched.set(name, orders);
  }
  return touched;
}

// The client id of an order of the engine contains a bot number. The order must be in the account and on the instrument of this bot.
function checkOwners(context: CheckContext, orders: readonly TrueOrder[]): void {
  for (const order of orders) {
    const slot = slotOf(context, order.clOrdId);
    if (slot === null) continue;
    const bot = context.roster.byNumber(slot.botNumber);
    if (bot?.venueAccount !== order.accountId || bot.config.instrument.id !== order.instId)
      fail(context, 'I16', `order ${order.clOrdId} is in the wrong market ${order.accountId}/${order.instId}`);
  }
}

function checkSlots(context: CheckContext, orders: RoundOrders): void {
  const live = new Map<string, string>();
  const byClientId = new Map<string, string>();
  for (const order of orders.values()) {
    const slot = slotOf(context, order.clOrdId);
    if (slot === null) continue;
    const twin = byClientId.get(order.clOrdId);
    if (twin !== undefined) fail(context, 'I05', `client id ${order.clOrdId} names two orders`);
    byClientId.set(order.clOrdId, order.ordId);
    if (!isLive(order)) continue;
    const name = slotText(slot);
    if (live.has(name)) fail(context, slot.kind === 'entry' ? 'I01' : 'I02', `slot ${name} has two live orders`);
    live.set(name, order.ordId);
  }
}

// Checks for each step that the open size plus the resting size does not exceed the planned size. The planned size is the size of the first
// entry order of the step, or of a larger IOC entry order.
function checkPlannedSize(context: CheckContext, orders: RoundOrders): void {
  const entries = new Map<string, { planned: bigint; filled: bigint; resting: bigint; exited: bigint }>();
  const ordered = [...orders.values()].sort((a, b) => a.seq - b.seq);
  for (const order of ordered) {
    const slot = slotOf(context, order.clOrdId);
    if (slot === null || (slot.kind !== 'entry' && slot.kind !== 'takeProfit')) continue;
    const name = `${slot.botNumber}/${slot.round}/${slot.step}`;
    const sums = entries.get(name) ?? { planned: 0n, filled: 0n, resting: 0n, exited: 0n };
    entries.set(name, sums);
    if (slot.kind === 'takeProfit') {
      sums.exited += order.filledLots;
      continue;
    }
    if (order.ordType === 'ioc' || sums.planned === 0n)
      sums.planned = sums.planned > order.lots ? sums.planned : order.lots;
    sums.filled += order.filledLots;
    if (isLive(order)) sums.resting += order.lots - order.filledLots;
  }
  for (const [name, sums] of entries) {
    if (sums.filled - sums.exited + sums.resting > sums.planned)
      fail(context, 'I03', `the open and the resting size of step ${name} exceed the planned ${sums.planned} lots`);
  }
}

function checkMonotone(context: CheckContext, round: string, orders: RoundOrders): void {
  const prices = new Map<number, bigint>();
  let bot: CheckedBot | undefined;
  for (const order of orders.values()) {
    const slot = slotOf(context, order.clOrdId);
    if (slot === null || slot.kind !== 'entry' || slot.step < 2 || order.ticks === undefined) continue;
    bot ??= context.roster.byNumber(slot.botNumber);
    prices.set(slot.step, order.ticks);
  }
  const steps = [...prices].sort(([a], [b]) => a - b);
  for (let index = 1; index < steps.length; index += 1) {
    const [before, after] = [steps[index - 1]?.[1] ?? 0n, steps[index]?.[1] ?? 0n];
    if (bot?.config.direction === 'long' ? after >= before : after <= before)
      fail(context, 'I11', `the ladder of ${round} is not monotone`);
  }
}

function checkReducing(context: CheckContext, bot: CheckedBot, fills: readonly TrueFill[]): void {
  const { direction } = bot.config;
  let position =
    bot.market.position - fills.reduce((sum, fill) => sum + (fill.side === 'buy' ? fill.lots : -fill.lots), 0n);
  for (const fill of fills) {
    const after = position + (fill.side === 'buy' ? fill.lots : -fill.lots);
    const slot = slotOf(context, fill.clOrdId);
    const isExit = slot !== null && slot.kind !== 'entry';
    if (isExit && (magnitude(after) > magnitude(position) || after * position < 0n))
      fail(context, 'I08', `exit ${fill.clOrdId} moved the position from ${position} to ${after}`);
    if (slot !== null && (direction === 'long' ? after < 0n : after > 0n))
      fail(context, 'I12', `a ${direction} bot has the position ${after}`);
    position = after;
  }
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/** Checks I04, I07 and I10 for an order that arrives at the exchange. */
export function checkArrival(context: CheckContext, row: Readonly<Record<string, unknown>>): void {
  const clientId = field(row, 'clOrdId');
  const [intentId] = context.journal.placesByClientId.get(clientId) ?? [];
  const intent = intentId === undefined ? undefined : context.journal.intents.get(intentId);
  if (intent === undefined) return fail(context, 'I04', `order ${clientId} arrived without a committed intent`);
  const bot = context.roster.byId(intent.slot.botId);
  if (bot === undefined) return fail(context, 'I04', `order ${clientId} belongs to an unknown bot`);
  const { tickSz, lotSz } = bot.config.instrument;
  checkPlain(context, row, { intent, tickUnits: tickSz.scale, lotUnits: lotSz.scale });
  const slot = slotOf(context, clientId);
  if (slot !== null && slot.kind === 'entry') checkGate(context, bot, intent);
}

function checkPlain(
  context: CheckContext,
  row: Readonly<Record<string, unknown>>,
  of: { readonly intent: IntentRow; readonly tickUnits: number; readonly lotUnits: number },
): void {
  const plain = /^\d+(\.\d+)?$/;
  const size = field(row, 'sz');
  const price = field(row, 'px') === '' ? null : field(row, 'px');
  if (!plain.test(size) || (price !== null && !plain.test(price)))
    return fail(context, 'I10', `size ${size} or price ${price} is not a plain decimal`);
  const lots = unitsOf(size, of.lotUnits);
  const ticks = price === null ? null : unitsOf(price, of.tickUnits);
  if (lots === null || lots < 1n || (price !== null && ticks === null))
    return fail(context, 'I10', `size ${size} or price ${price} is not a multiple of the lot or tick size`);
  const payload = JSON.parse(of.intent.payload) as { lots: string; price: string | null; side: string }; // The engine has written this payload for this order.
  const isEqual =
    payload.lots === lots.toString() &&
    (payload.price ?? null) === (ticks?.toString() ?? null) &&
    payload.side === row['side'];
  if (!isEqual) fail(context, 'I04', `order ${of.intent.clientId} differs from its intent`);
}

// Converts a decimal text to a count of units of 10^-digits. Returns null when the number is not a multiple of this unit.
function unitsOf(text: string, digits: number): bigint | null {
  const [whole = '0', part = ''] = text.split('.');
  const kept = part.replace(/0+$/, '');
  return kept.length > digits ? null : BigInt(whole + kept.padEnd(digits, '0'));
}

function checkGate(context: CheckContext, bot: CheckedBot, intent: IntentRow): void {
  const { journal } = context;
  const { positions } = bot.market;
  const others = (journal.intentsByBot.get(bot.botId) ?? []).flatMap((id) => {
    const each = journal.intents.get(id);
    return each?.verb === 'place' && each.clientId !== intent.clientId ? [each] : [];
  });
  // An entry is a violation only when the unknown order was sent more than `positionLagMs` before the entry.
  if (
    others.some(
      (each) =>
        each.state === 'unknown' && each.evidence !== 'proven absent' && each.sentAt < intent.sentAt - positionLagMs,
    )
  )
    fail(context, 'I07', `entry ${intent.clientId} was sent while another order had an unknown outcome`);
  const booked = context.seen.bookedLots.get(`${bot.accountId}:${bot.config.instrument.id}`) ?? 0n;
  const since = context.now() - positionLagMs;
  const first = positions.findLastIndex((each) => each.at < since);
  const recent = positions.slice(Math.max(0, first));
  if (!recent.some((each) => each.lots === booked))
    fail(
      context,
      'I07',
      `entry ${intent.clientId} was sent while the journal had the position ${booked} and the exchange had another position`,
    );
}

/** Checks I06, I13, I19 and I33 for intents that are about to be committed. */
export function checkCommit(context: CheckContext, intents: readonly IntentRow[], newestEpoch: bigint): void {
  for (const intent of intents) {
    if (intent.epoch < newestEpoch)
      fail(context, 'I06', `intent ${intent.id} of epoch ${intent.epoch} was committed after epoch ${newestEpoch}`);
    checkHeldEntry(context, intent);
    if (intent.verb !== 'place') continue;
    if (context.seen.stoppedBots.has(intent.slot.botId) && intent.slot.kind === 'entry')
      fail(context, 'I13', `entry ${intent.clientId} was written after the stop`);
    checkRoundIsOver(context, intent);
  }
}

/** Records the rounds of intents that were committed. */
export function noteCommit(context: CheckContext, intents: readonly IntentRow[]): void {
  for (const { slot } of intents) context.seen.begunRounds.add(`${slot.botId}/${slot.round}`);
}

function checkRoundIsOver(context: CheckContext, intent: IntentRow): void {
  const { slot } = intent;
  const isFirst = !context.seen.begunRounds.has(`${slot.botId}/${slot.round}`);
  if (!isFirst || slot.kind !== 'entry' || slot.round === 1) return;
  const market = context.roster.byId(slot.botId)?.market;
  if (market === undefined) return;
  if (market.position !== 0n) fail(context, 'I19', `round ${slot.round} begins with a position of ${market.position}`);
  for (const order of market.orders.values()) {
    const other = slotOf(context, order.clOrdId);
    if (other !== null && other.botNumber === slot.botNumber && other.round < slot.round && isLive(order))
      fail(context, 'I19', `round ${slot.round} begins while order ${order.clOrdId} of an earlier round is live`);
  }
}

/** Checks I20 and I22 for stored facts: the stored final state of an order must be the state at the exchange, and each stored fill must exist at the exchange. */
export function checkFacts(
  context: CheckContext,
  batch: {
    readonly intents: readonly { readonly id: string; readonly state: string }[];
    readonly fills: readonly { readonly fillId: string }[];
  },
): void {
  for (const change of batch.intents) {
    const intent = context.journal.intents.get(change.id);
    if (intent === undefined || intent.verb !== 'place') continue;
    const order = orderOf(context, intent);
    // The intents are compared by the sequence of their commits, because the clocks of two machines differ.
    const isSentAgain = context.journal.placesByClientId.get(intent.clientId)?.at(-1) !== intent.id;
    if (isSentAgain) continue;
    const isAbsent = change.state === 'never' || change.state === 'rejected';
    if (isAbsent && order !== undefined)
      fail(context, 'I20', `order ${intent.clientId} is stored as ${change.state}, but exists at the exchange`);
    const isLie = order === undefined || isLive(order) || (change.state === 'cancelled' && order.state === 'filled');
    if ((change.state === 'cancelled' || change.state === 'filled') && isLie)
      fail(
        context,
        'I20',
        `order ${intent.clientId} is stored as ${change.state}, but is ${order?.state ?? 'absent'} at the exchange`,
      );
  }
  for (const fill of batch.fills)
    if (!context.truth.hasFill(fill.fillId))
      fail(context, 'I22', `fill ${fill.fillId} is in the journal, but not at the exchange`);
}

/** Records the new fills, the stops and the holds of facts that were stored. */
export function noteFacts(
  context: CheckContext,
  batch: Parameters<Journal['applyFacts']>[0],
  newFillIds: readonly string[],
): void {
  const { bookedLots, stoppedBots, heldBots } = context.seen;
  const isNew = new Set(newFillIds);
  for (const fill of batch.fills) {
    if (!isNew.delete(fill.fillId)) continue;
    const key = `${batch.accountId}:${fill.instrumentId}`;
    bookedLots.set(key, (bookedLots.get(key) ?? 0n) + (fill.side === 'buy' ? fill.lots : -BigInt(fill.lots)));
  }
  const written = JSON.stringify([batch.intents, batch.logs]);
  if (context.secrets.some((secret) => written.includes(secret)))
    fail(context, 'I30', 'the journal contains a secret of an account');
  for (const { botId, body } of batch.events) {
    const event = decodeEvent(JSON.parse(body));
    if (event.kind === 'stop') stoppedBots.add(botId);
    noteHold(heldBots, botId, event);
  }
}

/** Returns the order of an intent at the exchange. When the intent has placed a trigger order that has triggered, returns the order that the trigger has placed. */
export function orderOf(context: CheckContext, intent: IntentRow): Pick<TrueOrder, 'state' | 'filledLots'> | undefined {
  const market = context.roster.byId(intent.slot.botId)?.market;
  const order = market?.byClientId.get(intent.clientId);
  if (order !== undefined) return order;
  const trigger = [...(market?.triggers.values() ?? [])].find((each) => each.algoClOrdId === intent.clientId);
  if (trigger === undefined) return undefined;
  const made = market?.orders.get(trigger.ordId);
  return made ?? { state: trigger.state === 'live' ? 'live' : 'canceled', filledLots: 0n };
}

// Returns a text field of an order request. A field of another type is returned as an empty text, so that its check fails.
function field(row: Readonly<Record<string, unknown>>, name: string): string {
  const value = row[name];
  return typeof value === 'string' ? value : '';
}
