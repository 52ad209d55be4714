// The error page. It shows the problem, the message that bots are not affected, and the possible actions.
import { Component, useEffect, useState, type ReactNode } from 'react';
import { findServedPage, type ServedPage } from '../../api/calls/served-page.ts';
import { useT } from '../../i18n/i18n-context.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/basics/button.tsx';
import { HelpLink } from '../../ui/basics/help-link.tsx';
import { OpenRing } from '../../ui/basics/logo.tsx';
import { PageHeading } from '../../ui/basics/page-heading.tsx';

/** Returns true when a chunk could not be loaded. The function recognises the error messages of browsers and of the bundler. */
export const isChunkError = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module script|chunk|preload/i.test(error.message);

const missingPart = {
  none: 'shell.error.unreachable',
  same: 'shell.error.chunk',
  newer: 'shell.error.newVersion',
} as const satisfies Record<ServedPage, string>;

/** Returns true when the page has already been reloaded. The page is then not reloaded a second time. */
const isReloaded = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload');

/** Checks after a chunk load error which version of the page the server serves. When the version of the server is newer, the page is reloaded once. */
const useServedPage = (isMissing: boolean) => {
  const [served, setServed] = useState<ServedPage>('same');
  useEffect(() => {
    if (!isMissing) return undefined;
    let isLeft = false;
    void findServedPage().then((now) => {
      if (isLeft) return;
      setServed(now);
      if (now === 'newer' && !isReloaded()) location.reload();
    });
    return () => {
      isLeft = true;
    };
  }, [isMissing]);
  const tryAgain = async (): Promise<void> => {
    const now = await findServedPage();
    setServed(now);
    if (now !== 'none') location.reload();
  };
  return { served, tryAgain };
};

const ErrorPage = ({ error, isPart }: { readonly error: unknown; readonly isPart: boolean }) => {
  const t = useT();
  const isMissing = isChunkError(error);
  const { served, tryAgain } = useServedPage(isMissing);
  const Place = isPart ? 'div' : 'main';
  return (
    <Place id={isPart ? undefined : 'content'} className={isPart ? 'message-page' : 'page message-page'}>
      <OpenRing />
      <PageHeading text={t('shell.error.title')} />
      {isMissing ? <p role="status">{t(missingPart[served])}</p> : null}
      <p>{t('shell.error.bots')}</p>
      <div className="row">
        <Button
          variant="primary"
          size="large"
          icon="refresh"
          onClick={() => (isMissing ? void tryAgain() : location.reload())}
        >
          {t(isMissing ? 'common.retry' : 'shell.error.reload')}
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
  /** True when the error page is the content of a frame whose navigation still works. */
  readonly isPart?: boolean;
  /** The content that is shown instead of the error page. */
  readonly instead?: ReactNode;
  readonly children: ReactNode;
};
type ErrorBoundaryState = {
  readonly caught: { readonly error: unknown } | null;
  readonly pathname: string;
};

/** Shows the error page when a child throws. It is a class, because React has no hook that catches such errors. A new `pathname` resets the error. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { caught: null, pathname: this.props.pathname };

  static getDerivedStateFromError(error: unknown): Pick<ErrorBoundaryState, 'caught'> {
    return { caught: { error } };
  }

  static getDerivedStateFromProps(
    { pathname }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return pathname === state.pathname ? null : { caught: null, pathname };
  }

  override render(): ReactNode {
    const { isPart = false, instead, children } = this.props;
    if (this.state.caught === null) return children;
    return instead ?? <ErrorPage error={this.state.caught.error} isPart={isPart} />;
  }
}
