// The journal in memory, for simulations. It has the transactions and the constraints of the journal in PostgreSQL (decision 40).
import type {
  AccountJournal,
  BillReport,
  BotEventRow,
  BotFreeze,
  BotLogRow,
  BotRow,
  BotCheckpoint,
  BotView,
  BotWaits,
  Clock,
  FactBatch,
  FactResult,
  IntentRow,
  IntentState,
  Journal,
  StoredEvent,
  JournalOptions,
  UnreadableRowFact,
} from '@rondo/engine/ports';

/** A stored fill. */
type StoredFill = FactBatch['fills'][number];

/** All stored records. Checkers may only read the records. */
export type JournalContents = {
  readonly bots: ReadonlyMap<string, BotRow>;
  readonly intents: ReadonlyMap<string, IntentRow>;
  /** The ids of the place intents of each client id, in the sequence of their commits. */
  readonly placesByClientId: ReadonlyMap<string, readonly string[]>;
  /** The ids of all intents of each bot, in the sequence of their commits. */
  readonly intentsByBot: ReadonlyMap<string, readonly string[]>;
  readonly fills: ReadonlyMap<string, StoredFill>;
  readonly unreadableRows: ReadonlyMap<string, UnreadableRowFact>;
  readonly bills: ReadonlyMap<string, BillReport & { readonly botId: string | null }>;
  readonly events: ReadonlyMap<string, readonly BotEventRow[]>;
  readonly views: ReadonlyMap<string, BotView>;
  readonly logs: readonly BotLogRow[];
};

/** The journal of all nodes. */
export type MemoryJournal = {
  /** Returns the journal of one node. A lease belongs to one node. */
  connect(node: string): Journal;
  /** Frees the leases of a node immediately. PostgreSQL also frees the leases of a crashed node, when its connection is lost. */
  disconnect(node: string): void;
  /** Returns the node whose lease of the account has not expired. Returns null when no node has the lease. */
  holderOf(accountId: string): string | null;
  addBot(row: BotRow): void;
  /** Returns a journal with a copy of all present records, like a database that was restored from a backup. */
  copy(): MemoryJournal;
  readonly contents: JournalContents;
};

type Lease = { node: string; epoch: bigint; expiresAt: number };

type Tables = {
  readonly bots: Map<string, BotRow>;
  readonly intents: Map<string, IntentRow>;
  readonly openIntentIds: Set<string>;
  readonly cancelled: Set<string>; // The client ids that have a cancel intent.
  readonly placesByClientId: Map<string, string[]>;
  readonly intentsByBot: Map<string, string[]>;
  readonly fills: Map<string, StoredFill>;
  readonly unreadableRows: Map<string, UnreadableRowFact>; // The key is the account, the list and the key of the row.
  readonly bills: Map<string, BillReport & { readonly botId: string | null }>;
  readonly events: Map<string, BotEventRow[]>;
  readonly eventKeys: Map<string, Set<string>>; // The key is the bot id.
  readonly views: Map<string, BotView>;
  readonly logs: BotLogRow[];
  readonly waits: Map<string, BotWaits & { readonly epoch: bigint }>;
  readonly checkpoints: Map<string, readonly BotCheckpoint[]>; // The two newest checkpoints of each bot, with the newest first.
  readonly leases: Map<string, Lease>;
  readonly cursors: Map<string, { fill: string | null; bill: string | null }>;
};

const finalStates: ReadonlySet<IntentState> = new Set(['filled', 'cancelled', 'rejected', 'done']);
const openStates: ReadonlySet<string> = new Set(['sent', 'live', 'partiallyFilled', 'unknown']);

/** Returns an empty journal whose leases use the time of this clock. */
export function createMemoryJournal(clock: Pick<Clock, 'now'>): MemoryJournal {
  const tables: Tables = {
    bots: new Map(),
    intents: new Map(),
    openIntentIds: new Set(),
    cancelled: new Set(),
    placesByClientId: new Map(),
    intentsByBot: new Map(),
    fills: new Map(),
    bills: new Map(),
    unreadableRows: new Map(),
    events: new Map(),
    eventKeys: new Map(),
    views: new Map(),
    logs: [],
    waits: new Map(),
    checkpoints: new Map(),
    leases: new Map(),
    cursors: new Map(),
  };
  return journalOf(tables, clock);
}

function journalOf(tables: Tables, clock: Pick<Clock, 'now'>): MemoryJournal {
  return {
    connect: (node) => connect(tables, clock, node),
    disconnect(node) {
      for (const lease of tables.leases.values()) if (lease.node === node) lease.expiresAt = clock.now();
    },
    holderOf(accountId) {
      const lease = tables.leases.get(accountId);
      return lease !== undefined && lease.expiresAt > clock.now() ? lease.node : null;
    },
    addBot(row) {
      if (isSlotTaken(tables, row))
        throw new Error(`The bot ${row.botId} has the id, the number or the instrument of another bot.`);
      tables.bots.set(row.botId, row);
    },
    copy: () => journalOf(structuredClone(tables), clock),
    contents: tables,
  };
}

function connect(tables: Tables, clock: Pick<Clock, 'now'>, node: string): Journal {
  const holds = (accountId: string, epoch: bigint): boolean => {
    const lease = tables.leases.get(accountId);
    return lease !== undefined && lease.node === node && lease.epoch === epoch && lease.expiresAt > clock.now();
  };
  return {
    async acquire(accountId, ttlMs) {
      const lease = tables.leases.get(accountId);
      if (lease !== undefined && lease.node !== node && lease.expiresAt > clock.now()) return null;
      const epoch = (lease?.epoch ?? 0n) + 1n;
      tables.leases.set(accountId, { node, epoch, expiresAt: clock.now() + ttlMs });
      return lease === undefined ? { epoch } : { epoch, heldUntil: lease.expiresAt };
    },
    async renew(leases, ttlMs) {
      const renewed = leases.filter(({ accountId, epoch }) => holds(accountId, epoch));
      for (const { accountId, epoch } of renewed)
        tables.leases.set(accountId, { node, epoch, expiresAt: clock.now() + ttlMs });
      return new Set(renewed.map(({ accountId }) => accountId));
    },
    async release(accountId, epoch) {
      if (holds(accountId, epoch)) tables.leases.set(accountId, { node, epoch, expiresAt: clock.now() });
    },
    load: async (accountId, options) => load(tables, accountId, options),
    async readEvents(botId, { after, upTo, limit }) {
      return (tables.events.get(botId) ?? []).slice(after, Math.min(upTo, after + limit));
    },
    async dropCheckpoints(botId) {
      tables.checkpoints.delete(botId);
    },
    async knownClientIds(accountId, clientIds) {
      const isOwn = ({ slot }: IntentRow): boolean => tables.bots.get(slot.botId)?.accountId === accountId;
      const own = new Set([...tables.intents.values()].filter(isOwn).map(({ clientId }) => clientId));
      return new Set(clientIds.filter((clientId) => own.has(clientId)));
    },
    clientIdsOfOthers: async (orders) =>
      new Set(orders.map(({ clientId }) => clientId).filter((clientId) => tables.placesByClientId.has(clientId))),
    async commitIntents(accountId, epoch, intents) {
      if (!holds(accountId, epoch)) return 'fenced';
      for (const intent of intents) checkIntent(tables, intent);
      for (const intent of intents) storeIntent(tables, intent);
      return 'committed';
    },
    async applyFacts(batch) {
      const { accountId, commands } = batch;
      const isFenced = commands !== undefined && !holds(accountId, batch.epoch);
      return applyFacts(tables, batch, { intents: isFenced ? [] : (commands ?? []), isFenced });
    },
  };
}

function load(tables: Tables, accountId: string, options: JournalOptions): AccountJournal {
  const rows = [...tables.bots.values()].filter(
    (row) => row.accountId === accountId && tables.views.get(row.botId)?.status !== 'completed',
  );
  const active = new Set(rows.map((row) => row.botId));
  const open = [...tables.openIntentIds].flatMap((id) => tables.intents.get(id) ?? []);
  const openHere = open.filter((intent) => active.has(intent.slot.botId));
  const cursor = tables.cursors.get(accountId);
  return {
    accountId,
    epoch: tables.leases.get(accountId)?.epoch ?? 0n,
    bots: rows.map((row) => ({
      row,
      ...foldOf(tables, row.botId, options),
      waits: tables.waits.get(row.botId)?.body ?? '',
      frozenCloses: frozenClosesOf(tables, row.botId),
    })),
    openIntents: openHere,
    reportedFills: reportedFillsOf(tables, accountId, openHere),
    cancelledClientIds: [...new Set(openHere.map(({ clientId }) => clientId))].filter((id) => tables.cancelled.has(id)),
    outsideFills: [...tables.fills].flatMap(([key, fill]) => {
      const isHere = key.startsWith(`${accountId}:`) && fill.botId === null;
      return isHere && rows.some((row) => row.instrumentId === fill.instrumentId && row.createdAt <= fill.at)
        ? [fill]
        : [];
    }),
    unappliedFills: [...tables.fills].flatMap(([key, fill]) => {
      const isOwn = key.startsWith(`${accountId}:`) && fill.botId !== null && active.has(fill.botId);
      const eventKey = `fill:${fill.instrumentId}:${fill.fillId}`;
      const isApplied = isOwn && tables.eventKeys.get(fill.botId)?.has(eventKey);
      return isOwn && isApplied !== true ? [fill] : [];
    }),
    unreadableRows: [...tables.unreadableRows].flatMap(([key, row]) => {
      const isHere = key.startsWith(`${accountId}:`) && rows.some((bot) => concerns(bot, row));
      return isHere ? [row] : [];
    }),
    fillCursor: cursor?.fill ?? null,
    billCursor: cursor?.bill ?? null,
  };
}

function foldOf(tables: Tables, botId: string, options: JournalOptions) {
  const all = tables.events.get(botId) ?? [];
  const stored = tables.checkpoints.get(botId) ?? [];
  const checkpoint = stored.find((each) => each.foldVersion === options.foldVersion) ?? null;
  const after = checkpoint?.position ?? 0;
  return {
    checkpoint,
    recentKeys: all.slice(Math.max(0, after - options.keys), after).map(({ key }) => key),
    events: all.slice(after, after + options.events),
    lastPosition: all.length,
  };
}

function reportedFillsOf(tables: Tables, accountId: string, open: readonly IntentRow[]): readonly StoredFill[] {
  const clientIds = new Set(open.filter(({ verb }) => verb === 'place').map(({ clientId }) => clientId));
  return [...tables.fills].flatMap(([key, fill]) => {
    if (fill.botId === null || !clientIds.has(fill.clientId) || !key.startsWith(`${accountId}:`)) return [];
    return tables.eventKeys.get(fill.botId)?.has(`fill:${fill.instrumentId}:${fill.fillId}`) === true ? [fill] : [];
  });
}

function concerns({ instrumentId, createdAt }: BotRow, row: UnreadableRowFact): boolean {
  return row.instrumentId === instrumentId && (row.at === null || row.at >= createdAt);
}

function frozenClosesOf(tables: Tables, botId: string): number {
  const intents = (tables.intentsByBot.get(botId) ?? []).flatMap((id) => tables.intents.get(id) ?? []);
  return intents.filter(({ slot, verb }) => slot.round === 0 && verb === 'place').length;
}

function isSlotTaken(tables: Tables, row: BotRow): boolean {
  return [...tables.bots.values()].some((other) => {
    const isActive = tables.views.get(other.botId)?.status !== 'completed';
    return (
      other.botId === row.botId ||
      other.botNumber === row.botNumber ||
      (isActive && other.accountId === row.accountId && other.instrumentId === row.instrumentId)
    );
  });
}

function checkIntent(tables: Tables, intent: IntentRow): void {
  if (tables.intents.has(intent.id)) throw new Error(`The intent ${intent.id} already exists.`);
  if (!tables.bots.has(intent.slot.botId)) throw new Error(`The intent ${intent.id} names an unknown bot.`);
  if (intent.verb !== 'place') return;
  for (const id of tables.placesByClientId.get(intent.clientId) ?? []) {
    if (tables.intents.get(id)?.payloadHash !== intent.payloadHash)
      throw new Error(`The client id ${intent.clientId} would name two different orders.`);
  }
}

function storeIntent(tables: Tables, intent: IntentRow): void {
  changeIntent(tables, intent);
  append(tables.intentsByBot, intent.slot.botId, intent.id);
  if (intent.verb === 'place') append(tables.placesByClientId, intent.clientId, intent.id);
  if (intent.verb === 'cancel') tables.cancelled.add(intent.clientId);
}

function changeIntent(tables: Tables, intent: IntentRow): void {
  tables.intents.set(intent.id, intent);
  if (openStates.has(intent.state)) tables.openIntentIds.add(intent.id);
  else tables.openIntentIds.delete(intent.id);
}

// The rules of the statement of the store: a report of an open state changes no finished command, and no command of an account that another node has taken.
function isAccepted(
  tables: Tables,
  { accountId, epoch }: FactBatch,
  { before, after }: { readonly before: IntentState; readonly after: IntentState },
): boolean {
  if (finalStates.has(after)) return true;
  return !finalStates.has(before) && (tables.leases.get(accountId)?.epoch ?? 0n) <= epoch;
}

function append<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

type Accepted = { readonly intents: readonly IntentRow[]; readonly isFenced: boolean };

// The function works like a transaction: it checks the events and intents before the first write.
function applyFacts(tables: Tables, batch: FactBatch, { intents, isFenced }: Accepted): FactResult {
  const newEvents = batch.events.filter((event) => storedAt(tables, event)?.key !== event.key);
  const knownEvents = newEvents.filter(({ botId, key }) => keysOf(tables, botId).has(key)).map(identityOf);
  const altered = batch.events.find(
    (event) => !newEvents.includes(event) && storedAt(tables, event)?.body !== event.body,
  );
  if (knownEvents.length > 0 || altered !== undefined)
    return { newFillIds: [], knownEvents, alteredEvent: altered === undefined ? null : identityOf(altered), isFenced };
  for (const intent of intents) checkIntent(tables, intent);
  checkEvents(tables, newEvents);
  for (const change of batch.intents)
    if (!tables.intents.has(change.id)) throw new Error(`The intent ${change.id} does not exist.`);
  for (const intent of intents) storeIntent(tables, intent);
  const newFillIds: string[] = [];
  for (const fill of batch.fills) {
    const key = `${batch.accountId}:${fill.instrumentId}:${fill.fillId}`;
    if (tables.fills.has(key)) continue;
    tables.fills.set(key, fill);
    newFillIds.push(fill.fillId);
  }
  for (const bill of batch.bills) if (!tables.bills.has(bill.billId)) tables.bills.set(bill.billId, bill);
  for (const row of batch.unreadableRows) {
    const key = `${batch.accountId}:${row.list}:${row.rowKey}`;
    if (!tables.unreadableRows.has(key)) tables.unreadableRows.set(key, row);
  }
  for (const event of newEvents) {
    append(tables.events, event.botId, event);
    keysOf(tables, event.botId).add(event.key);
  }
  for (const { id, state, evidence } of batch.intents) {
    const intent = tables.intents.get(id);
    if (intent !== undefined && isAccepted(tables, batch, { before: intent.state, after: state }))
      changeIntent(tables, { ...intent, state, evidence });
  }
  tables.logs.push(...batch.logs);
  for (const each of batch.waits)
    if (batch.epoch >= (tables.waits.get(each.botId)?.epoch ?? 0n))
      tables.waits.set(each.botId, { ...each, epoch: batch.epoch });
  for (const each of batch.checkpoints) {
    const [newest = null] = tables.checkpoints.get(each.botId) ?? [];
    tables.checkpoints.set(each.botId, newest === null ? [each] : [each, newest]);
  }
  for (const view of batch.views) tables.views.set(view.botId, view);
  for (const freeze of batch.freezes) applyFreeze(tables, freeze);
  const cursor = tables.cursors.get(batch.accountId) ?? { fill: null, bill: null };
  const later = (stored: string | null, next: string | null): string | null =>
    next === null || (stored !== null && batch.compareCursor(stored, next) >= 0) ? stored : next;
  tables.cursors.set(batch.accountId, {
    fill: later(cursor.fill, batch.fillCursor),
    bill: later(cursor.bill, batch.billCursor),
  });
  return { newFillIds, knownEvents: [], alteredEvent: null, isFenced };
}

function applyFreeze(tables: Tables, { botId, reason, at, hasEnded }: BotFreeze): void {
  const view = tables.views.get(botId);
  if (view !== undefined) {
    const end = hasEnded ? ({ status: 'completed', endedAt: at } as const) : {};
    tables.views.set(botId, { ...view, ...end, phase: 'error', endReason: reason, updatedAt: at });
  }
  if (hasEnded) endFrozen(tables, botId);
  const messageKey = 'bots.log.failed';
  const isKnown = tables.logs.some(
    (line) => line.botId === botId && line.messageKey === messageKey && line.parameters['reason'] === reason,
  );
  if (!isKnown) tables.logs.push({ botId, type: 'ERROR', messageKey, parameters: { reason }, at });
}

function endFrozen(tables: Tables, botId: string): void {
  for (const id of tables.intentsByBot.get(botId) ?? []) {
    const intent = tables.intents.get(id);
    if (intent === undefined || !openStates.has(intent.state)) continue;
    const hasFill = [...tables.fills.values()].some((fill) => fill.clientId === intent.clientId);
    const state = intent.verb !== 'place' ? 'done' : hasFill ? 'filled' : 'cancelled';
    changeIntent(tables, { ...intent, state, evidence: 'frozen bot ended' });
  }
}

function storedAt(tables: Tables, { botId, position }: BotEventRow): BotEventRow | undefined {
  return tables.events.get(botId)?.[position - 1];
}

function identityOf({ botId, key }: BotEventRow): StoredEvent {
  return { botId, key };
}

function checkEvents(tables: Tables, events: readonly BotEventRow[]): void {
  const last = new Map<string, number>();
  for (const event of events) {
    const stored = tables.events.get(event.botId) ?? [];
    const before = last.get(event.botId) ?? stored.length;
    if (event.position !== before + 1)
      throw new Error(`The event ${event.position} of the bot ${event.botId} does not follow the event ${before}.`);
    last.set(event.botId, event.position);
  }
}

function keysOf(tables: Tables, botId: string): Set<string> {
  const known = tables.eventKeys.get(botId) ?? new Set<string>();
  tables.eventKeys.set(botId, known);
  return known;
}
