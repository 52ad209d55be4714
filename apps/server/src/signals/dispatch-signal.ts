// Dispatches a signal to its bot. A bot gets at most one signal of each time, also from several nodes and after a restart (strategy 8.5).
import { signalCommandId, type Engine, type UserCommand } from '@rondo/engine';
import type { Clock } from '@rondo/engine/ports';
import type { Ratio } from '@rondo/decimal';
import type { SignalSource } from '@rondo/signals';
import type { AtrReading } from '@rondo/strategy';
import { withTimeout } from '../async/with-timeout.ts';
import { serverLimits } from '../limits.ts';

/** A signal for a bot, with its evidence and its end (epoch ms). `stepDistance` replaces the step distance of the bot in this round, or is null. */
export interface DueSignal {
  readonly botId: string;
  readonly accountId: string;
  readonly stepDistance: Ratio | null;
  readonly source: SignalSource;
  readonly validUntil: number;
  /** The reading that decides the distance of a bot with a distance from ATR, or null. */
  readonly atr: AtrReading | null;
}

/** Dispatches the signal. Returns false when it must be dispatched again, because the engine has not taken it in time. */
export async function dispatchSignal(
  { clock, engine }: { readonly clock: Clock; readonly engine: Pick<Engine, 'dispatch'> },
  { botId, accountId, stepDistance, source, validUntil, atr }: DueSignal,
): Promise<boolean> {
  if (clock.now() > validUntil) return true;
  const command: UserCommand = { kind: 'signal', stepDistance, validUntil, source, ...(atr === null ? {} : { atr }) };
  const commandId = signalCommandId(botId, source.closedAt);
  const message = { kind: 'userCommand', accountId, botId, command, commandId } as const;
  const result = await withTimeout(clock, engine.dispatch(message), serverLimits.engineTimeoutMs);
  return result === 'done' || result === 'refused';
}
