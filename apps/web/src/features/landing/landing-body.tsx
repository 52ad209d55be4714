// The landing page below the hero. It is loaded later, so that the hero is shown first.
import { lazy, Suspense, type ReactNode } from 'react';
import { useT } from '../../i18n/i18n-context.tsx';
import { withChunkTimeout } from '../../lib/page/lazy-component.ts';
import { whenNear } from '../../lib/page/when-near.ts';
import { Skeleton } from '../../ui/figures/skeleton.tsx';
import { HowItWorks, NeverAsk, Questions, WhereItEnds } from './landing-sections.tsx';
import { usePublic } from './public-responses.ts';
import { parseReplays } from './replay-response.ts';
import { HeroReplay, WrongReplay } from './replay-sections.tsx';
import './landing.css';

/** The id of the part of the page that is loaded when it is near. */
const laterId = 'later';
// The content of the part is in the HTML of the build, so the visitor sees it before its code is there.
const LandingLater = lazy(async () => {
  await whenNear(laterId);
  return { default: (await withChunkTimeout(import('./landing-later.tsx'))).LandingLater };
});

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
      <div id={laterId}>
        <Suspense fallback={<div className="landing-coming" />}>
          <LandingLater />
        </Suspense>
      </div>
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
