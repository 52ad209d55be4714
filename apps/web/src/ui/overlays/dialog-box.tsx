// The implementation of the modal dialogs. It is loaded when the first dialog is opened.
import { useRef, type ReactNode, type RefObject } from 'react';
import { AlertDialog, Dialog as PlainDialog } from 'radix-ui';
import type { DialogProps } from './dialog-props.ts';
import { Icon, type IconName } from '../basics/icon.tsx';

/** Returns the element that opened a dialog. This is the element with the focus. For a row of a menu it is the button of the menu, because the row is removed. */
const openerNow = (): Element | null => {
  const menu = document.activeElement?.closest('[role=menu]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : document.activeElement;
};

/**
 * Returns the focus to the element that opened the dialog, or to the page's heading. The library returns the focus only to a trigger of the
 * library, and our dialogs do not use such triggers.
 */
const useFocus = (initialFocus: RefObject<HTMLElement | null> | undefined) => {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event): void => {
      opener.current = openerNow();
      if (!initialFocus?.current) return;
      event.preventDefault();
      initialFocus.current.focus();
    },
    onCloseAutoFocus: (event: Event): void => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus();
      if (document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true });
    },
  };
};

const Head = ({
  icon,
  tone,
  title,
  sentence,
}: {
  readonly icon: IconName | undefined;
  readonly tone: string;
  readonly title: ReactNode;
  readonly sentence: ReactNode;
}) => (
  <div className="dialog-head">
    {icon === undefined ? null : <Icon name={icon} className={tone} />}
    <div>
      {title}
      {sentence}
    </div>
  </div>
);

/** A dialog that closes when the user presses Escape or clicks outside. */
export const Dialog = ({
  open,
  onOpenChange,
  title,
  sentence,
  icon,
  tone = 'neutral',
  children,
  buttons,
  wide = false,
  initialFocus,
}: DialogProps) => (
  <PlainDialog.Root open={open} onOpenChange={onOpenChange}>
    <PlainDialog.Portal>
      <PlainDialog.Overlay className="scrim" />
      <PlainDialog.Content
        className="dialog"
        data-wide={wide}
        {...useFocus(initialFocus)}
        {...(sentence === undefined ? { 'aria-describedby': undefined } : {})}
      >
        <Head
          icon={icon}
          tone={tone}
          title={<PlainDialog.Title className="dialog-title">{title}</PlainDialog.Title>}
          sentence={
            sentence === undefined ? null : (
              <PlainDialog.Description className="dialog-sentence">{sentence}</PlainDialog.Description>
            )
          }
        />
        {children === undefined ? null : <div className="dialog-body">{children}</div>}
        {buttons === undefined ? null : <div className="dialog-buttons">{buttons}</div>}
      </PlainDialog.Content>
    </PlainDialog.Portal>
  </PlainDialog.Root>
);

/** A dialog with `role=alertdialog`: the user accepts or refuses a consequence. A click outside does not close it. */
export const AlertBox = ({
  open,
  onOpenChange,
  title,
  sentence,
  icon = 'warning',
  tone = 'danger',
  children,
  buttons,
  wide = false,
  initialFocus,
}: DialogProps) => (
  <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
    <AlertDialog.Portal>
      <AlertDialog.Overlay className="scrim" />
      <AlertDialog.Content className="dialog" data-wide={wide} {...useFocus(initialFocus)}>
        <Head
          icon={icon}
          tone={tone}
          title={<AlertDialog.Title className="dialog-title">{title}</AlertDialog.Title>}
          sentence={<AlertDialog.Description className="dialog-sentence">{sentence}</AlertDialog.Description>}
        />
        {children === undefined ? null : <div className="dialog-body">{children}</div>}
        {buttons === undefined ? null : <div className="dialog-buttons">{buttons}</div>}
      </AlertDialog.Content>
    </AlertDialog.Portal>
  </AlertDialog.Root>
);
