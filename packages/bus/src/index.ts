// The exports of the bus.
export type { BusSettings } from './access.ts';
export { openBus, type Bus } from './bus.ts';
export { maxCandlesBytes, maxChangedBots, maxChartCandles, maxWatchedAccounts } from './limits.ts';
export { natsServerConfig, type NatsUser } from './server-config.ts';
export { subjectPrefix, subjects } from './subjects.ts';
