// Recovery codes, shown once: a list to copy, and a button that says they are kept.
import { useI18n } from '../../i18n/i18n-context.tsx';
import { useCopy } from '../../lib/page/use-copy.ts';
import { Button } from '../../ui/basics/button.tsx';
import { AlertBox } from '../../ui/overlays/dialog.tsx';

/** Four letters at a time; the log-in takes them with and without the dashes. */
const spaced = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code;

export type RecoveryCodesProps = { readonly codes: readonly string[]; readonly onClose: () => void };

/** An alert: a click outside must not lose them. */
export const RecoveryCodes = ({ codes, onClose }: RecoveryCodesProps) => {
  const { t } = useI18n();
  const copy = useCopy(t('security.copied'));
  const lines = codes.map(spaced);
  return (
    <AlertBox
      open
      onOpenChange={() => undefined}
      icon="lock"
      tone="neutral"
      title={t('security.codes')}
      sentence={t('security.codesText')}
      buttons={
        <>
          <Button size="large" onClick={() => void copy(lines.join('\n'))}>
            {t('security.copy')}
          </Button>
          <Button size="large" variant="primary" onClick={onClose}>
            {t('security.kept')}
          </Button>
        </>
      }
    >
      <ul className="recovery-codes">
        {lines.map((line) => (
          <li key={line}>
            <code>{line}</code>
          </li>
        ))}
      </ul>
    </AlertBox>
  );
};
