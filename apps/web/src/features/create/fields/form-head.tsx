// The header of the form: the tabs easy and manual, and the reset button.
import { memo } from 'react';
import { useT } from '../../../i18n/i18n-context.tsx';
import { Button } from '../../../ui/basics/button.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import type { FieldsProps } from './shared-fields.tsx';

type FormHeadProps = Pick<FieldsProps['form'], 'tab'> & Pick<FieldsProps, 'dispatch'>;

export const FormHead = memo(({ tab, dispatch }: FormHeadProps) => {
  const t = useT();
  return (
    <div className="create-tabs">
      <Segmented
        label={t('create.mode')}
        value={tab}
        onChange={(chosen) => dispatch({ kind: 'tab', tab: chosen })}
        options={[
          { value: 'easy', label: t('create.easy') },
          { value: 'manual', label: t('create.manual') },
        ]}
      />
      <Button variant="ghost" size="small" onClick={() => dispatch({ kind: 'reset' })}>
        {t('create.reset')}
      </Button>
    </div>
  );
});
