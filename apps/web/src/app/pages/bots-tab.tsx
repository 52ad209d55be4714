// The bots tab: the running bots, the margin and the creation form, or a notice while the member is not approved.
import { Suspense, useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import type { BotWire, InstrumentWire, MarginResponse } from '@rondo/contract';
import { minAvailableMargin } from '@rondo/strategy/settings';
import { useApi } from '../../api/calls/api-context.tsx';
import { useFeedLive } from '../../api/feed/feed-context.tsx';
import { intervals } from '../../api/queries/intervals.ts';
import { useAccountLabels, useChosenAccount, useMargin } from '../../api/queries/chosen-account.ts';
import { instrumentsQuery, myBotsQuery } from '../../api/queries/queries.ts';
import { useFailure } from '../../api/queries/use-failure.ts';
import { useMember, useSession } from '../../api/session/session-context.tsx';
import { AnotherBot } from '../../features/bots/another-bot.tsx';
import { BotCard } from '../../features/bots/card/bot-card.tsx';
import { isBelow } from '../../features/bots/card/bot-figures.ts';
import { EndedNotice } from '../../features/bots/ended/ended-notice.tsx';
import { OtherPositions } from '../../features/bots/positions/other-positions.tsx';
import { useRoundNotice } from '../../features/bots/use-round-notice.ts';
import { MarginCard } from '../../features/bots/margin-card.tsx';
import { ShortMargin } from '../../features/bots/short-margin.tsx';
import { RoundCard } from '../../features/bots/card/round-card.tsx';
import { AccountChooser } from '../../features/connection/account-chooser.tsx';
import { FirstRunPlace } from './first-run-place.tsx';
import { FormPlace } from './form-place.tsx';
import { useCreationForm } from './use-creation-form.ts';
import { TextsOf, useT } from '../../i18n/i18n-context.tsx';
import { useDocumentTitle } from '../../lib/page/use-document-title.ts';
import { useHydrated } from '../../lib/page/use-hydrated.ts';
import { useLater } from '../../lib/page/use-later.ts';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { Button } from '../../ui/basics/button.tsx';
import { Freshness } from '../../ui/figures/freshness.tsx';
import { PageHeading } from '../../ui/basics/page-heading.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import { Skeleton } from '../../ui/figures/skeleton.tsx';
import { lazyComponent } from '../../lib/page/lazy-component.ts';

const WithoutApproval = lazyComponent(async () => (await import('./without-approval.tsx')).WithoutApproval);

const BotsTable = lazyComponent(async () => (await import('../../features/bots/bots-table.tsx')).BotsTable);

const DebugPanel = lazyComponent(async () => (await import('../../features/bots/debug/debug-panel.tsx')).DebugPanel);

/** Screens 3.6.4: with at least this number of bots, the table is above the cards. With fewer bots it is below them. */
const tableFirstFrom = 3;
const cardHeight = 640;
const tableHeight = 160;

/** Returns true while the person has never started a bot. The profile is read again when a first bot runs, because only the profile knows later that a bot has run. */
const useFirstRun = (bots: readonly BotWire[] | undefined): boolean => {
  const { user } = useMember();
  const { refreshProfile } = useSession();
  const isFirst = !user.has_run_bot;
  const hasBots = bots?.[0] !== undefined;
  useEffect(() => {
    // After a failure the next load of the page reads the profile.
    if (isFirst && hasBots) refreshProfile().catch(() => undefined);
  }, [isFirst, hasBots, refreshProfile]);
  return isFirst;
};

const useBotsData = () => {
  const api = useApi();
  const isLive = useFeedLive();
  const bots = useQuery(myBotsQuery(api));
  const margin = useMargin({ isLive, retry: false });
  return {
    isLive,
    bots,
    haveBotsFailed: useFailure(bots) !== null,
    margin,
    hasMarginFailed: useFailure(margin) !== null,
    instruments: useQuery(instrumentsQuery(api)),
  };
};

/** Returns the bots of the cards. A new figure of a bot is rendered later than a key, and another number of bots at once. */
const useLiveBots = ({ data, dataUpdatedAt }: BotsData['bots']) => {
  const received = useMemo(() => ({ bots: data ?? [], receivedAt: dataUpdatedAt }), [data, dataUpdatedAt]);
  return useLater(received, String(data?.length));
};

const LoadFailed = ({ onRetry }: { readonly onRetry: () => void }) => {
  const t = useT();
  return (
    <Banner tone="warning" role="alert" action={<Button onClick={onRetry}>{t('common.retry')}</Button>}>
      {t('bots.loadFailed')}
    </Banner>
  );
};

const isMarginShort = (margin: MarginResponse | undefined): margin is MarginResponse =>
  margin !== undefined && isBelow(margin.available, minAvailableMargin);

type BotsData = ReturnType<typeof useBotsData>;

const BalanceCard = ({ data, bots }: { readonly data: BotsData; readonly bots: readonly BotWire[] }) => {
  const margin = data.margin.data;
  const account = useAccountLabels()(margin?.account_id ?? null);
  return (
    <MarginCard margin={margin} account={account} bots={bots} isLive={data.isLive} hasFailed={data.hasMarginFailed} />
  );
};

/** The running bots as a table. */
const Overview = ({ bots }: { readonly bots: readonly BotWire[] }) => (
  <Suspense fallback={<Skeleton height={tableHeight} />}>
    <BotsTable bots={bots} />
  </Suspense>
);

/** The bots of one account, or of all accounts. The choice is offered only when the bots belong to several accounts. */
const useShownBots = (bots: readonly BotWire[]) => {
  const t = useT();
  const labelOf = useAccountLabels();
  const [wanted, setWanted] = useState('');
  const owners = [...new Set(bots.map((bot) => bot.account_id))];
  const isChoice = owners.length > 1;
  const shown = isChoice && owners.includes(wanted) ? bots.filter((bot) => bot.account_id === wanted) : bots;
  const filter = isChoice ? (
    <SelectField label={t('bots.shown')} value={wanted} onChange={(event) => setWanted(event.target.value)}>
      <option value="">{t('bots.shown.all')}</option>
      {owners.map((id) => (
        <option key={id} value={id}>
          {labelOf(id) ?? id}
        </option>
      ))}
    </SelectField>
  ) : null;
  return { shown, filter };
};

type BotsRailProps = {
  readonly data: BotsData;
  readonly bots: readonly BotWire[];
  readonly chooser: ReactNode;
  /** The state of the creation form, or null when the person may not create a bot. */
  readonly creation: ReturnType<typeof useCreationForm> | null;
  /** The instrument of the first bot. */
  readonly instrument: InstrumentWire | undefined;
};

/** The column beside the cards: other positions, the margin, the way to another bot, and, below the known margin, the round of an only bot. */
const BotsRail = ({ data, bots, chooser, creation, instrument }: BotsRailProps) => {
  const { margin } = data;
  const isClosed = creation !== null && creation.form !== 'open';
  const [first] = bots;
  return (
    <aside className="bots-rail">
      {chooser}
      <OtherPositions />
      <Freshness updatedAt={margin.dataUpdatedAt} maxAgeMs={intervals.staleBalanceMs} saysAge={false}>
        <BalanceCard data={data} bots={bots} />
      </Freshness>
      {isClosed && isMarginShort(margin.data) ? <ShortMargin margin={margin.data} /> : null}
      {isClosed && margin.data !== undefined && !isMarginShort(margin.data) ? (
        <AnotherBot
          margin={margin.data}
          bots={bots}
          takesFocus={creation.form === 'hidden'}
          onFocused={() => creation.setForm('unasked')}
          onOpen={() => creation.setForm('open')}
        />
      ) : null}
      {bots.length === 1 && first !== undefined && !margin.isPending ? (
        <RoundCard bot={first} instrument={instrument} />
      ) : null}
    </aside>
  );
};

type CardsProps = {
  readonly data: BotsData;
  readonly shown: readonly BotWire[];
  readonly receivedAt: number;
  readonly isTableFirst: boolean;
};

/** The cards of the running bots, and the table below them. With many bots, the table is above the cards. */
const Cards = ({ data, shown, receivedAt, isTableFirst }: CardsProps) => (
  <Freshness className="bots-cards" updatedAt={data.bots.dataUpdatedAt} maxAgeMs={intervals.staleBotsMs}>
    {shown.map((bot) => (
      <BotCard key={bot.id} bot={bot} receivedAt={receivedAt} instrument={instrumentOf(data, bot)} />
    ))}
    {isTableFirst ? null : <Overview bots={shown} />}
  </Freshness>
);

const instrumentOf = ({ instruments }: BotsData, bot: BotWire) =>
  instruments.data?.items.find((item) => item.instId === bot.symbol);

const RunningBots = ({ mayCreate }: { readonly mayCreate: boolean }) => {
  const t = useT();
  const data = useBotsData();
  const { bots } = data;
  const margin = data.margin.data;
  const chosen = useChosenAccount();
  const isUnlinked = chosen.isKnown && chosen.account === undefined && margin === undefined;
  const withKey = chosen.accounts.filter((account) => account.key_state !== 'none');
  const chooser = <AccountChooser {...chosen} accounts={withKey} label={t('bots.account')} />;
  const [first] = bots.data ?? [];
  const hasBots = bots.data === undefined ? null : first !== undefined;
  const creation = useCreationForm({ hasBots, mayStart: margin === undefined ? null : !isMarginShort(margin) });
  const live = useLiveBots(bots);
  const { shown, filter } = useShownBots(live.bots);
  const isFirstRun = useFirstRun(bots.data);
  useRoundNotice(bots.data);
  // The first render of the cards is the longest one of the tab. As a deferred render it can be interrupted, so the page reacts to a key meanwhile.
  // The frame asks for the bots too, so the response can arrive before React takes over the written page, which has a grey box.
  const isHydrated = useHydrated();
  const hasCards = useDeferredValue(isHydrated && bots.data !== undefined);
  if (bots.data === undefined || !hasCards) {
    if (!isHydrated || !data.haveBotsFailed) return <Skeleton height={cardHeight} />;
    return <LoadFailed onRetry={() => void bots.refetch()} />;
  }
  if (first === undefined && !mayCreate) return <OtherPositions />;
  // Without a bot the place of the form depends on the linked account, so nothing is shown that would move.
  if (first === undefined && !chosen.isKnown) return <Skeleton height={cardHeight} />;
  const isTableFirst = shown.length >= tableFirstFrom;
  const { settings, onHide, onCreated } = creation;
  const form =
    mayCreate && creation.isShown ? (
      <FormPlace settings={settings} onHide={first === undefined ? null : onHide} onCreated={onCreated} />
    ) : null;
  // With and without bots the form has the same place among the children, so that React keeps its instance.
  return (
    <>
      {first === undefined ? chooser : filter}
      {first === undefined && isFirstRun ? <FirstRunPlace /> : null}
      {first === undefined ? <OtherPositions /> : isTableFirst ? <Overview bots={shown} /> : null}
      {form}
      {first === undefined ? (
        <>
          {form === null && isMarginShort(margin) && !isFirstRun ? <ShortMargin margin={margin} /> : null}
          {isUnlinked ? null : <BalanceCard data={data} bots={[]} />}
        </>
      ) : (
        <div className="bots-grid">
          <Cards data={data} shown={shown} receivedAt={live.receivedAt} isTableFirst={isTableFirst} />
          <BotsRail
            data={data}
            bots={bots.data}
            chooser={chooser}
            creation={mayCreate ? creation : null}
            instrument={instrumentOf(data, first)}
          />
        </div>
      )}
    </>
  );
};

/** Writes the title of the tab. With a running bot it begins with the price of the first bot, so that the price is visible in a list of browser tabs. */
const Title = () => {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const [bot] = useQuery({ ...myBotsQuery(api), refetchInterval: false }).data ?? [];
  const instruments = useQuery(instrumentsQuery(api)).data?.items ?? [];
  const instrument = instruments.find(({ instId }) => instId === bot?.symbol);
  const isPriced = bot !== undefined && bot.mark_price !== null && instrument !== undefined;
  const price = isPriced ? [`${instrument.baseCcy} ${format.price(bot.mark_price, instrument.tickSz)}`] : [];
  useDocumentTitle(format.list([...price, t('bots.title')]));
  return null;
};

export const BotsTab = () => {
  const t = useT();
  const { user } = useMember();
  const [query] = useSearchParams();
  return (
    <div className="bots-tab">
      <Title />
      <PageHeading text={t('bots.title')} isHidden />
      <EndedNotice hasHistory={user.has_granted} />
      {user.has_granted ? (
        <RunningBots mayCreate />
      ) : (
        <Suspense fallback={<Skeleton height={cardHeight} />}>
          <TextsOf part="firstRun" also="venues">
            <WithoutApproval>
              <RunningBots mayCreate={false} />
            </WithoutApproval>
          </TextsOf>
        </Suspense>
      )}
      {query.get('debug') === 'true' ? (
        <Suspense fallback={null}>
          <DebugPanel />
        </Suspense>
      ) : null}
    </div>
  );
};
