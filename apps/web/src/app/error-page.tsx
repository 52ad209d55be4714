// What a visitor sees when a page breaks: what happened, that bots are not affected, what to do.
import { Component, type ReactNode } from 'react';
import { useT } from '../i18n/i18n-context.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { HelpLink } from '../ui/help-link.tsx';
import { OpenRing } from '../ui/logo.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

/** A part of the app that could not be fetched, as browsers word it. */
export const isChunkError = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module script|chunk/i.test(error.message);

const ErrorPage = ({ error, isPart }: { readonly error: unknown; readonly isPart: boolean }) => {
  const t = useT();
  const Place = isPart ? 'div' : 'main';
  return (
    <Place id={isPart ? undefined : 'content'} className={isPart ? 'message-page' : 'page message-page'}>
      <OpenRing />
      <PageHeading text={t('shell.error.title')} />
      {isChunkError(error) ? <p>{t('shell.error.chunk')}</p> : null}
      <p>{t('shell.error.bots')}</p>
      <div className="row">
        <Button variant="primary" size="large" icon="refresh" onClick={() => location.reload()}>
          {t('shell.error.reload')}
        </Button>
        <a className="button" data-variant="secondary" data-size="large" href={paths.home}>
          {t('shell.error.home')}
        </a>
        <HelpLink to="support_url" />
      </div>
    </Place>
  );
};

type ErrorBoundaryProps = {
  readonly pathname: string;
  /** Stands within a page whose frame goes on. */
  readonly isPart?: boolean;
  readonly children: ReactNode;
};
type ErrorBoundaryState = { readonly caught: { readonly error: unknown } | null };

/** Shows the error page in place of a page that breaks; React catches only in a class. Another address is another try. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { caught: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { caught: { error } };
  }

  override componentDidUpdate(before: ErrorBoundaryProps): void {
    if (before.pathname !== this.props.pathname && this.state.caught !== null) this.setState({ caught: null });
  }

  override render(): ReactNode {
    const { isPart = false, children } = this.props;
    return this.state.caught === null ? children : <ErrorPage error={this.state.caught.error} isPart={isPart} />;
  }
}
