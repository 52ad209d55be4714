// The wallet tab. It only announces the wallet, which is not built yet.
import { useT } from '../../i18n/i18n-context.tsx';
import { useDocumentTitle } from '../../lib/page/use-document-title.ts';
import { PageHeading } from '../../ui/basics/page-heading.tsx';

export const WalletPage = () => {
  const t = useT();
  useDocumentTitle(t('shell.tab.wallet'));
  return (
    <>
      <PageHeading text={t('shell.tab.wallet')} />
      <section className="card card-pad wallet-card">
        <h2>{t('wallet.title')}</h2>
        <p className="muted">{t('wallet.text')}</p>
      </section>
    </>
  );
};
