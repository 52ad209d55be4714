// Names what the last choice of a preset has changed: the settings, and the liquidation price of the whole ladder.
import { formatDecimal, parseDecimal } from '@rondo/decimal';
import type { LadderPreview } from '@rondo/strategy';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import type { CreateForm } from '../plan/create-form.ts';
import type { CreateModel } from '../plan/create-preview.ts';

type PresetChangeNoteProps = {
  readonly form: CreateForm;
  readonly model: CreateModel;
  readonly tickSize: string;
};

const unknown = '–';

/** The element stays in the page while it is empty, because a screen reader announces only a change of a known element. */
export const PresetChangeNote = ({ form, model, tickSize }: PresetChangeNoteProps) => (
  <p className="chart-changed" role="status">
    {form.beforePreset === null ? null : <Changes {...{ form, model, tickSize }} before={form.beforePreset} />}
  </p>
);

type ChangesProps = PresetChangeNoteProps & { readonly before: NonNullable<CreateForm['beforePreset']> };

const Changes = ({ form, model, tickSize, before }: ChangesProps) => {
  const t = useT();
  const format = useFormat();
  const percentText = (text: string): string =>
    parseDecimal(text) === undefined ? unknown : format.chosenPercent(Number(text));
  const leverageText = (text: string): string => (parseDecimal(text) === undefined ? unknown : format.leverage(text));
  const priceOf = (plan: LadderPreview | null): string => {
    if (plan === null) return unknown;
    const price = plan.rows.at(-1)?.liquidationPrice ?? null;
    return price === null ? t('common.none') : format.price(formatDecimal(price), tickSize);
  };
  const changes = [
    [t('create.share'), percentText(before.investmentRatio), percentText(form.investmentRatio)],
    [t('create.leverage'), leverageText(before.leverage), leverageText(form.leverage)],
    [t('chart.liquidation', { step: form.martinSteps }), priceOf(model.before), priceOf(model.preview)],
  ].filter(([, former, present]) => former !== present);
  return (
    <>
      <strong>{t('chart.changedByPreset')}</strong>
      {changes.map(([name, former, present]) => (
        <span key={name}>
          <span className="muted">{name}</span> <span className="num">{`${former} → ${present}`}</span>
        </span>
      ))}
    </>
  );
};
