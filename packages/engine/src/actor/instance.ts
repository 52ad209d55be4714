// The instance of the product that runs the engine, and the sequence of instance marks (decision 56).

/** An order with a client id of ours that the journal does not know. Another copy of the database has sent the order. */
export type CopyOrder = {
  readonly accountId: string;
  readonly clientId: string;
  /** True when the other copy began before this instance, so that this instance is the copy that must freeze. */
  readonly isFromEarlier: boolean;
};

/**
 * The instance of the product that runs this engine. `mark` is a part of the client ids of new orders, and without a mark the
 * ids have none. While `isFrozen` is true, the database may be a copy that nobody has confirmed, so the engine sends no command
 * and cancels no order without an intent (decision 56).
 */
export type Instance = {
  readonly mark: string | null;
  readonly isFrozen: boolean;
  /** The time of the last confirmation by the operator, in epoch ms. 0: nobody has confirmed the instance. */
  readonly confirmedAt: number;
  /** Returns the number of commands that may be sent now: 0, 1 or Infinity. The call can claim the one command of an unproven instance, so the engine calls it only when a command is wanted. */
  readonly commandsLeft: () => number;
  /**
   * Returns whether one more command may be sent now, and counts the command. The engine calls the function once for each command,
   * immediately before it sends the command, so a command that is not sent is not counted.
   */
  readonly takeCommand: () => boolean;
  /** Is called when the exchange shows an order of another copy of the database. */
  readonly reportCopy: (order: CopyOrder) => void;
};

/** An instance without a mark, which has no other copy. */
export const loneInstance: Instance = {
  mark: null,
  isFrozen: false,
  confirmedAt: 0,
  commandsLeft: () => Infinity,
  takeCommand: () => true,
  reportCopy: () => undefined,
};

/** The number of marks of four characters of [0-9a-z]. */
const markCount = 36 ** 4;

/**
 * Returns true when the mark `mark` was made after the mark `than`. Each start makes a mark that is at most 4,096 larger than the mark
 * before it, and 0 follows the largest mark. A client id without a mark is earlier than every mark.
 */
export function isLaterMark(mark: string | null, than: string): boolean {
  if (mark === null) return false;
  const distance = (Number.parseInt(mark, 36) - Number.parseInt(than, 36) + markCount) % markCount;
  return distance > 0 && distance < markCount / 2;
}
