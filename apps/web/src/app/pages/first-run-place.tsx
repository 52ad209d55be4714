// The place of the check-list of the first run. Its code and its texts are loaded only for a person who has not started a bot yet.
import { Suspense } from 'react';
import { useChosenAccount } from '../../api/queries/chosen-account.ts';
import { firstRunHeight } from '../../features/first-run/first-run-height.ts';
import { TextsOf } from '../../i18n/i18n-context.tsx';
import { lazyComponent } from '../../lib/page/lazy-component.ts';
import { Skeleton } from '../../ui/figures/skeleton.tsx';

const FirstRunCard = lazyComponent(
  async () => (await import('../../features/first-run/first-run-card.tsx')).FirstRunCard,
);

/** The place has the height of the step at which the linked account is. The style sheet of the tab has these heights, because the list loads its own one. */
export const FirstRunPlace = () => {
  const { account } = useChosenAccount();
  return (
    <div className="first-run-place" data-key={account?.key_state}>
      <Suspense fallback={<Skeleton height={firstRunHeight} />}>
        <TextsOf part="firstRun" also="venues">
          <FirstRunCard />
        </TextsOf>
      </Suspense>
    </div>
  );
};
