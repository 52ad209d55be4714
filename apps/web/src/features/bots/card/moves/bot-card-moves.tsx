// The next moves of a running bot: every resting order, nearest to the price first, with its result and what changes after its fill.
import type { BotPhase, BotWire, InstrumentWire } from '@rondo/contract';
import { useT } from '../../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../../lib/numbers/use-format.ts';
import { percentBetween, type BotFigures } from '../bot-figures.ts';
import { MoveLine, MoveRow } from './move-row.tsx';
import { nearestFirst } from './nearest-first.ts';

/** The phases in which a bot without a position waits for the exchange. */
const opening: readonly BotPhase[] = ['starting', 'opening', 'running'];

export type BotCardMovesProps = {
  readonly bot: BotWire;
  /** False while an error, a hold, the trading state or the trading key prevents entries. */
  readonly mayEnter: boolean;
  readonly figures: BotFigures;
  readonly instrument: InstrumentWire | undefined;
};

/** The row below the orders of a bot whose steps have all filled. */
const FullLadderRow = ({ bot, tick }: { readonly bot: BotWire; readonly tick: string }) => {
  const t = useT();
  const format = useFormat();
  const price = bot.liquidation_price;
  return (
    <MoveLine
      tone="down"
      distance={percentBetween(bot.mark_price, price)}
      title={t('bots.next.full')}
      note={price === null ? t('bots.next.fullNone') : t('bots.next.fullNote', { price: format.price(price, tick) })}
    />
  );
};

export const BotCardMoves = ({ bot, mayEnter, figures, instrument }: BotCardMovesProps) => {
  const t = useT();
  const resting = bot.next_moves.filter(({ kind }) => kind !== 'entry' || mayEnter);
  const moves = nearestFirst(resting, bot.mark_price);
  // A bot without a resting order and without a next order, for example a locked bot, has no moves.
  if (instrument === undefined || (moves.length === 0 && !opening.includes(bot.phase))) return null;
  const isFull = figures.hasPosition && mayEnter && !moves.some(({ kind }) => kind === 'entry');
  return (
    <div className="moves">
      <h3 className="stat-label">{t('bots.nextMoves')}</h3>
      <dl>
        {moves.map((move) => (
          <MoveRow key={`${move.kind} ${move.step}`} move={move} bot={bot} instrument={instrument} />
        ))}
        {isFull && moves.length > 0 ? <FullLadderRow bot={bot} tick={instrument.tickSz} /> : null}
      </dl>
      {moves.length === 0 ? <p className="muted">{t('bots.next.waiting')}</p> : null}
    </div>
  );
};
