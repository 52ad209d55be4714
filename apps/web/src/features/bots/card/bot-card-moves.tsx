// The next exit and the next entry of a running bot with their prices, as text.
import type { BotPhase, BotWire, InstrumentWire } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { maySendEntries } from './bot-entering.ts';
import { baseSizeOf, percentBetween, type BotFigures } from './bot-figures.ts';

const sizePlaces = 6;

/** The phases in which a bot without a position waits for the exchange. */
const opening: readonly BotPhase[] = ['starting', 'opening', 'running'];

export type BotCardMovesProps = {
  readonly bot: BotWire;
  readonly figures: BotFigures;
  readonly instrument: InstrumentWire | undefined;
};

export const BotCardMoves = ({ bot, figures, instrument }: BotCardMovesProps) => {
  const t = useT();
  const format = useFormat();
  const tick = instrument?.tickSz ?? '0.01';
  const isLong = bot.direction === 'LONG';
  const next = maySendEntries(bot) ? figures.rungs.find((rung) => rung.state === 'next') : undefined;
  const hasExit = bot.take_profit_price !== null;
  // A bot without an exit and without a next order, for example a locked bot, has no moves.
  if (!hasExit && !opening.includes(bot.phase)) return null;
  return (
    <div className="moves">
      <h3 className="stat-label">{t('bots.nextMoves')}</h3>
      <dl>
        {hasExit ? (
          <div>
            <dt className="up figures">{format.signedPercent(figures.exitDistance)}</dt>
            <dd>
              <strong>
                {t(isLong ? 'bots.next.exitLong' : 'bots.next.exitShort', {
                  price: format.price(bot.take_profit_price, tick),
                })}
              </strong>
              <span className="muted">{t('bots.next.exitNote')}</span>
            </dd>
          </div>
        ) : null}
        {next !== undefined && instrument !== undefined && bot.current_step > 0 ? (
          <div>
            <dt className="accent figures">{format.signedPercent(percentBetween(bot.mark_price, next.price))}</dt>
            <dd>
              <strong>
                {t(isLong ? 'bots.next.entryLong' : 'bots.next.entryShort', {
                  step: String(next.step),
                  size: format.size(baseSizeOf(next.size, instrument), sizePlaces),
                  unit: instrument.baseCcy,
                })}
              </strong>
              <span className="muted figures">
                {t('bots.next.entryNote', {
                  price: format.price(next.price, tick),
                  liquidation: next.liquidation === null ? t('common.none') : format.price(next.liquidation, tick),
                })}
              </span>
            </dd>
          </div>
        ) : null}
      </dl>
      {hasExit ? null : <p className="muted">{t('bots.next.waiting')}</p>}
    </div>
  );
};
