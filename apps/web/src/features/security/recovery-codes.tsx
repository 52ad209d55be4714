// The recovery codes, which are shown only once: a list that can be copied, and a button with which the user confirms that the codes are stored.
import { useI18n } from '../../i18n/i18n-context.tsx';
import { useCopy } from '../../lib/page/use-copy.ts';
import { Button } from '../../ui/basics/button.tsx';
import { AlertBox } from '../../ui/overlays/dialog.tsx';

/** Puts a dash after every four characters. The log-in accepts a code with and without dashes. */
const spaced = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code;

export type RecoveryCodesProps = { readonly codes: readonly string[]; readonly onClose: () => void };

/** This is an alert dialog, because a click outside must not close it. */
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
