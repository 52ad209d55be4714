// What a visitor sees when a page breaks: what happened, that bots are not affected, what to do.
import { useRouteError } from 'react-router';
import { useT } from '../i18n/i18n-context.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { OpenRing } from '../ui/logo.tsx';

/** A part of the app that could not be fetched, as browsers word it. */
export const isChunkError = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module script|chunk/i.test(error.message);

export const ErrorPage = () => {
  const t = useT();
  const error = useRouteError();
  return (
    <main id="content" className="page message-page">
      <OpenRing />
      <h1>{t('shell.error.title')}</h1>
      {isChunkError(error) ? <p>{t('shell.error.chunk')}</p> : null}
      <p>{t('shell.error.bots')}</p>
      <div className="row">
        <Button variant="primary" size="large" icon="refresh" onClick={() => location.reload()}>
          {t('shell.error.reload')}
        </Button>
        <a className="button" data-variant="secondary" data-size="large" href={paths.home}>
          {t('shell.error.home')}
        </a>
      </div>
    </main>
  );
};
