// The toast region. It shows at most three toasts, and the newest toast is last. The key F6 moves the focus to the region. The timers pause while the pointer or the focus is on the region.
import { useLayoutEffect, useRef } from 'react';
import { Toast } from 'radix-ui';
import { Button } from '../basics/button.tsx';
import { Icon, type IconName } from '../basics/icon.tsx';

export type ToastTone = 'success' | 'error' | 'warning' | 'info';

/** What the user can do about a message. The toast is closed afterwards. */
export type ToastAction = { readonly label: string; readonly onAct: () => void };

export type ToastItem = {
  readonly id: string;
  readonly tone: ToastTone;
  readonly message: string;
  /** The duration in ms. With the duration 0 the toast is shown until the user closes it. */
  readonly durationMs: number;
  readonly action?: ToastAction;
};

export type ToastRegionProps = {
  readonly toasts: readonly ToastItem[];
  readonly onClose: (id: string) => void;
  readonly label: string;
  readonly closeLabel: string;
  readonly onCloseAll: () => void;
  readonly closeAllLabel: string;
};

const icons: Readonly<Record<ToastTone, IconName>> = {
  success: 'check',
  error: 'warning',
  warning: 'warning',
  info: 'info',
};

/** Puts the region above everything else with each new toast, also above a modal dialog that was opened before. */
const useTopLayer = (newest: string | undefined) => {
  const region = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    // A browser without popovers shows the region below an open dialog.
    if (newest === undefined || region.current?.showPopover === undefined) return;
    region.current.hidePopover();
    region.current.showPopover();
  }, [newest]);
  return region;
};

export const ToastRegion = ({ toasts, onClose, label, closeLabel, onCloseAll, closeAllLabel }: ToastRegionProps) => {
  const region = useTopLayer(toasts.at(-1)?.id);
  return (
    <Toast.Provider label={label}>
      {toasts.map((toast) => (
        <Toast.Root
          key={toast.id}
          className="toast"
          data-tone={toast.tone}
          type={toast.tone === 'error' ? 'foreground' : 'background'}
          duration={toast.durationMs === 0 ? Number.POSITIVE_INFINITY : toast.durationMs}
          onOpenChange={(open) => !open && onClose(toast.id)}
        >
          <Icon name={icons[toast.tone]} />
          <div className="toast-text">
            <Toast.Description>{toast.message}</Toast.Description>
            {toast.action === undefined ? null : (
              <Toast.Action asChild altText={toast.action.label}>
                <Button size="small" onClick={toast.action.onAct}>
                  {toast.action.label}
                </Button>
              </Toast.Action>
            )}
          </div>
          <Toast.Close className="icon-button" aria-label={closeLabel}>
            <Icon name="close" />
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport ref={region} className="toasts" popover="manual" hotkey={['F6']} label={label}>
        {toasts.length > 1 ? (
          <li className="toasts-clear">
            <Button size="small" onClick={onCloseAll}>
              {closeAllLabel}
            </Button>
          </li>
        ) : null}
      </Toast.Viewport>
    </Toast.Provider>
  );
};
