// The one small store of flash messages: at most three, the same text is merged, each goes after its time.
import { createContext, useContext } from 'react';
import type { ToastItem, ToastTone } from '../ui/overlays/toast-region.tsx';

const secondMs = 1_000;
/** How many are shown at once (screens 3.0.11). */
export const mostToasts = 3;
/** Specification 3, 8 and 9: 3 s by default, 5 s for errors, none longer; a pointer or the focus stops the time. */
export const toastDurationMs = { short: 3 * secondMs, long: 5 * secondMs } as const;
/** Ours: 3 s are enough to read so much. */
const shortLength = 40;

/** `info` without a tone (specification 3). */
export type NewToast = { readonly tone?: ToastTone; readonly message: string; readonly durationMs?: number };

const toneOf = (toast: NewToast): ToastTone => toast.tone ?? 'info';

/** How long a message of this tone and length stays, in ms; 0 is until closed. */
export const toastDuration = (toast: NewToast): number => {
  if (toast.durationMs !== undefined) return toast.durationMs;
  const isCalm = toneOf(toast) === 'success' || toneOf(toast) === 'info';
  return isCalm && toast.message.length < shortLength ? toastDurationMs.short : toastDurationMs.long;
};

/** The list with one more message: the same one is not shown twice, the oldest gives way to the fourth. */
export const withToast = (toasts: readonly ToastItem[], toast: NewToast, id: string): readonly ToastItem[] => {
  const others = toasts.filter((other) => other.message !== toast.message || other.tone !== toneOf(toast));
  return [...others, { id, tone: toneOf(toast), message: toast.message, durationMs: toastDuration(toast) }].slice(
    -mostToasts,
  );
};

export type ShowToast = (toast: NewToast) => void;

export const ToastContext = createContext<ShowToast | null>(null);

export const useToast = (): ShowToast => {
  const show = useContext(ToastContext);
  if (show === null) throw new Error('useToast needs the toast store above it');
  return show;
};
