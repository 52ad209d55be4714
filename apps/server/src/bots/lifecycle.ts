// Status and phase of a bot as the API shows them: the engine's last view, and a recorded command that it has not taken yet.
import { botPhases, type BotPhase } from '@rondo/contract';
import type { BotRecord } from '@rondo/store';

export interface Lifecycle {
  readonly status: 'active' | 'completed';
  readonly phase: BotPhase;
  readonly is_last: boolean;
}

/** Derives status and phase; no other function does. `view.phase` is the strategy's phase, which the engine stores; `course` is the last recorded command. */
export function lifecycleOf({ course, view }: Pick<BotRecord, 'course' | 'view'>): Lifecycle {
  const phase = botPhases.find((each) => each === view?.phase);
  const isLast = course === 'last' || (view?.isLast ?? false);
  if (course === 'done' || view?.status === 'completed') {
    const isFailure = phase === 'liquidated' || phase === 'error';
    return { status: 'completed', phase: isFailure ? phase : 'completed', is_last: isLast };
  }
  return { status: 'active', phase: course === 'closing' ? 'stopping' : (phase ?? 'starting'), is_last: isLast };
}
