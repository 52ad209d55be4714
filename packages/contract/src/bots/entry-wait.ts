// The reasons why an entry or the next round of a bot waits.

/**
 * The reasons why an entry or the next round of a bot waits. `reading`: the account, its leverage or the clock of the exchange was not read. `price`: the exchange sends no
 * new price. `mark_price`: the last price is more than 1 % away from the mark price. `order`: the outcome of an order is unknown. `rules`: the exchange changes the rules
 * of the instrument. `leverage`, `position`, `position_mode`: the value at the exchange differs from the one of the bot. `account_level`: bots may not trade with the
 * mode of the account. `margin`: the exchange has refused an entry for lack of margin.
 */
export const entryWaits = [
  'reading',
  'price',
  'mark_price',
  'order',
  'rules',
  'leverage',
  'position',
  'position_mode',
  'account_level',
  'margin',
] as const;
/** The reason why an entry or the next round of a bot waits. */
export type EntryWaitWire = (typeof entryWaits)[number];
