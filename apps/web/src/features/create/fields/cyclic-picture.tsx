// Explains a cyclic step: the picture of the landing page and three sentences. The picture is drawn again from left to right when the number of cyclic steps changes.
import { memo } from 'react';
import { useT } from '../../../i18n/i18n-context.tsx';
import cyclePicture from '../../landing/ill-cycle.svg';

export const CyclicPicture = memo(({ cyclicSteps }: { readonly cyclicSteps: number }) => {
  const t = useT();
  return (
    <div className="cyclic-picture">
      <svg key={cyclicSteps} viewBox="0 0 320 200" aria-hidden="true">
        <use href={`${cyclePicture}#picture`} />
      </svg>
      <div>
        <strong>{t('create.cyclic.title')}</strong>
        <ol>
          <li>{t('create.cyclic.fills')}</li>
          <li>{t('create.cyclic.profits')}</li>
          <li>{t('create.cyclic.rests')}</li>
        </ol>
      </div>
    </div>
  );
});
