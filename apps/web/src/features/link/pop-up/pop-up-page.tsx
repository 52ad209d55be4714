// The look of the pop-up's pages: a mark, a sentence, technical words on demand, and a button to close.
import { Link } from 'react-router';
import { useT } from '../../../i18n/i18n-context.tsx';
import { paths } from '../../../paths.ts';
import { useDocumentTitle } from '../../../lib/page/use-document-title.ts';
import { Button } from '../../../ui/basics/button.tsx';
import { Icon } from '../../../ui/basics/icon.tsx';
import { Logo } from '../../../ui/basics/logo.tsx';
import { openerOf } from './use-ending.ts';
import '../link.css';

export type PopUpPageProps = {
  readonly look: 'working' | 'done' | 'failed';
  readonly sentence: string;
  /** The reason, in plain words. */
  readonly reason?: string | undefined;
  /** Technical words of the exchange, shown on demand. */
  readonly details?: string | undefined;
};

const icons = { working: 'spinner', done: 'check', failed: 'close' } as const;

export const PopUpPage = ({ look, sentence, reason, details }: PopUpPageProps) => {
  const t = useT();
  useDocumentTitle(t('linking.title'));
  return (
    <main id="content" className="pop-up" data-look={look}>
      <Logo />
      <div className="pop-up-mark">
        <Icon name={icons[look]} {...(look === 'working' ? { className: 'spinner' } : {})} />
      </div>
      <div role={look === 'failed' ? 'alert' : 'status'}>
        <h1>{sentence}</h1>
        {reason === undefined ? null : <p>{reason}</p>}
      </div>
      {details === undefined ? null : (
        <details className="pop-up-details">
          <summary>{t('linking.details')}</summary>
          <p>{details}</p>
        </details>
      )}
      {look === 'working' ? null : openerOf(globalThis.window) === null ? (
        // A browser closes only windows that a page opened, so here the way leads on.
        <Link className="button" data-variant="secondary" data-size="large" to={paths.exchange} replace>
          {t('linking.toExchange')}
        </Link>
      ) : (
        <Button size="large" onClick={() => globalThis.window.close()}>
          {t('linking.closeWindow')}
        </Button>
      )}
    </main>
  );
};
