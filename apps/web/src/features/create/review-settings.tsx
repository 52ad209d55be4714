// All settings of a bot in the review, and the facts that no figure shows: funding, the next round and the stop loss.
import { Suspense } from 'react';
import type { BotConfig } from '@rondo/strategy';
import { formatDecimal } from '@rondo/decimal';
import { TextsOf, useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { Pairs } from '../../ui/figures/stat.tsx';
import type { CreateFigures } from './plan/create-figures.ts';
import { entryFieldsOf, shownSignal } from './plan/entry-signal.ts';
import { stepDistanceText, type CreateForm } from './plan/create-form.ts';

export type ReviewSettingsProps = {
  readonly form: CreateForm;
  readonly config: BotConfig;
  /** The label of the account on which the bot trades, or null while no account is chosen. */
  readonly account: string | null;
};

export const ReviewSettings = ({ form, config, account }: ReviewSettingsProps) => {
  const t = useT();
  const format = useFormat();
  const percent = (text: string): string => format.chosenPercent(Number(text));
  return (
    <section className="review-settings" aria-label={t('create.settings')}>
      <h3>{t('create.settings')}</h3>
      <Pairs
        pairs={[
          ...(account === null ? [] : [{ label: t('create.account'), value: account }]),
          { label: t('create.pair'), value: form.instrumentId },
          { label: t('create.direction'), value: t(form.direction === 'long' ? 'create.long' : 'create.short') },
          { label: t('create.entry.label'), value: <EntryValue form={form} /> },
          ...(entryFieldsOf(form).shadow === undefined
            ? []
            : [{ label: t('create.entry.shadow'), value: <SignalValue form={form} /> }]),
          { label: t('create.allocation'), value: `${format.money(formatDecimal(config.allocation))}\u00a0USDT` },
          { label: t('create.share'), value: percent(form.investmentRatio) },
          { label: t('create.leverage'), value: format.leverage(form.leverage) },
          { label: t('create.steps'), value: format.count(form.martinSteps) },
          { label: t('create.cyclicSteps'), value: format.count(form.cyclicSteps) },
          {
            label: t('create.stepDistance'),
            value:
              form.atrMultiplier === null
                ? percent(stepDistanceText(form))
                : t('create.atrValue', { factor: format.leverage(form.atrMultiplier) }),
          },
          { label: t('create.takeProfit'), value: percent(form.takeProfit) },
          { label: t('create.cycleCredit'), value: percent(form.cycleCredit) },
          { label: t('create.stopLoss'), value: form.stopLoss === null ? t('common.none') : percent(form.stopLoss) },
          {
            label: t('create.autoReentry'),
            value: t(form.autoReentry ? 'create.autoReentryOn' : 'create.autoReentryOff'),
          },
          ...(form.autoReentry
            ? [{ label: t('create.compound'), value: t(form.compound ? 'create.compoundOn' : 'create.compoundOff') }]
            : []),
        ]}
      />
    </section>
  );
};

type EntryProps = Pick<ReviewSettingsProps, 'form'>;

/** When a round opens: at once, by an AI model, or at a signal. */
const EntryValue = ({ form }: EntryProps) => {
  const t = useT();
  if (form.entryMode === 'normal') return t('create.entry.normal');
  return form.entryMode === 'ai' ? t('create.entry.aiGpt') : <SignalValue form={form} />;
};

/** The texts of the signals are loaded with their fields, which are on the screen before the review. */
const SignalValue = (props: EntryProps) => (
  <Suspense fallback={null}>
    <TextsOf part="entry">
      <SignalText {...props} />
    </TextsOf>
  </Suspense>
);

/** The source of the signals. A rule also has its settings and the bars at which it fires. */
const SignalText = ({ form }: EntryProps) => {
  const t = useT();
  const format = useFormat();
  const { kind, bar, length } = form.signal;
  const name = t(`create.entry.${kind}`);
  if (kind === 'webhook') return name;
  const { level, when } = shownSignal(form);
  const rule = kind === 'rsi' ? `${name} (${length}) ${level}` : name;
  return format.list([rule, t(`entry.bar.${bar}`), t(`entry.when.${kind}.${when}`)]);
};

/** Returns the text about what follows the take-profit of the base. */
function nextRoundOf({ autoReentry, compound }: BotConfig) {
  if (!autoReentry) return 'create.reviewOnce';
  return compound ? 'create.reviewRepeats' : 'create.reviewRepeatsFixed';
}

type ReviewFactsProps = Pick<ReviewSettingsProps, 'config'> & { readonly figures: CreateFigures };

/** The facts that no figure of the review shows. */
export const ReviewFacts = ({ figures, config }: ReviewFactsProps) => {
  const t = useT();
  const format = useFormat();
  const { stopLoss } = figures;
  return (
    <ul className="review-facts">
      <li>
        <strong>{t(nextRoundOf(config))}</strong>
      </li>
      <li>
        {stopLoss === null
          ? t('create.reviewNoStopLoss')
          : t('create.reviewStopLoss', {
              percent: format.percent(stopLoss.percent),
              amount: format.money(stopLoss.amount),
            })}
      </li>
      <li>{t('create.reviewFunding')}</li>
      <li>{t('create.crossNote')}</li>
    </ul>
  );
};
