// A confirmation dialog. It explains the action, has a button that cancels, and shows the error when the action fails.
import { useRef, type ReactNode } from 'react';
import { errorText } from '../../api/texts/error-text.ts';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { Banner } from '../../ui/basics/banner.tsx';
import { Button } from '../../ui/basics/button.tsx';
import { AlertBox } from '../../ui/overlays/dialog.tsx';

export type ConfirmDialogProps = {
  readonly title: string;
  readonly sentence: string;
  readonly verb: string;
  readonly command: { readonly isPending: boolean; readonly error: Error | null; readonly mutate: () => void };
  readonly disabled?: boolean;
  readonly onClose: () => void;
  readonly children?: ReactNode;
};

export const ConfirmDialog = ({
  title,
  sentence,
  verb,
  command,
  disabled = false,
  onClose,
  children,
}: ConfirmDialogProps) => {
  const i18n = useI18n();
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <AlertBox
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      sentence={sentence}
      initialFocus={safe}
      buttons={
        <>
          <Button ref={safe} size="large" onClick={onClose}>
            {i18n.t('security.cancel')}
          </Button>
          <Button
            size="large"
            variant="danger"
            busy={command.isPending}
            disabled={disabled}
            onClick={() => command.mutate()}
          >
            {verb}
          </Button>
        </>
      }
    >
      {children}
      {command.error === null ? null : (
        <Banner tone="danger" role="alert">
          {errorText(i18n, command.error)}
        </Banner>
      )}
    </AlertBox>
  );
};
