// Exports of the sandbox: the exchange in memory, and the same exchange as a process with sockets and a data folder.
export { createExchangeCore, type CoreSocket, type ExchangeCore } from './core/exchange-core.ts';
export { BadRecording } from './market/bad-recording.ts';
export type { AccountKeys, NewAccount } from './accounts/open-account.ts';
export type { CoreResponse } from './wire/envelope.ts';
export type { Change } from './state/records.ts';
export { runSandbox, type RunningSandbox, type SandboxOptions } from './process/run-sandbox.ts';
