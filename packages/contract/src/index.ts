// The public face of the contract: what our own API says on the wire.
export * from './amount.ts';
export * from './auth.ts';
export * from './balance.ts';
export * from './bots.ts';
export * from './create-bot.ts';
export * from './errors.ts';
export * from './exchange-accounts.ts';
export * from './feed.ts';
export * from './health.ts';
export * from './history.ts';
export * from './instruments.ts';
export * from './leaderboard.ts';
export * from './limits.ts';
export * from './plan.ts';
export * from './routes.ts';
export * from './user.ts';
