// The settings of a bot in a dialog, with buttons that copy them as a text and as a link.
import type { BotWire } from '@rondo/contract';
import { useT } from '../../i18n/i18n-context.tsx';
import { useCopy } from '../../lib/page/use-copy.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/basics/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { settingsOfBot } from './settings-of-bot.ts';
import { queryOfSettings, writeSettings } from './settings-text.ts';
import './settings-text.css';

export type SettingsDialogProps = { readonly bot: BotWire; readonly onClose: () => void };

export const SettingsDialog = ({ bot, onClose }: SettingsDialogProps) => {
  const t = useT();
  const copy = useCopy(t('settingsText.copied'));
  const settings = settingsOfBot(bot);
  const text = writeSettings(settings);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t('settingsText.title', { name: bot.title })}
      sentence={t('settingsText.without')}
      buttons={
        <>
          <Button size="large" onClick={onClose}>
            {t('common.close')}
          </Button>
          <Button
            size="large"
            onClick={() => void copy(`${location.origin}${paths.bots}?${queryOfSettings(settings)}`)}
          >
            {t('settingsText.copyLink')}
          </Button>
          <Button size="large" variant="primary" onClick={() => void copy(text)}>
            {t('settingsText.copyText')}
          </Button>
        </>
      }
    >
      <pre className="settings-text" tabIndex={0} aria-label={t('settingsText.title', { name: bot.title })}>
        {text}
      </pre>
    </Dialog>
  );
};
