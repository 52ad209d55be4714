// The wallet tab. It only announces the wallet, which is not built yet.
import { Link } from 'react-router';
import { useT } from '../../i18n/i18n-context.tsx';
import { useDocumentTitle } from '../../lib/page/use-document-title.ts';
import { paths } from '../../paths.ts';
import { OpenRing } from '../../ui/basics/logo.tsx';
import { PageHeading } from '../../ui/basics/page-heading.tsx';

export const WalletPage = () => {
  const t = useT();
  useDocumentTitle(t('shell.tab.wallet'));
  return (
    <div className="message-page">
      <OpenRing />
      <PageHeading text={t('wallet.title')} />
      <p className="muted">{t('wallet.text')}</p>
      <Link className="button" data-variant="secondary" data-size="large" to={paths.bots}>
        {t('wallet.toBots')}
      </Link>
    </div>
  );
};
