// One finished bot: its settings, its result with fees and funding, its rounds, and every fill.
import { Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { BotFillWire, HistoryItem } from '@rondo/contract';
import { useApi } from '../../api/calls/api-context.tsx';
import { errorText } from '../../api/texts/error-text.ts';
import { botQuery, fillsQuery, instrumentsQuery } from '../../api/queries/queries.ts';
import { useFailure } from '../../api/queries/use-failure.ts';
import { useI18n, useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { lazyComponent } from '../../lib/page/lazy-component.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { Button } from '../../ui/basics/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Skeleton } from '../../ui/figures/skeleton.tsx';
import { Pairs } from '../../ui/figures/stat.tsx';
import { LongTable } from '../../ui/figures/long-table.tsx';
import type { Column } from '../../ui/figures/table.tsx';
import { BotLog } from '../bots/bot-log.tsx';
import { SettingsButton } from '../settings-text/settings-button.tsx';
import { ShareButton } from '../share/share-button.tsx';
import { endStyle } from './end-reason.ts';
import { Profit } from './profit.tsx';

/** The code of the rounds is loaded when a detail is opened. */
const BotRounds = lazyComponent(async () => (await import('./rounds/bot-rounds.tsx')).BotRounds);

const feePlaces = 8;
/** Screens 3.6.4: "show more" shows twenty more rows. */
const rowsPerClick = 20;

const Fills = ({ id, symbol }: { readonly id: string; readonly symbol: string }) => {
  const i18n = useI18n();
  const { t } = i18n;
  const format = useFormat();
  const api = useApi();
  const fills = useQuery(fillsQuery(api, id));
  const failure = useFailure(fills);
  const tick = useQuery(instrumentsQuery(api)).data?.items.find((item) => item.instId === symbol)?.tickSz;
  if (failure !== null) return <Banner tone="warning">{errorText(i18n, failure)}</Banner>;
  if (fills.data === undefined) return <Skeleton height={160} />;
  const describeFill = (fill: BotFillWire): string => {
    const side = t(fill.side === 'buy' ? 'history.fill.buy' : 'history.fill.sell');
    return fill.step === null || fill.step === 0
      ? side
      : format.list([side, t('history.fill.step', { step: String(fill.step) })]);
  };
  const columns: readonly Column<BotFillWire>[] = [
    { key: 'time', head: t('history.fill.time'), cell: (fill) => format.dayAndTime(fill.at) },
    { key: 'what', head: t('history.fill.what'), isName: true, cell: describeFill },
    {
      key: 'price',
      head: t('history.fill.price'),
      align: 'end',
      cell: (fill) => (tick === undefined ? fill.price : format.price(fill.price, tick)),
    },
    { key: 'size', head: t('history.fill.size'), align: 'end', cell: (fill) => format.size(fill.size, feePlaces) },
    { key: 'fee', head: t('history.fill.fee'), align: 'end', cell: (fill) => format.size(fill.fee, feePlaces) },
  ];
  return (
    <>
      {fills.data.is_complete ? null : <p className="muted small">{t('history.fillsMissing')}</p>}
      <Pairs
        pairs={[{ label: t('history.fees'), value: `${format.size(fills.data.total_fees, feePlaces)}\u00a0USDT` }]}
      />
      {fills.data.items.length === 0 ? (
        <p className="muted">{t('history.fillsNone')}</p>
      ) : (
        <LongTable
          caption={t('history.fills')}
          columns={columns}
          rows={fills.data.items}
          rowsPerClick={rowsPerClick}
          rowKey={(fill) => fill.fill_id}
        />
      )}
    </>
  );
};

/** The log of a finished bot: the reason of its end and everything before it. A bot of the demo world has no log. */
const Log = ({ id, symbol }: { readonly id: string; readonly symbol: string }) => {
  const i18n = useI18n();
  const api = useApi();
  const detail = useQuery({ ...botQuery(api, id), refetchInterval: false });
  const failure = useFailure(detail);
  const tick = useQuery(instrumentsQuery(api)).data?.items.find((item) => item.instId === symbol)?.tickSz ?? '0.01';
  if (failure !== null) return <Banner tone="warning">{errorText(i18n, failure)}</Banner>;
  if (detail.data === undefined) return <Skeleton height={120} />;
  return detail.data.logs.length === 0 ? null : (
    <BotLog botName={detail.data.title} lines={detail.data.logs} tickSize={tick} />
  );
};

/** The button for the settings, when the bot was read. */
const Settings = ({ id }: { readonly id: string }) => {
  const detail = useQuery({ ...botQuery(useApi(), id), refetchInterval: false });
  return detail.data === undefined ? null : <SettingsButton bot={detail.data} size="large" />;
};

/** The result, the settings and the times of the bot. */
const Summary = ({ item }: { readonly item: HistoryItem }) => {
  const t = useT();
  const format = useFormat();
  return (
    <Pairs
      framed
      pairs={[
        { label: t('history.profit'), term: 'botPnl', value: <Profit item={item} /> },
        { label: t('history.endedBy'), term: 'endedBy', value: t(endStyle(item.end_reason).key) },
        {
          label: t('history.direction'),
          term: 'direction',
          value: format.list([
            `${t(item.direction === 'LONG' ? 'bots.long' : 'bots.short')} ${format.leverage(item.leverage)}`,
            item.symbol,
          ]),
        },
        {
          label: `${t('history.martin')} / ${t('history.cyclic')}`,
          term: 'cyclicSteps',
          value: `${item.martin_steps} / ${item.cyclic_steps}`,
        },
        {
          label: `${t('history.rounds')} / ${t('history.cycles')}`,
          term: 'roundsCycles',
          value: `${item.rounds} / ${item.cycles}`,
        },
        { label: t('history.started'), value: format.dateTime(item.created_at) },
        { label: t('history.completed'), value: format.dateTime(item.ended_at) },
      ]}
    />
  );
};

export const HistoryDetail = ({
  item,
  onClose,
}: {
  readonly item: HistoryItem | null;
  readonly onClose: () => void;
}) => {
  const t = useT();
  if (item === null) return null;
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={t('history.detail', { name: item.title })}
      buttons={
        <>
          <Button size="large" onClick={onClose}>
            {t('common.close')}
          </Button>
          <Settings id={item.id} />
          <ShareButton item={item} />
        </>
      }
    >
      <Summary item={item} />
      <Suspense fallback={<Skeleton height={160} />}>
        <BotRounds bot={item} />
      </Suspense>
      <Log id={item.id} symbol={item.symbol} />
      <h3>{t('history.fills')}</h3>
      <Fills id={item.id} symbol={item.symbol} />
    </Dialog>
  );
};
