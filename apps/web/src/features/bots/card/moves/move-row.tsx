// One resting order of a running bot: its distance from the price, what it buys or sells, and what changes after its fill.
import type { BotWire, InstrumentWire, NextMoveWire } from '@rondo/contract';
import { useT } from '../../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../../lib/numbers/use-format.ts';
import { baseSizeOf, isNegative, percentBetween } from '../bot-figures.ts';

const sizePlaces = 6;

const titles = {
  baseExit: { buy: 'bots.next.exitShort', sell: 'bots.next.exitLong' },
  takeProfit: { buy: 'bots.next.takeProfitShort', sell: 'bots.next.takeProfitLong' },
  entry: { buy: 'bots.next.entryLong', sell: 'bots.next.entryShort' },
  stopLoss: { buy: 'bots.next.stop', sell: 'bots.next.stop' },
} as const;

const toneOf = ({ kind, net_pnl: net }: NextMoveWire): string => {
  if (kind === 'entry') return 'accent';
  return net !== null && isNegative(net) ? 'down' : 'up';
};

export type MoveLineProps = {
  readonly tone: string;
  /** The distance from the price in percent, or null while the price is unknown. */
  readonly distance: number | null;
  readonly title: string;
  readonly note: string;
};

/** One row of the next moves. */
export const MoveLine = ({ tone, distance, title, note }: MoveLineProps) => {
  const format = useFormat();
  return (
    <div>
      <dt className={`${tone} figures`}>{format.signedPercent(distance)}</dt>
      <dd>
        <strong>{title}</strong>
        <span className="muted figures">{note}</span>
      </dd>
    </div>
  );
};

export const MoveRow = ({
  move,
  bot,
  instrument,
}: {
  readonly move: NextMoveWire;
  readonly bot: BotWire;
  readonly instrument: InstrumentWire;
}) => {
  const t = useT();
  const format = useFormat();
  const priceText = (price: string | null): string =>
    price === null ? t('common.none') : format.price(price, instrument.tickSz);
  const values = {
    step: String(move.step),
    size: format.size(baseSizeOf(move.size, instrument), sizePlaces),
    unit: instrument.baseCcy,
    price: priceText(move.price),
    net: move.net_pnl === null ? t('common.none') : format.signedMoney(move.net_pnl),
    exit: priceText(move.exit_after),
    liquidation: priceText(move.liquidation_after),
  };
  const notes = {
    baseExit: 'bots.next.exitNote',
    takeProfit: 'bots.next.takeProfitNote',
    // After its entry, a cyclic step has a take-profit of its own, and `exit_after` is its price.
    entry: move.step > bot.martin_steps - bot.cyclic_steps ? 'bots.next.cyclicNote' : 'bots.next.entryNote',
    stopLoss: 'bots.next.stopNote',
  } as const;
  return (
    <MoveLine
      tone={toneOf(move)}
      distance={percentBetween(bot.mark_price, move.price)}
      title={t(titles[move.kind][move.side], values)}
      note={t(notes[move.kind], values)}
    />
  );
};
