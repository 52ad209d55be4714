// Simple toasts, used when the code of the toast region cannot be loaded, for example offline.
import { useEffect, useEffectEvent } from 'react';
import type { ToastItem, ToastRegionProps } from './toast-region.tsx';

export const PlainToasts = ({ toasts, onClose }: Pick<ToastRegionProps, 'toasts' | 'onClose'>) => (
  <div className="toasts" role="alert">
    {toasts.map((toast) => (
      <PlainToast key={toast.id} toast={toast} onGone={() => onClose(toast.id)} />
    ))}
  </div>
);

const PlainToast = ({ toast, onGone }: { readonly toast: ToastItem; readonly onGone: () => void }) => {
  const leave = useEffectEvent(onGone);
  useEffect(() => {
    if (toast.durationMs === 0) return undefined;
    const timer = setTimeout(() => leave(), toast.durationMs);
    return () => clearTimeout(timer);
  }, [toast.durationMs]);
  return (
    <div className="toast" data-tone={toast.tone}>
      <span className="toast-text">{toast.message}</span>
    </div>
  );
};
