// Computes the status and the phase of a bot for the API. Normally the status and the phase are computed from the last view of the engine. While the engine has
// not accepted the last recorded command, they are computed from this command.
import { botPhases, type BotPhase } from '@rondo/contract';
import type { BotRecord } from '@rondo/store';

export interface Lifecycle {
  readonly status: 'active' | 'completed';
  readonly phase: BotPhase;
  readonly is_last: boolean;
}

/** Returns the status and the phase. No other function computes them. `view.phase` is the phase of the strategy, which the engine stores. `course` is the last recorded command. */
export function lifecycleOf({ course, view }: Pick<BotRecord, 'course' | 'view'>): Lifecycle {
  const phase = botPhases.find((each) => each === view?.phase);
  const isLast = course === 'last' || (view?.isLast ?? false);
  if (course === 'done' || view?.status === 'completed') {
    const isFailure = phase === 'liquidated' || phase === 'error';
    return { status: 'completed', phase: isFailure ? phase : 'completed', is_last: isLast };
  }
  return { status: 'active', phase: course === 'closing' ? 'stopping' : (phase ?? 'starting'), is_last: isLast };
}
