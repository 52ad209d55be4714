// The layout of the pages in the pop-up: an icon, a text, optional technical details, and a button that closes the window.
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
  /** `declined`: the user did not allow the link. This is a choice of the user and not a failure. */
  readonly status: 'working' | 'done' | 'failed' | 'declined';
  readonly sentence: string;
  /** The reason, as text for the user. */
  readonly reason?: string | undefined;
  /** The technical text of the exchange. It is shown when the user opens the details. */
  readonly details?: string | undefined;
};

const icons = { working: 'spinner', done: 'check', failed: 'close', declined: 'info' } as const;

export const PopUpPage = ({ status: look, sentence, reason, details }: PopUpPageProps) => {
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
        // A page may close its window only if another page has opened this window. In every other window the page shows a link instead of the button.
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
