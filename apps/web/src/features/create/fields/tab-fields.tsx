// The fields of the chosen tab. The easy tab asks for the allocation first, and the manual tab has it below the sliders.
import { EasyFields } from './easy-fields.tsx';
import { ManualFields } from './manual-fields.tsx';
import { AllocationField, NameField, type FieldsProps } from './shared-fields.tsx';

export const TabFields = (props: FieldsProps) =>
  props.form.tab === 'easy' ? (
    <>
      <EasyFields {...props} />
      <NameField {...props} />
    </>
  ) : (
    <>
      <ManualFields {...props} />
      <div className="pair-of-fields">
        <AllocationField {...props} />
        <NameField {...props} />
      </div>
    </>
  );
