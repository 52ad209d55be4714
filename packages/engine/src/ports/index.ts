// The ports of the engine: an exchange with its venue, a journal, a clock, chance and a log.
export type * from './runtime.ts';
export type * from './reports.ts';
export type * from './venue.ts';
export type * from './ledger.ts';
export type * from './exchange.ts';
export type * from './journal.ts';
export type * from './nodes.ts';
