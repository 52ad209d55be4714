// The sentences about a new bot that sends no order at its start: when its rounds open, and for which round the prices of the form are.
import { TextsOf, useT } from '../../../i18n/i18n-context.tsx';
import type { Translate } from '../../../i18n/translate.ts';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import type { OpeningForm } from './opening.ts';

/** The values of the sentence about the orders of a round. */
export type RoundValues = {
  readonly base: string;
  readonly amount: string;
  readonly count: number;
  readonly price: string;
  readonly distance: string;
};

export type LaterOpeningProps = {
  readonly form: OpeningForm;
  /** The orders of a round, or null when they are not told. */
  readonly round: (RoundValues & { readonly isLong: boolean }) | null;
};

export const LaterOpening = (props: LaterOpeningProps) => (
  <TextsOf part="opening">
    <Sentences {...props} />
  </TextsOf>
);

const Sentences = ({ form, round }: LaterOpeningProps) => {
  const t = useT();
  const format = useFormat();
  const { opens, example } = laterOpening(form, t);
  return format.sentences([
    ...opens,
    round === null ? null : t(round.isLong ? 'create.words.laterBuys' : 'create.words.laterSells', round),
    example,
  ]);
};

/** `hour`: at the close of an hour, because a distance from ATR waits for a reading. The others are the sources of signals. */
function openingOf({ entryMode, signal }: OpeningForm): 'hour' | 'signal' | 'message' | 'model' {
  switch (entryMode) {
    case 'normal':
      return 'hour';
    case 'signal':
      return signal.kind === 'webhook' ? 'message' : 'signal';
    case 'ai':
      return 'model';
    default:
      return entryMode satisfies never;
  }
}

function laterOpening(
  form: OpeningForm,
  t: Translate,
): { readonly opens: readonly string[]; readonly example: string } {
  const opening = openingOf(form);
  const opens = t(`create.opens.${opening}`);
  if (opening === 'model') return { opens: [opens], example: t('create.opens.exampleModel') };
  return form.atrMultiplier === null
    ? { opens: [opens], example: t('create.opens.example') }
    : { opens: [opens, t('create.opens.ownDistance')], example: t('create.opens.exampleWidest') };
}
