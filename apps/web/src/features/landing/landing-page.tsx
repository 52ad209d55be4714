// The landing page. It does not use the router and the API client, so that the first visit loads little code.
import { Suspense, type MouseEvent, type Ref } from 'react';
import { TextsOf, useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { lazyComponent } from '../../lib/page/lazy-component.ts';
import { paths, registerPath } from '../../paths.ts';
import { Button } from '../../ui/basics/button.tsx';
import { PublicFrame } from '../../app/frame/public-frame.tsx';

const LandingBody = lazyComponent(async () => (await import('./landing-body.tsx')).LandingBody);

export type LandingPageProps = {
  /** The invitation code in the visitor's address, or null. */
  readonly invitation: string | null;
  readonly isBusy?: boolean;
  readonly onLogIn: () => void;
  /** Called for a click on a link to the registration. The function may prevent the default action and open the registration itself. */
  readonly onRegister: (click: MouseEvent<HTMLAnchorElement>) => void;
  /** The ref of the log-in button at the top of the page. */
  readonly logInRef?: Ref<HTMLButtonElement>;
};

export const LandingPage = ({ invitation, isBusy = false, onLogIn, onRegister, logInRef = null }: LandingPageProps) => {
  const t = useT();
  const format = useFormat();
  const actions = (ref: Ref<HTMLButtonElement>) => (
    <>
      <a className="button" data-variant="primary" data-size="large" href={paths.demo}>
        {t('landing.demo')}
      </a>
      <Button ref={ref} size="large" busy={isBusy} onClick={onLogIn}>
        {t('login.title')}
      </Button>
      <a
        className="button"
        data-variant="secondary"
        data-size="large"
        href={registerPath(invitation)}
        onClick={onRegister}
      >
        {t('landing.register')}
      </a>
    </>
  );
  return (
    <PublicFrame
      actions={
        <>
          <Button busy={isBusy} onClick={onLogIn}>
            {t('login.title')}
          </Button>
          <a className="button" data-variant="secondary" href={registerPath(invitation)} onClick={onRegister}>
            {t('landing.register')}
          </a>
        </>
      }
    >
      <section className="page hero">
        <h1>{t('landing.title')}</h1>
        <div className="hero-side">
          <p>
            <strong>{t('landing.lead')}</strong> {format.sentences([t('landing.ladder'), t('landing.watch')])}
          </p>
          <div className="row">{actions(logInRef)}</div>
        </div>
      </section>
      <Suspense fallback={<div className="landing-coming" />}>
        <TextsOf part="replay">
          <LandingBody actions={actions(null)} />
        </TextsOf>
      </Suspense>
    </PublicFrame>
  );
};
