// The list of toasts: at most three, no duplicates, each removed after its duration.
import { createContext, useContext } from 'react';
import type { ToastAction, ToastItem, ToastTone } from '../ui/overlays/toast-region.tsx';

const secondMs = 1_000;
/** The largest number of toasts that are shown at the same time (screens 3.0.11). */
export const mostToasts = 3;
/** The durations of toasts (specification 3, 8 and 9): 3 s by default and 5 s for errors. The timer of a toast pauses while the pointer or the focus is on the toast. */
export const toastDurationMs = { short: 3 * secondMs, long: 5 * secondMs } as const;
/** Ours: a user can read a message with fewer characters in 3 s. */
const shortLength = 40;

/** The default tone is `info` (specification 3). */
export type NewToast = {
  readonly tone?: ToastTone;
  readonly message: string;
  readonly durationMs?: number;
  readonly action?: ToastAction;
};

const toneOf = (toast: NewToast): ToastTone => toast.tone ?? 'info';

/** Returns the duration of a toast in ms, which depends on its tone and its length. A toast with the duration 0 is shown until the user closes it. */
export const toastDuration = (toast: NewToast): number => {
  if (toast.durationMs !== undefined) return toast.durationMs;
  const isCalm = toneOf(toast) === 'success' || toneOf(toast) === 'info';
  return isCalm && toast.message.length < shortLength ? toastDurationMs.short : toastDurationMs.long;
};

/** Returns the list with one more toast. The new toast replaces a toast with the same text and tone. A fourth toast removes the oldest toast. */
export const withToast = (toasts: readonly ToastItem[], toast: NewToast, id: string): readonly ToastItem[] => {
  const others = toasts.filter((other) => other.message !== toast.message || other.tone !== toneOf(toast));
  const item = { ...toast, id, tone: toneOf(toast), durationMs: toastDuration(toast) };
  return [...others, item].slice(-mostToasts);
};

export type ShowToast = (toast: NewToast) => void;

export const ToastContext = createContext<ShowToast | null>(null);

export const useToast = (): ShowToast => {
  const show = useContext(ToastContext);
  if (show === null) throw new Error('useToast is used outside of the toast store');
  return show;
};
