// The modal dialogs themselves, fetched when the first one is opened.
import type { ReactNode, RefObject } from 'react';
import { AlertDialog, Dialog as PlainDialog } from 'radix-ui';
import type { DialogProps } from './dialog.tsx';
import { Icon, type IconName } from './icon.tsx';

const focusOn = (target: RefObject<HTMLElement | null> | undefined) => (event: Event) => {
  if (!target?.current) return;
  event.preventDefault();
  target.current.focus();
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

/** A dialog that Escape and a click outside close. */
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
        onOpenAutoFocus={focusOn(initialFocus)}
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

/** `role=alertdialog`: a consequence to accept or refuse; a click outside does nothing. */
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
      <AlertDialog.Content className="dialog" data-wide={wide} onOpenAutoFocus={focusOn(initialFocus)}>
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
