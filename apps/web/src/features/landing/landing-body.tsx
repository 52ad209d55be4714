// The landing page below the hero. It is loaded later, so that the hero is shown first.
import type { ReactNode } from 'react';
import { useT } from '../../i18n/i18n-context.tsx';
import { Skeleton } from '../../ui/figures/skeleton.tsx';
import { CostSection } from './cost-section.tsx';
import { HowItWorks, NeverAsk, Questions, WhereItEnds } from './landing-sections.tsx';
import { LeaderboardSection } from './leaderboard-section.tsx';
import { usePublic } from './public-responses.ts';
import { parseReplays } from './replay-response.ts';
import { HeroReplay, WrongReplay } from './replay-sections.tsx';
import { TestimonialsSection } from './testimonials-section.tsx';
import './landing.css';

/** The height of the player in px. This height is reserved, so that the layout does not shift when the rounds have loaded. */
const waitingHeight = 560;

export const LandingBody = ({ actions }: { readonly actions: ReactNode }) => {
  const t = useT();
  const { loaded } = usePublic('replays', parseReplays);
  const replays = loaded.kind === 'loaded' ? loaded.value : null;
  return (
    <>
      {/* This section is not rendered when the server returns no finished round, for example because it cannot read the candles of the venue. */}
      {loaded.kind === 'loading' || replays?.finished ? (
        <section className="page landing-replay">
          {replays?.finished ? (
            <HeroReplay replays={replays} round={replays.finished} />
          ) : (
            <Skeleton height={waitingHeight} />
          )}
        </section>
      ) : null}
      <HowItWorks />
      <WhereItEnds />
      {replays?.fall ? <WrongReplay replays={replays} round={replays.fall} /> : null}
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
        <div className="row">{actions}</div>
      </section>
    </>
  );
};
