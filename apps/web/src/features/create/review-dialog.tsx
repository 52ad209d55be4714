// The review dialog before the start of a bot: the gain and the worst case, the figures at each depth of the ladder, all settings, and the check box.
import { Suspense, useRef, useState } from 'react';
import type { BotConfig } from '@rondo/strategy';
import { ApiError } from '../../api/calls/api-error.ts';
import { useAccountLabels, useMargin } from '../../api/queries/chosen-account.ts';
import { errorText } from '../../api/texts/error-text.ts';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { lazyComponent } from '../../lib/page/lazy-component.ts';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { Button } from '../../ui/basics/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Checkbox } from '../../ui/fields/field.tsx';
import { StairGlyph } from '../../ui/figures/stair-glyph.tsx';
import type { CreateFigures } from './plan/create-figures.ts';
import type { CreateForm } from './plan/create-form.ts';
import { opensLater } from './opening/opening.ts';
import { ForeignNote, type ForeignNoteProps } from './fields/foreign-note.tsx';
import { ReviewFacts, ReviewSettings } from './review-settings.tsx';
import { ReviewTable } from './review-table.tsx';

/** The code is loaded with the plan in words, which is on the screen before the review. */
const LaterOpening = lazyComponent(async () => (await import('./opening/later-opening.tsx')).LaterOpening);

export type ReviewDialogProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly form: CreateForm;
  readonly config: BotConfig;
  /** The label of the account on which the bot trades, or null while no account is chosen. */
  readonly account: string | null;
  readonly name: string;
  readonly figures: CreateFigures;
  readonly tickSz: string;
  readonly lastPrice: string;
  readonly isFirstBot: boolean;
  /** The open positions of the account that no bot manages. */
  readonly foreign: ForeignNoteProps;
  /** The reason why the bot cannot be started now, or null. */
  readonly blocked: string | null;
  readonly submit: { readonly isPending: boolean; readonly error: unknown; readonly run: () => void };
};

export const ReviewDialog = (props: ReviewDialogProps) => {
  const { open, onOpenChange, form, name, submit } = props;
  const { t } = useI18n();
  const [hasAccepted, setAccepted] = useState(false);
  const back = useRef<HTMLButtonElement>(null);
  const needsTick = props.isFirstBot && !hasAccepted;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      initialFocus={back}
      wide
      title={t('create.reviewTitle', { name })}
      sentence={<Opening form={form} />}
      buttons={
        <>
          <Button ref={back} size="large" onClick={() => onOpenChange(false)}>
            {t('create.back')}
          </Button>
          <Button
            variant="primary"
            size="large"
            busy={submit.isPending}
            disabled={needsTick || props.blocked !== null}
            aria-describedby={
              props.blocked === null ? (needsTick ? 'review-tick-reason' : undefined) : 'review-blocked'
            }
            onClick={submit.run}
          >
            {t('create.start')}
          </Button>
        </>
      }
    >
      <ReviewLeads {...props} />
      <ReviewTable {...props} />
      <ReviewSettings {...props} />
      <ReviewNotes {...props} hasAccepted={hasAccepted} onAccept={setAccepted} />
    </Dialog>
  );
};

/** The first sentences of the review: the bot, and when its first order is sent. */
const Opening = ({ form }: Pick<ReviewDialogProps, 'form'>) => {
  const { t } = useI18n();
  const format = useFormat();
  const isLong = form.direction === 'long';
  const bot = {
    instrument: form.instrumentId,
    leverage: format.leverage(form.leverage),
    steps: form.martinSteps,
    cyclic: form.cyclicSteps,
  };
  return (
    <>
      {t(isLong ? 'create.reviewLong' : 'create.reviewShort', bot)}
      {format.sentenceSpace}
      {opensLater(form) ? (
        <Suspense fallback={null}>
          <LaterOpening form={form} round={null} />
        </Suspense>
      ) : (
        t(isLong ? 'create.reviewOpensLong' : 'create.reviewOpensShort')
      )}
    </>
  );
};

const ReviewLeads = ({ form, figures }: ReviewDialogProps) => {
  const { t } = useI18n();
  const format = useFormat();
  const range = { low: format.signedMoney(figures.first.gain), high: format.signedMoney(figures.base.gain) };
  return (
    <div className="review-leads">
      <dl>
        <dt>{t('create.dock.expected')}</dt>
        <dd className="up">{t('create.dock.range', range)}</dd>
      </dl>
      <dl>
        <dt>{t('create.dock.worst')}</dt>
        <dd className="danger-text">{format.signedMoney(`-${figures.worstCase}`)}</dd>
      </dl>
      <StairGlyph
        steps={form.martinSteps}
        cyclicSteps={form.cyclicSteps}
        filled={1}
        isShort={form.direction === 'short'}
        width={72}
        height={36}
      />
    </div>
  );
};

/** What each running bot has reserved (specification 8), in the error that too little margin is available. */
const Allocations = () => {
  const { t } = useI18n();
  const format = useFormat();
  const { reserved = [], account_id: accountId = null } = useMargin().data ?? {};
  const account = useAccountLabels()(accountId);
  if (reserved.length === 0) return null;
  return (
    <>
      {account === null ? null : <p className="muted small">{account}</p>}
      <dl className="margin-rows figures" aria-label={t('bots.short.reserved')}>
        {reserved.map((row) => (
          <div key={row.bot_id}>
            <dt>{row.title}</dt>
            <dd>{`${format.money(row.amount)}\u00a0USDT`}</dd>
          </div>
        ))}
      </dl>
    </>
  );
};

type ReviewNotesProps = ReviewDialogProps & {
  readonly hasAccepted: boolean;
  readonly onAccept: (has: boolean) => void;
};

const ReviewNotes = (props: ReviewNotesProps) => {
  const { figures, config, foreign, isFirstBot, submit, blocked, hasAccepted, onAccept } = props;
  const translator = useI18n();
  const { t } = translator;
  const format = useFormat();
  const understood = t('create.understand', { amount: format.money(figures.worstCase) });
  return (
    <>
      {figures.feesEatTarget ? <Banner tone="warning">{t('create.feesEatTarget')}</Banner> : null}
      <ReviewFacts figures={figures} config={config} />
      <ForeignNote {...foreign} />
      {isFirstBot ? <Checkbox label={understood} checked={hasAccepted} onChange={onAccept} /> : null}
      {isFirstBot && !hasAccepted ? (
        <p id="review-tick-reason" className="field-hint">
          {t('create.tickFirst')}
        </p>
      ) : null}
      {blocked === null ? null : (
        <div id="review-blocked">
          <Banner tone="warning" role="status">
            {blocked}
          </Banner>
        </div>
      )}
      {submit.error === null ? null : (
        <Banner tone="danger" role="alert">
          {errorText(translator, submit.error)}
          {submit.error instanceof ApiError && submit.error.code === 'INSUFFICIENT_MARGIN' ? <Allocations /> : null}
        </Banner>
      )}
    </>
  );
};
