// Public face of the sandbox: the exchange in memory, and the same exchange as a process with sockets and a data folder.
export {
  createExchangeCore,
  type Advance,
  type CoreSocket,
  type ExchangeCore,
  type ExchangeCoreOptions,
} from './core.ts';
export { BadRecording } from './bad-recording.ts';
export type { AccountKeys, NewAccount } from './accounts.ts';
export type { CoreAnswer } from './answers.ts';
export type { CoreRequest } from './sign-in.ts';
export type { SandboxClock } from './ports.ts';
export type { Change } from './records.ts';
export { instruments, type Instrument, type Tier } from './instruments.ts';
export { sandboxLimits } from './limits.ts';
export { runSandbox, type RunningSandbox, type SandboxOptions } from './run.ts';
