// Names what the last choice of a preset has changed: the settings, and the liquidation price of the whole ladder.
import { formatDecimal, parseDecimal } from '@rondo/decimal';
import type { LadderPreview } from '@rondo/strategy';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import type { CreateForm, PresetSettings } from '../plan/create-form.ts';
import type { CreateModel } from '../plan/create-preview.ts';

type PresetChangeNoteProps = {
  readonly form: CreateForm;
  readonly model: CreateModel;
  readonly tickSize: string;
};

const unknown = '–';

/**
 * A screen reader announces only a change of an element that it knows, so the status stays in the page while it is empty. The liquidation price is not a part of the
 * status, because it changes with each price.
 */
export const PresetChangeNote = ({ form, model, tickSize }: PresetChangeNoteProps) => {
  const t = useT();
  const format = useFormat();
  const before = form.beforePreset;
  const priceOf = (plan: LadderPreview | null): string => {
    if (plan === null) return unknown;
    const price = plan.rows.at(-1)?.liquidationPrice ?? null;
    return price === null ? t('common.none') : format.price(formatDecimal(price), tickSize);
  };
  return (
    <div className="chart-changed">
      <p role="status">{before === null ? null : <ChangedSettings before={before} after={form} />}</p>
      {before === null ? null : (
        <Change
          name={t('chart.liquidation', { step: form.martinSteps })}
          before={priceOf(model.before)}
          after={priceOf(model.preview)}
        />
      )}
    </div>
  );
};

const ChangedSettings = ({ before, after }: { readonly before: PresetSettings; readonly after: PresetSettings }) => {
  const t = useT();
  const format = useFormat();
  const shareOf = ({ investmentRatio }: PresetSettings): string =>
    parseDecimal(investmentRatio) === undefined ? unknown : format.chosenPercent(Number(investmentRatio));
  const leverageOf = ({ leverage }: PresetSettings): string =>
    parseDecimal(leverage) === undefined ? unknown : format.leverage(leverage);
  return (
    <>
      <strong>{t('chart.changedByPreset')}</strong>
      <Change name={t('create.share')} before={shareOf(before)} after={shareOf(after)} />
      <Change name={t('create.leverage')} before={leverageOf(before)} after={leverageOf(after)} />
    </>
  );
};

type ChangeProps = { readonly name: string; readonly before: string; readonly after: string };

/** One value before and after the choice. A value that is the same is not shown. */
const Change = ({ name, before, after }: ChangeProps) =>
  before === after ? null : (
    <span>
      <span className="muted">{name}</span> <span className="num">{`${before} → ${after}`}</span>
    </span>
  );
