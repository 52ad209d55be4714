// The confirmation dialog before a stop. The button that changes nothing has the focus, and the button that stops the bot is last.
import { useRef, type ReactNode } from 'react';
import type { BotWire, InstrumentWire } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { Button } from '../../../ui/basics/button.tsx';
import { AlertBox } from '../../../ui/overlays/dialog.tsx';
import { SignedFigure } from '../../../ui/figures/signed-figure.tsx';
import { Pairs, type Pair } from '../../../ui/figures/stat.tsx';
import { closeEstimate } from './close-estimate.ts';
import type { StopCommand } from './use-stop-command.ts';

const sizePlaces = 6;
/** The slippage of the worst result as a ratio. It is 0.05 %, a typical spread while the price is stable. */
const estimateSlippage = '0.0005';

export type StopDialogsProps = {
  readonly bot: BotWire;
  /** The time of the cached mark price in epoch ms, or null when the price is current. */
  readonly markedAt: number | null;
  readonly command: StopCommand;
  readonly baseSize: string;
  readonly instrument: InstrumentWire | undefined;
};

/** The result of a close at market, from the worst one to the one at the mark price. The text of each language has the places of both figures. */
const ResultRange = ({ low, high }: { readonly low: string | null; readonly high: string | null }) => {
  const t = useT();
  const format = useFormat();
  const figures: Readonly<Record<string, ReactNode>> = {
    '{low}': <SignedFigure text={format.signedMoney(low)} />,
    '{high}': <SignedFigure text={format.signedMoney(high)} unit="USDT" />,
  };
  const parts = t('bots.dialog.between', { low: '{low}', high: '{high}' }).split(/(\{\w+\})/);
  return (
    <span className="row result-range">
      {parts
        .filter((part) => part !== '')
        .map((part) => (
          <span key={part}>{figures[part] ?? part}</span>
        ))}
    </span>
  );
};

const useFigures = ({ bot, markedAt, baseSize, instrument }: Omit<StopDialogsProps, 'command'>): readonly Pair[] => {
  const t = useT();
  const format = useFormat();
  if (instrument === undefined) return [];
  const estimate = closeEstimate(bot, instrument, estimateSlippage);
  const isKnown = bot.unrealised_pnl !== null;
  const mark = `${format.price(bot.mark_price, instrument.tickSz)}\u00a0USDT`;
  return [
    { label: t('bots.dialog.size'), value: `${format.size(baseSize, sizePlaces)}\u00a0${instrument.baseCcy}` },
    {
      label: t('bots.dialog.mark'),
      value: markedAt === null ? mark : format.list([mark, t('bots.asOf', { time: format.timeWithSeconds(markedAt) })]),
    },
    {
      label: t('bots.dialog.result'),
      value: isKnown ? <ResultRange low={estimate.worst} high={bot.unrealised_pnl} /> : t('bots.reading'),
    },
    { label: t('bots.dialog.fee'), value: `${format.money(estimate.fee)}\u00a0USDT` },
    {
      label: t('bots.dialog.realised'),
      value: <SignedFigure text={format.signedMoney(bot.realised_pnl)} unit="USDT" />,
    },
  ];
};

export const StopDialogs = (props: StopDialogsProps) => {
  const { bot, command } = props;
  const t = useT();
  const safe = useRef<HTMLButtonElement>(null);
  const figures = useFigures(props);
  const { state } = command;
  const stop = state.kind === 'asking' ? state.stop : null;
  const isClose = stop !== 'keep';
  const pairs = isClose ? figures : figures.filter((pair) => pair.label !== t('bots.dialog.fee'));
  return (
    <AlertBox
      open={stop !== null}
      onOpenChange={(open) => !open && command.cancel()}
      title={t(isClose ? 'bots.dialog.closeTitle' : 'bots.dialog.keepTitle', { name: bot.title })}
      sentence={t(isClose ? 'bots.dialog.closeText' : 'bots.dialog.keepText')}
      tone={isClose ? 'danger' : 'warning'}
      initialFocus={safe}
      buttons={
        <>
          <Button ref={safe} size="large" onClick={command.cancel}>
            {t('bots.dialog.running')}
          </Button>
          <Button variant="danger" size="large" onClick={() => stop !== null && command.confirm(stop)}>
            {t(isClose ? 'bots.stop.close' : 'bots.stop.keep')}
          </Button>
        </>
      }
    >
      <Pairs framed pairs={pairs} />
    </AlertBox>
  );
};
