// The source addresses of this process. Each account uses one source address, because the exchange counts requests and
// handshakes per IP address, and a key may be bound to an IP address.
import { createHash } from 'node:crypto';
import type { Clock } from '@rondo/engine/ports';
import { createRateBudget, type RateBudget } from '../okx/rest/rate-budget.ts';
import { wholeShare } from './address-shares.ts';
import { handshakeUrgencies, type HandshakeUrgency } from './handshake-queue.ts';
import { limitHandshakes, type HandshakeFigures } from './handshakes.ts';
import type { Transport } from './transport.ts';

/** A transport whose connections have the source address `address`. The operating system chooses the source address when `address` is null. */
export interface Network {
  readonly address: string | null;
  readonly transport: Transport;
}

/** One source address: a transport that limits the rate of its handshakes, and the budget of its requests. */
export interface EgressLine {
  readonly address: string | null;
  readonly transport: Transport;
  readonly addressBudget: RateBudget;
}

/** The lines of all source addresses. */
export interface Egress {
  /** The line of the first source address. Public data and the linking of accounts use it. */
  readonly first: EgressLine;
  /**
   * Returns all lines, with the line for the account first. The first line has the address `stored`. When no line has
   * this address, the sequence depends only on the account id and the addresses of the lines.
   */
  linesFor(accountId: string, stored: string | null): readonly [EgressLine, ...EgressLine[]];
  /** Returns the sums over all lines. `oldestWaitMs` is the longest wait and `waitedAgoMs` the shortest time of all lines. */
  handshakes(): HandshakeFigures;
}

/** Creates one line for each network. `shareOf` returns the share of the limits of an address that this process may use. */
export function createEgress(
  [network, ...others]: readonly [Network, ...Network[]],
  clock: Clock,
  shareOf: (address: string | null) => number = wholeShare,
): Egress {
  const lineOver = ({ address, transport }: Network) => ({
    address,
    transport: limitHandshakes(transport, clock, () => shareOf(address)),
    addressBudget: createRateBudget(clock, () => shareOf(address)),
  });
  const first = lineOver(network);
  const lines = [first, ...others.map(lineOver)];
  return {
    first,
    linesFor(accountId, stored) {
      const [best = first, ...rest] = lines.toSorted(byWeight(accountId, stored));
      return [best, ...rest];
    },
    handshakes: () => lines.map(({ transport }) => transport.handshakes()).reduce(addFigures),
  };
}

// The line with the largest hash of account id and address is the first. Another line becomes the first only when a line is
// added or removed.
function byWeight(accountId: string, stored: string | null): (a: EgressLine, b: EgressLine) => number {
  const weightOfLine = ({ address }: EgressLine): number =>
    address !== null && address === stored ? Infinity : weightOf(`${accountId} ${address ?? ''}`);
  return (a, b) => weightOfLine(b) - weightOfLine(a);
}

function weightOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0);
}

function addFigures(a: HandshakeFigures, b: HandshakeFigures): HandshakeFigures {
  const waits = [a.oldestWaitMs, b.oldestWaitMs].filter((wait) => wait !== null);
  const waited = [a.waitedAgoMs, b.waitedAgoMs].filter((ago) => ago !== null);
  return {
    waiting: sumOf(a.waiting, b.waiting),
    oldestWaitMs: waits.length === 0 ? null : Math.max(...waits),
    waitedAgoMs: waited.length === 0 ? null : Math.min(...waited),
    opening: a.opening + b.opening,
    openedWithin: (ms) => a.openedWithin(ms) + b.openedWithin(ms),
    isSlowed: a.isSlowed || b.isSlowed,
    perSecond: a.perSecond + b.perSecond,
  };
}

type Counts = Readonly<Record<HandshakeUrgency, number>>;

function sumOf(a: Counts, b: Counts): Counts {
  const sums = { ...a };
  for (const urgency of handshakeUrgencies) sums[urgency] += b[urgency];
  return sums;
}
