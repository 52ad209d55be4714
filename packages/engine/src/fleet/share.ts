// The share of this node: which accounts it may take, and which of its accounts it hands over to another node.
import { beatMs, drainBeatMs, leaseTtlMs, soloBeatMs } from '../limits.ts';
import {
  accountsToTake,
  accountToHandOver,
  candidatesOf,
  hasTurn,
  isStarting,
  type HeldAccount,
  type PlacementNode,
} from '../placement/placement.ts';
import { createRendezvous } from '../placement/rendezvous.ts';
import type { Clock, FleetSight, Log, Nodes } from '../ports/index.ts';
import { drainAll, type DrainSight } from './drain.ts';

/** The share as the actor of an account uses it. */
export type AccountShare = {
  /** Returns whether this node may take the lease of the account now. */
  mayTake(accountId: string): boolean;
  /** Stores whether this node has the lease of the account. */
  note(accountId: string, isHeld: boolean): void;
};

/** `isDraining` is true while this node hands all its accounts over. `otherNodes` is the number of other nodes that may own accounts. */
export type ShareFigures = { readonly isDraining: boolean; readonly otherNodes: number };

/** The share of this node. */
export type Share = AccountShare & {
  /** Begins to read the nodes. Later calls change nothing. */
  start(): void;
  /** Reads the nodes now, because an account may have been handed over to this node. */
  look(): void;
  /**
   * Hands all accounts over and takes no account any more. Resolves when no account is left, or when no other node can take
   * an account.
   */
  drain(): Promise<void>;
  figures(): ShareFigures;
  stop(): void;
};

/** The dependencies of the share. */
export type ShareDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly nodes: Nodes;
  /** True when this node may start together with others. It then takes no account before `startTogetherMs` after the start of the oldest node. */
  readonly startsWithOthers: boolean;
  /** Returns whether this engine has an actor for the account. */
  readonly isKnown: (accountId: string) => boolean;
  /** Makes the actor of the account try to take the lease now. */
  readonly take: (accountId: string) => void;
  /**
   * Ends the present pass of the account and releases its lease for the node with this name. Returns false when the lease
   * was not released.
   */
  readonly handOver: (accountId: string, next: string) => Promise<boolean>;
};

/** The share of a node without other nodes: the node takes every account and hands none over. */
export const wholeShare: Share = {
  start: () => undefined,
  mayTake: () => true,
  note: () => undefined,
  look: () => undefined,
  drain: () => Promise.resolve(),
  figures: () => ({ isDraining: false, otherNodes: 0 }),
  stop: () => undefined,
};

// Every node can reach every account, so all nodes are one group.
const egress = 'all';

type Seen = FleetSight & DrainSight & { readonly candidates: readonly PlacementNode[]; readonly seenAt: number };

type ShareState = {
  readonly deps: ShareDeps;
  readonly held: Map<string, HeldAccount>;
  readonly leaving: Set<string>;
  // The accounts that were handed over since the nodes have changed. Such an account comes back when its next node cannot
  // use it, and then it stays here.
  readonly moved: Set<string>;
  mine: ReadonlySet<string>;
  seen: Seen | null;
  membership: string;
  membershipChangedAt: number;
  differences: number;
  moveSecond: number;
  isStarted: boolean;
  isEnding: boolean;
  isStopped: boolean;
  isBeating: boolean;
  isLookWanted: boolean;
  isMoving: boolean;
  timer: { cancel(): void } | null;
  drained: (() => void)[];
  /** Called after each look. */
  sights: (() => void)[];
};

/** Creates the share. The node may take no account until `start`. */
export function createShare(deps: ShareDeps): Share {
  const state: ShareState = {
    deps,
    held: new Map(),
    leaving: new Set(),
    moved: new Set(),
    mine: new Set(),
    seen: null,
    membership: '',
    membershipChangedAt: 0,
    differences: 0,
    moveSecond: 0,
    isStarted: false,
    isEnding: false,
    isStopped: false,
    isBeating: false,
    isLookWanted: false,
    isMoving: false,
    timer: null,
    drained: [],
    sights: [],
  };
  const { held, drained, sights } = state;
  return {
    start() {
      if (state.isStarted) return;
      state.isStarted = true;
      void beat(state);
    },
    mayTake: (accountId) =>
      held.has(accountId) || state.mine.has(accountId) || (isAlone(state) && !state.isEnding && !waitsForOthers(state)),
    note(accountId, isHeld) {
      if (isHeld) held.set(accountId, { accountId, egress, takenAt: databaseNow(state) });
      else held.delete(accountId);
    },
    look: () => look(state),
    drain() {
      state.isEnding = true;
      if (!state.isStarted) return Promise.resolve();
      const ended = new Promise<void>((resolve) => void drained.push(resolve));
      look(state);
      return ended;
    },
    figures: () => ({ isDraining: isDraining(state), otherNodes: othersOf(state.seen).length }),
    stop() {
      state.isStopped = true;
      state.timer?.cancel();
      for (const resolve of [...drained.splice(0), ...sights.splice(0)]) resolve();
    },
  };
}

function databaseNow({ seen, deps }: ShareState): number {
  return seen === null ? 0 : seen.now + deps.clock.now() - seen.seenAt;
}

function isDraining({ isEnding, seen }: ShareState): boolean {
  return isEnding || seen?.isDraining === true;
}

function isAlone({ seen }: ShareState): boolean {
  return seen !== null && othersOf(seen).length === 0;
}

/** Returns whether the other nodes may still be starting. */
function waitsForOthers({ deps, seen }: ShareState): boolean {
  return deps.startsWithOthers && seen !== null && isStarting({ nodes: seen.candidates, now: seen.now });
}

function othersOf(seen: Seen | null): readonly PlacementNode[] {
  return seen === null ? [] : seen.candidates.filter(({ incarnation }) => incarnation !== seen.me);
}

function look(state: ShareState): void {
  if (!state.isStarted || state.isStopped) return;
  if (state.isBeating) state.isLookWanted = true;
  else void beat(state);
}

async function beat(state: ShareState): Promise<void> {
  const { deps, held } = state;
  state.timer?.cancel();
  state.isBeating = true;
  state.isLookWanted = false;
  const beganAt = deps.clock.now();
  try {
    const sight = await deps.nodes.beat({ load: held.size, isDraining: state.isEnding, ttlMs: leaseTtlMs });
    await use(state, { ...sight, beganAt });
  } catch (cause) {
    deps.log.write('warn', 'nodes.unseen', { cause: cause instanceof Error ? cause.message : String(cause) });
  }
  state.isBeating = false;
  for (const resolve of state.sights.splice(0)) resolve();
  if (state.isStopped) return;
  if (state.isLookWanted) return void beat(state);
  state.timer = deps.clock.after(nextBeatMs(state), () => void beat(state));
}

/** Returns whether this node may take accounts that another node hands over. */
function canTake(state: ShareState): boolean {
  const own = state.seen?.candidates.find(({ incarnation }) => incarnation === state.seen?.me);
  return own !== undefined && !isDraining(state) && state.held.size < own.capacity;
}

function nextBeatMs(state: ShareState): number {
  if (canTake(state) && othersOf(state.seen).some(({ isDraining, load }) => isDraining && load > 0)) return drainBeatMs;
  return isAlone(state) && !waitsForOthers(state) ? soloBeatMs : beatMs;
}

async function use(state: ShareState, sight: FleetSight & DrainSight): Promise<void> {
  const { deps, held, isEnding } = state;
  const membership = sight.nodes.map(({ incarnation }) => incarnation).join(' ');
  if (membership !== state.membership) {
    state.membership = membership;
    state.membershipChangedAt = sight.now;
    state.moved.clear();
  }
  const candidates = sight.nodes.map((node) => {
    const isMe = node.incarnation === sight.me;
    const load = isMe ? held.size : node.load;
    return { ...node, egress, load, isDraining: node.isDraining || (isMe && (isEnding || sight.isDraining)) };
  });
  state.seen = { ...sight, candidates, seenAt: deps.clock.now() };
  const mine = new Set([...unownedOf(state, state.seen), ...(await findForgotten(state, sight))]);
  state.mine = mine;
  if (state.isStopped) return;
  for (const accountId of mine) if (!held.has(accountId)) deps.take(accountId);
  if (isDraining(state)) void handAllOver(state);
  else void moveOne(state, state.seen);
}

/** Returns the accounts without an owner that this node may take. */
function unownedOf(state: ShareState, seen: Seen): readonly string[] {
  if (waitsForOthers(state)) return [];
  const { deps, isEnding, membershipChangedAt } = state;
  const { me, now, candidates } = seen;
  // When every node drains, the nodes still take accounts, because every account must be traded.
  const isNobodyLeft = !isEnding && candidates.every((node) => node.isDraining);
  const nodes = isNobodyLeft ? candidates.map((node) => ({ ...node, isDraining: false })) : candidates;
  // A later node of the ranking waits from the last change of the nodes, because the first node may have joined with this change.
  const accounts = seen.unowned
    .filter(({ accountId }) => deps.isKnown(accountId))
    .map((account) => ({ ...account, egress, unownedSince: Math.max(account.unownedSince, membershipChangedAt) }));
  return accountsToTake({ me, nodes, now }, accounts);
}

/**
 * Returns the accounts whose lease belongs to this node although no actor has it, for example because the response of the
 * database was lost. Two looks must agree, because a lease may be taken or released during a look.
 */
async function findForgotten(state: ShareState, { owned }: FleetSight): Promise<readonly string[]> {
  const { deps, held, leaving } = state;
  state.differences = owned > held.size ? state.differences + 1 : 0;
  if (state.differences < 2) return [];
  return (await deps.nodes.listOwned()).filter((accountId) => !held.has(accountId) && !leaving.has(accountId));
}

/** Hands over one account whose first node is another node, when this node has its turn. */
async function moveOne(state: ShareState, { me, candidates, now }: Seen): Promise<void> {
  const { membershipChangedAt, held, moved } = state;
  const view = { me, nodes: candidates, now, membershipChangedAt };
  const second = Math.floor(now / 1_000);
  if (state.isMoving || second === state.moveSecond || candidates.length < 2 || !hasTurn(view)) return;
  state.moveSecond = second;
  const movable = [...held.values()].filter(({ accountId }) => !moved.has(accountId));
  const move = accountToHandOver(view, movable);
  if (move === null) return;
  state.isMoving = true;
  await handOver(state, move.accountId, move.to);
  state.isMoving = false;
}

async function handOver(
  { deps, held, leaving, moved }: ShareState,
  accountId: string,
  to: PlacementNode,
): Promise<boolean> {
  moved.add(accountId);
  leaving.add(accountId);
  const isReleased = await deps.handOver(accountId, to.name);
  leaving.delete(accountId);
  if (!isReleased) return false;
  held.delete(accountId);
  deps.log.write('info', 'account.moved', { accountId, to: to.name });
  return true;
}

/** Hands all accounts over. The node keeps its accounts when no other node can take them, and tries again after its next look. */
async function handAllOver(state: ShareState): Promise<void> {
  if (state.isMoving) return;
  state.isMoving = true;
  const { deps, held, sights } = state;
  await drainAll({
    clock: deps.clock,
    held: () => held.keys(),
    ranking() {
      const rendezvous = createRendezvous(successorsOf(state));
      return (accountId) => rendezvous.first(accountId);
    },
    handOver: (accountId, next) => handOver(state, accountId, next),
    sight: () => state.seen,
    nextSight: (afterMs) =>
      new Promise((resolve) => {
        const timer = deps.clock.after(afterMs, () => look(state));
        sights.push(() => {
          timer.cancel();
          resolve();
        });
      }),
    isStopped: () => state.isStopped,
  });
  state.isMoving = false;
  for (const resolve of state.drained.splice(0)) resolve();
}

/** Returns the other nodes that may take an account of this node now. */
function successorsOf({ seen }: ShareState): readonly PlacementNode[] {
  if (seen === null) return [];
  const candidates = candidatesOf({ nodes: othersOf(seen), now: seen.now }, egress);
  return candidates.filter(({ load, capacity }) => load < capacity);
}
