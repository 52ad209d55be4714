// The review dialog of a new bot, with the default settings of the form.
import { noForeign, type ForeignNoteProps } from '../features/create/fields/foreign-note.tsx';
import { ReviewDialog } from '../features/create/review-dialog.tsx';
import { useI18n } from '../i18n/i18n-context.tsx';
import { figuresOf } from '../features/create/plan/create-figures.ts';
import { initialCreateForm, type CreateForm } from '../features/create/plan/create-form.ts';
import { previewCreate } from '../features/create/plan/create-preview.ts';
import { fixedInstrument } from './samples.ts';
import { Opener } from './specimen.tsx';

const lastPrice = '3412.55';
const world = {
  instrument: fixedInstrument,
  hasInstrumentsFailed: false,
  lastPrice,
  bid: null,
  ask: null,
  available: '5303.18',
  accountId: 'account-1',
  isAccountRead: true,
  keyBlock: null,
  foreignMargin: '0',
  instrumentsInUse: [],
};

export type ReviewSampleProps = {
  readonly isFirstBot?: boolean;
  /** Settings that differ from the defaults of the form. */
  readonly changes?: Partial<CreateForm>;
  readonly foreign?: ForeignNoteProps;
  readonly blocked?: string | null;
  readonly onStart?: () => void;
  /** The error of the last attempt to start the bot. */
  readonly error?: unknown;
};

/** A button that opens the review dialog. The dialog sends nothing. */
export const ReviewSample = ({
  isFirstBot = false,
  changes = {},
  foreign = noForeign,
  blocked = null,
  onStart,
  error = null,
}: ReviewSampleProps) => {
  const form = { ...initialCreateForm, allocation: '2000', ...changes };
  const { config, preview, name } = previewCreate(form, world, useI18n());
  if (config === null || preview === null) throw new Error('the default form has no configuration or no preview');
  return (
    <Opener>
      {(open, setOpen) => (
        <ReviewDialog
          open={open}
          onOpenChange={setOpen}
          form={form}
          config={config}
          account="Main ••••4cnw"
          name={name}
          figures={figuresOf(preview, config)}
          tickSz={fixedInstrument.tickSz}
          lastPrice={lastPrice}
          isFirstBot={isFirstBot}
          foreign={foreign}
          blocked={blocked}
          submit={{ isPending: false, error, run: () => onStart?.() }}
        />
      )}
    </Opener>
  );
};
