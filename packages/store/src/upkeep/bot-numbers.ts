// The numbers of new bots. The number of a bot is a part of the client ids of its orders, and only the number shows whose order a fill is, so two bots of one
// installation must never have one number.
import { randomInt } from 'node:crypto';
import type { TransactionSql } from 'postgres';

/** The numbers of bots have eight digits of base 36 in a client id. Each database begins at a random multiple of this number, so two databases rarely give one number. */
export const botNumberRange = 1_000_000_000;
const botNumberRanges = Math.floor(36 ** 8 / botNumberRange);
/** The smallest number of bot numbers that a confirmation leaves out. No installation creates so many bots between a backup and its restore. */
const lostBotsMax = 1_000_000;
/** The distance is below this number, which is a small part of a range, so the numbers keep their eight digits after many confirmations. */
const distanceBelow = 100_000_000;

/** Gives a database a range of numbers of its own when its bots have numbers below the first range. */
export async function beginBotNumbers(transaction: TransactionSql): Promise<void> {
  const range = randomInt(1, botNumberRanges) * botNumberRange;
  await transaction`select setval('bot_numbers', ${range}::bigint) from bot_numbers where last_value < ${botNumberRange}`;
}

/**
 * Leaves out the numbers of the bots that the database may have lost: they were created after a backup, or in another copy of the database. The distance is random, so
 * the numbers also differ from those after an earlier restore of the same backup.
 */
export async function skipLostBotNumbers(transaction: TransactionSql): Promise<void> {
  const distance = randomInt(lostBotsMax, distanceBelow);
  await transaction`select setval('bot_numbers', last_value + ${distance}::bigint) from bot_numbers`;
}
