// The public face of the engine: runs bots against an exchange through ports.
export { createEngine, type AccountSnapshot, type Engine, type EngineChange, type EngineDeps } from './fleet/fleet.ts';
export type { CommandMessage, CommandResult, UserCommand } from './actor/mailbox.ts';
export { clientOrderId, parseClientOrderId, type KeyedHash, type ParsedClientId } from './orders/client-order-id.ts';
export { botLogKeys, type BotLogKey } from './facts/bot-log.ts';
export type * from './ports/index.ts';
