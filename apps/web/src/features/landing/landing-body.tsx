// The landing page below its first words; it comes after them, so that they are there at once.
import type { ReactNode } from 'react';
import { useT } from '../../i18n/i18n-context.tsx';
import { Skeleton } from '../../ui/figures/skeleton.tsx';
import { CostSection } from './cost-section.tsx';
import { HowItWorks, NeverAsk, Questions, WhereItEnds } from './landing-sections.tsx';
import { LeaderboardSection } from './leaderboard-section.tsx';
import { usePublic } from './public-answers.ts';
import { parseReplays } from './replay-answer.ts';
import { HeroReplay, WrongReplay } from './replay-sections.tsx';
import { TestimonialsSection } from './testimonials-section.tsx';
import './landing.css';

/** The player's height, so that nothing moves when the rounds arrive. */
const waitingHeight = 560;

export const LandingBody = ({ actions }: { readonly actions: ReactNode }) => {
  const t = useT();
  const { loaded } = usePublic('replays', parseReplays);
  const replays = loaded.kind === 'here' ? loaded.value : null;
  return (
    <>
      {/* Without rounds, as on a venue whose candles cannot be read, the words above stand alone. */}
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
