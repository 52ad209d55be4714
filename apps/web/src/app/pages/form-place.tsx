// The creation form of the bots tab. One instance stays when the number of running bots becomes zero or one, because React would lose its settings otherwise.
import { memo, Suspense } from 'react';
import { TextsOf, useT } from '../../i18n/i18n-context.tsx';
import { lazyComponent } from '../../lib/page/lazy-component.ts';
import { Button } from '../../ui/basics/button.tsx';
import { Skeleton } from '../../ui/figures/skeleton.tsx';

/** The code of the form and of its chart is loaded when the form is opened. */
const CreateBotPanel = lazyComponent(
  async () => (await import('../../features/create/create-bot-panel.tsx')).CreateBotPanel,
);

const formHeight = 640;

type CreationProps = { readonly settings: string | null; readonly onCreated: () => void };

/** The form is not rendered again with each change of a running bot. */
const Creation = memo((props: CreationProps) => (
  <Suspense fallback={<Skeleton height={formHeight} />}>
    <TextsOf part="create" also="review">
      <CreateBotPanel {...props} />
    </TextsOf>
  </Suspense>
));

/** The form. `onHide` is null when no bot runs, because the tab then shows nothing else. */
export const FormPlace = ({ onHide, ...creation }: CreationProps & { readonly onHide: (() => void) | null }) => {
  const t = useT();
  return (
    <section className="stack form-open">
      {onHide === null ? null : (
        <div className="row form-close">
          <Button variant="ghost" icon="close" onClick={onHide}>
            {t('bots.another.hide')}
          </Button>
        </div>
      )}
      <Creation {...creation} />
    </section>
  );
};
