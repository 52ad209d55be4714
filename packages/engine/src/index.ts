// The exports of the engine, which runs bots against an exchange through ports.
export { createEngine, type AccountSnapshot, type Engine, type ShownPosition } from './fleet/fleet.ts';
export type { CopyOrder } from './actor/instance.ts';
export { signalCommandId, signalEventKey, type UserCommand } from './actor/mailbox.ts';
export { clientOrderId, parseClientOrderId, type KeyedHash, type ParsedClientId } from './orders/client-order-id.ts';
export { botLogKeys, type BotLogKey } from './facts/bot-log.ts';
export { slotName } from './memory/bot-memory.ts';
export type {
  AccountJournal,
  BotRow,
  Clock,
  Exchange,
  IntentRow,
  Journal,
  Log,
  OrderReport,
  PositionReport,
  Report,
} from './ports/index.ts';
