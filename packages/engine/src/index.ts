// The public face of the engine: runs bots against an exchange through ports.
export { createEngine, type AccountSnapshot, type Engine, type EngineChange, type EngineDeps } from './fleet.ts';
export type { BotOrder, CommandAnswer } from './account-actor.ts';
export { clientOrderId, parseClientOrderId, type KeyedHash, type ParsedClientId } from './client-order-id.ts';
export { botLogKeys, type BotLogKey } from './bot-log.ts';
export type * from './ports.ts';
