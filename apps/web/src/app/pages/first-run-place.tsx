// The place of the check-list of the first run. Its code and its texts are loaded only for a person who has not started a bot yet.
import { Suspense } from 'react';
import { firstRunHeight } from '../../features/first-run/first-run-height.ts';
import { TextsOf } from '../../i18n/i18n-context.tsx';
import { lazyComponent } from '../../lib/page/lazy-component.ts';
import { Skeleton } from '../../ui/figures/skeleton.tsx';

const FirstRunCard = lazyComponent(
  async () => (await import('../../features/first-run/first-run-card.tsx')).FirstRunCard,
);

export const FirstRunPlace = () => (
  <Suspense fallback={<Skeleton height={firstRunHeight} />}>
    <TextsOf part="firstRun" also="venues">
      <FirstRunCard />
    </TextsOf>
  </Suspense>
);
