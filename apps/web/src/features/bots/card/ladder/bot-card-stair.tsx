// The ladder of a running bot. The width of a rung shows its share of the whole position. The price and the state of the rung are shown below the rung.
import type { BotWire, InstrumentWire } from '@rondo/contract';
import { useT } from '../../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../../lib/numbers/use-format.ts';
import { deepestStepOf, type BotFigures } from '../bot-figures.ts';
import { rungText } from './rung-text.ts';

const rungDrop = 13;

export type BotCardStairProps = {
  readonly bot: BotWire;
  /** False while an error, a hold, the trading state or the trading key prevents entries. */
  readonly mayEnter: boolean;
  readonly figures: BotFigures;
  readonly instrument: InstrumentWire | undefined;
};

export const BotCardStair = ({ bot, mayEnter, figures, instrument }: BotCardStairProps) => {
  const t = useT();
  const format = useFormat();
  const { rungs } = figures;
  const firstCyclic = rungs.findIndex((rung) => rung.cyclic);
  const columns = rungs.map((rung) => `minmax(var(--rung-min), ${rung.share}fr)`).join(' ');
  return (
    <div className="bot-stair">
      <div className="row">
        <h3>{t('bots.stepOf', { current: String(deepestStepOf(bot)), all: String(bot.martin_steps) })}</h3>
        <span className="muted small wide-only">{t('bots.widths')}</span>
      </div>
      <ol
        className="bot-rungs"
        data-many={rungs.length > 5}
        data-direction={bot.direction}
        style={{ gridTemplateColumns: columns }}
      >
        {firstCyclic < 0 ? null : (
          <li className="bot-rungs-bracket" aria-hidden="true" style={{ gridColumn: `${firstCyclic + 1} / -1` }}>
            <span>{t('bots.cyclicBack')}</span>
          </li>
        )}
        {rungs.map((rung, index) => (
          <li
            key={rung.step}
            className="bot-rung-column"
            style={{
              gridColumn: index + 1,
              paddingTop: (bot.direction === 'LONG' ? index : rungs.length - 1 - index) * rungDrop,
            }}
          >
            <span className="bot-rung" data-state={rung.state} data-cyclic={rung.cyclic} aria-hidden="true" />
            <span className={`bot-rung-words${rung.state === 'next' ? ' accent' : ''}`}>
              <strong className="figures">{format.price(rung.price, instrument?.tickSz ?? '0.01')}</strong>
              <span className="muted">{rungText(t, rung, { bot, mayEnter })}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
};
