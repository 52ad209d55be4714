// The landing page. It needs neither router nor dashboard client, so that a first visit stays light.
import { useT } from '../../i18n/i18n-context.tsx';
import { registerPath } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { PublicFrame } from '../../app/public-frame.tsx';
import { CostSection } from './cost-section.tsx';
import { HowItWorks, NeverAsk, Questions, WhereItEnds } from './landing-sections.tsx';
import { LeaderboardSection } from './leaderboard-section.tsx';
import { TestimonialsSection } from './testimonials-section.tsx';
import './landing.css';

export type LandingPageProps = {
  /** The invitation that the visitor came with. */
  readonly invitation: string | null;
  readonly isBusy?: boolean;
  readonly onLogIn: () => void;
};

export const LandingPage = ({ invitation, isBusy = false, onLogIn }: LandingPageProps) => {
  const t = useT();
  const logIn = (
    <Button variant="primary" size="large" busy={isBusy} onClick={onLogIn}>
      {t('login.title')}
    </Button>
  );
  const register = (
    <span className="muted">
      {t('landing.invitation')} <a href={registerPath(invitation)}>{t('landing.register')}</a>
    </span>
  );
  return (
    <PublicFrame>
      <section className="page hero">
        <h1>{t('landing.title')}</h1>
        <div className="hero-side">
          <p>{t('landing.lead')}</p>
          <div className="row">
            {logIn}
            {register}
          </div>
        </div>
      </section>
      <HowItWorks />
      <WhereItEnds />
      <LeaderboardSection />
      <TestimonialsSection />
      <CostSection />
      <NeverAsk />
      <Questions />
      <section className="page landing-section landing-close">
        <div>
          <h2>{t('landing.close')}</h2>
          <p className="muted">{t('landing.closeText')}</p>
        </div>
        <div className="row">
          {logIn}
          {register}
        </div>
      </section>
    </PublicFrame>
  );
};
