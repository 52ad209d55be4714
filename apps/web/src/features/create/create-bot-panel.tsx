// The screen that creates a bot. The ladder is on the left as a chart and as a table, the form is on the right, and the bar with the start button is below.
import { memo, Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { BotWire } from '@rondo/contract';
import { accountLabel } from '../../api/queries/chosen-account.ts';
import { useT } from '../../i18n/i18n-context.tsx';
import { lazyComponent } from '../../lib/page/lazy-component.ts';
import { useToast } from '../../lib/toasts.ts';
import { Later } from '../../lib/page/later.tsx';
import { blockerText } from './plan/blocker-text.ts';
import { CreateDock } from './create-dock.tsx';
import { creationHeadingId } from './creation-heading.ts';
import { initialCreateForm, type CreateForm } from './plan/create-form.ts';
import { figuresOf } from './plan/create-figures.ts';
import { ImportNotice } from './import/import-notice.tsx';
import { PasteSettings } from './import/paste-settings.tsx';
import { importedForm } from './plan/imported-form.ts';
import { EntryField } from './fields/entry-modes.tsx';
import { FormHead } from './fields/form-head.tsx';
import { PreviewColumn } from './picture/preview-column.tsx';
import { ReviewDialog, type ReviewDialogProps } from './review-dialog.tsx';
import { ExchangeBadge, type ExchangeBadgeProps } from './fields/exchange-badge.tsx';
import { nameOfNameField, PairAndDirection, type FieldsProps } from './fields/shared-fields.tsx';
import { TabFields } from './fields/tab-fields.tsx';
import { simulatedEntryOf } from './plan/simulated-entry.ts';
import { useCreateBot } from './plan/use-create-bot.ts';
import { readSettings, type SettingsReading } from '../settings-text/settings-text.ts';
import { WhatIfSlot } from '../what-if/what-if-slot.tsx';
import './create.css';

/** The preview of the request exists in development only. The production build does not contain it. */
const RequestPreview = import.meta.env.DEV
  ? lazyComponent(async () => (await import('./request-preview.tsx')).RequestPreview)
  : null;

type Creation = ReturnType<typeof useCreateBot>;

/** Returns the figures of the form and the data of the review. They are null while the form has no plan. */
const useFigures = ({ model, lastPrice }: Creation) => {
  const figures = useMemo(
    () => (model.preview === null || model.config === null ? null : figuresOf(model.preview, model.config)),
    [model],
  );
  const reviewable = useMemo(
    () =>
      figures === null || lastPrice === null || model.config === null
        ? null
        : { figures, lastPrice, config: model.config },
    [figures, lastPrice, model.config],
  );
  return { figures, reviewable };
};

const fieldsOf = (creation: Creation): FieldsProps => ({
  form: creation.form,
  dispatch: creation.dispatch,
  model: creation.model,
  instrumentIds: creation.listedInstrumentIds,
  instrumentsInUse: creation.instrumentsInUse,
  available: creation.available,
  foreign: creation.foreign,
  lastPrice: creation.lastPrice,
  hasAtr: true,
});

/** Returns the form with the settings that were read, or the form of a new bot. */
const formOf = (reading: SettingsReading | null): CreateForm =>
  reading?.ok === true ? importedForm(reading.settings) : initialCreateForm;

/** The form, which begins with the settings of a link. `use` replaces it by the settings of a text. */
const useImport = (settings: string | null, onCreated: (bot: BotWire) => void) => {
  const [reading, setReading] = useState(() => (settings === null ? null : readSettings(settings)));
  const creation = useCreateBot(formOf(reading), onCreated);
  const use = (read: SettingsReading): void => {
    setReading(read);
    creation.dispatch({ kind: 'imported', form: formOf(read) });
  };
  return { reading, use, creation };
};

export type CreateBotPanelProps = {
  /** The query of a link with the settings of a bot, or null. */
  readonly settings?: string | null;
  /** Called with the id of the bot after the server has created the bot. */
  readonly onCreated: (botId: string) => void;
};

export const CreateBotPanel = ({ settings = null, onCreated }: CreateBotPanelProps) => {
  const t = useT();
  const [isReviewing, setReviewing] = useState(false);
  const toast = useToast();
  const { reading, use, creation } = useImport(settings, ({ id, title }) => {
    setReviewing(false);
    toast({ tone: 'success', message: t('create.created', { name: title }) });
    onCreated(id);
  });
  const { form, model, instrument, lastPrice, bots, submit } = creation;
  const { figures, reviewable } = useFigures(creation);
  const blocker = model.blockers[0];
  const isFirstBot = (bots.data ?? []).length === 0;
  return (
    <div className="create-panel">
      <Title isFirstBot={isFirstBot}>
        <PasteSettings onRead={use} />
      </Title>
      {reading === null ? null : <ImportNotice reading={reading} instrumentId={form.instrumentId} />}
      <div className="create-grid">
        <PreviewColumn creation={creation} />
        <FormCard {...fieldsOf(creation)} account={creation.account} isLinking={creation.link.isPending} />
      </div>
      <WhatIfSlot bot={model.config} entry={simulatedEntryOf(form)} instrumentId={form.instrumentId} />
      <Later>
        <CreateDock
          figures={figures}
          steps={form.martinSteps}
          baseCurrency={instrument?.baseCcy ?? ''}
          tickSz={instrument?.tickSz ?? '0.01'}
          lastPrice={lastPrice}
          blockers={model.blockers}
          onNameMissing={() => document.querySelector<HTMLInputElement>(`[name=${nameOfNameField}]`)?.focus()}
          onReview={() => {
            submit.reset();
            setReviewing(true);
          }}
        />
      </Later>
      {RequestPreview === null ? null : (
        <Suspense fallback={null}>
          <RequestPreview submission={creation.submission} />
        </Suspense>
      )}
      <Review
        open={isReviewing}
        onOpenChange={setReviewing}
        form={form}
        account={creation.account === null ? null : accountLabel(creation.account)}
        name={model.name}
        reviewable={reviewable}
        tickSz={instrument?.tickSz ?? '0.01'}
        isFirstBot={isFirstBot}
        foreign={creation.foreign}
        blocked={blocker === undefined ? null : blockerText(blocker, t)}
        submit={{ isPending: submit.isPending, error: submit.error, run: () => submit.mutate() }}
      />
    </div>
  );
};

type Reviewed = Pick<ReviewDialogProps, 'figures' | 'lastPrice' | 'config'>;
type ReviewProps = Omit<ReviewDialogProps, keyof Reviewed> & { readonly reviewable: Reviewed | null };

/** An open review dialog remains open when the price becomes unavailable. It shows a message until the price is available again. */
const Review = ({ reviewable, ...dialog }: ReviewProps) => {
  const reviewed = useLastKnown(reviewable);
  return reviewed === null ? null : <ReviewDialog {...dialog} {...reviewed} />;
};

/** Moves the focus to the title, because the button that opened the form is removed. */
const Title = ({ isFirstBot, children }: { readonly isFirstBot: boolean; readonly children: ReactNode }) => {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <header className="create-title">
      <h2 id={creationHeadingId} ref={heading} tabIndex={-1}>
        {t(isFirstBot ? 'create.titleFirst' : 'create.titleNext')}
      </h2>
      <p className="muted">{t('create.nothingSent')}</p>
      {children}
    </header>
  );
};

const FormCard = memo(({ account, isLinking, ...fields }: FieldsProps & ExchangeBadgeProps) => {
  const { form, dispatch } = fields;
  const t = useT();
  return (
    <section className="card create-form" aria-label={t('create.formLabel')}>
      <div className="create-fields create-pair">
        <PairAndDirection {...fields} />
        <ExchangeBadge account={account} isLinking={isLinking} />
      </div>
      <div className="create-settings">
        <FormHead tab={form.tab} dispatch={dispatch} />
        <div className="create-fields">
          <TabFields {...fields} />
          <EntryField form={form} dispatch={dispatch} model={fields.model} />
        </div>
      </div>
    </section>
  );
});

/** Returns the value, or the last value that was not null. */
function useLastKnown<Value>(value: Value | null): Value | null {
  const [known, setKnown] = useState(value);
  if (value !== null && value !== known) setKnown(value);
  return value ?? known;
}
