// The tables of the moves of people between two databases.
import { pgTable } from 'drizzle-orm/pg-core';
import { databaseTime, text, word } from './columns.ts';

/** The table of the moves of people between two databases of one installation. */
export const personMoves = pgTable('person_moves', {
  id: text('id').notNull(),
  userId: text('user_id').notNull(),
  direction: word('direction', ['out', 'in']).notNull(),
  state: word('state', ['fenced', 'left', 'done', 'arrived', 'open']).notNull(),
  other: text('other').notNull(),
  beganAt: databaseTime('began_at').notNull(),
  endedAt: databaseTime('ended_at'),
});

/** The table of the exchange accounts that were moved to another database. */
export const movedAccounts = pgTable('moved_accounts', {
  digest: text('digest').notNull(),
  moveId: text('move_id').notNull(),
});
