// State machine of a stop command. The card shows its states: idle, asking, sending, accepted, slow, confirmed and failed.
import type { BotStatusRequest } from '@rondo/contract';

export type StopKind = 'close' | 'keep';

export type StopState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking'; readonly stop: StopKind }
  | { readonly kind: 'sending'; readonly stop: StopKind }
  | { readonly kind: 'accepted'; readonly stop: StopKind; readonly at: number }
  | { readonly kind: 'slow'; readonly stop: StopKind; readonly at: number }
  | { readonly kind: 'failed'; readonly stop: StopKind; readonly reason: string }
  | { readonly kind: 'confirmed'; readonly stop: StopKind };

export type StopEvent =
  | { readonly kind: 'choose'; readonly stop: StopKind }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'send' }
  | { readonly kind: 'accepted'; readonly at: number }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'late' }
  | { readonly kind: 'retry' }
  /** The server reports that the bot has ended. */
  | { readonly kind: 'ended' };

export const idleStop: StopState = { kind: 'idle' };

/** The states in which each event is allowed. In other states an event is ignored. */
export const stopTransitions: Readonly<Record<StopEvent['kind'], readonly StopState['kind'][]>> = {
  choose: ['idle', 'failed'],
  cancel: ['asking', 'failed'],
  send: ['asking'],
  accepted: ['sending'],
  refused: ['sending'],
  late: ['accepted'],
  retry: ['slow', 'failed'],
  ended: ['asking', 'sending', 'accepted', 'slow', 'failed'],
};

/** Returns the next state. A stop command is confirmed only by the event `ended`. */
export const stepStop = (state: StopState, event: StopEvent): StopState => {
  if (!stopTransitions[event.kind].includes(state.kind)) return state;
  const stop = 'stop' in state ? state.stop : null;
  switch (event.kind) {
    case 'choose':
      return { kind: 'asking', stop: event.stop };
    case 'cancel':
      return idleStop;
    case 'send':
    case 'retry':
      return stop === null ? state : { kind: 'sending', stop };
    case 'accepted':
      return stop === null ? state : { kind: 'accepted', stop, at: event.at };
    case 'refused':
      return stop === null ? state : { kind: 'failed', stop, reason: event.reason };
    case 'late':
      return stop === null ? state : { kind: 'slow', stop, at: state.kind === 'accepted' ? state.at : 0 };
    case 'ended':
      return stop === null ? idleStop : { kind: 'confirmed', stop };
    default:
      return event satisfies never;
  }
};

/** Returns the request body of a stop command (specification 4). The request is idempotent, so it can be sent again. */
export const stopRequest = (stop: StopKind): BotStatusRequest =>
  stop === 'close'
    ? { status: 'completed', close_position: true, is_last: true }
    : { status: 'completed', close_position: false, is_last: false };

/** Returns true while a stop command is in progress. The card disables the other stop actions while the result is true. */
export const isInProgress = (state: StopState): boolean =>
  state.kind === 'sending' || state.kind === 'accepted' || state.kind === 'slow';
