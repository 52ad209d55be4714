// The summary of a replayed round: the result and the worst moment in large letters, the other figures, the legend and a text.
import { useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { Icon } from '../../ui/basics/icon.tsx';
import type { TermTip } from '../../ui/overlays/term-tip.tsx';
import { SignedFigure } from '../../ui/figures/signed-figure.tsx';
import { tickOf, type ReplayRound } from './replay-model.ts';

const last = <Item,>(items: readonly Item[]): Item | undefined => items[items.length - 1];

/** The marker of each end of a round. An open round has no such marker, so its legend shows the marker of the exit. */
const endMarkers = {
  exit: { kind: 'exit', icon: 'check' },
  open: { kind: 'exit', icon: 'check' },
  stop: { kind: 'stop', icon: 'stop' },
  liquidation: { kind: 'liquidation', icon: 'close' },
} as const;

/** The legend of the markers on the chart. */
const Legend = ({ end }: Pick<ReplayRound, 'end'>) => {
  const t = useT();
  const { kind, icon } = endMarkers[end];
  return (
    <ul className="replay-key muted" aria-hidden="true">
      <li>
        <b className="replay-sign" data-kind="entry">
          1
        </b>
        {t('replay.key.entry')}
      </li>
      <li>
        <b className="replay-sign" data-kind="cycle" />
        {t('replay.key.cycle')}
      </li>
      <li>
        <b className="replay-sign" data-kind={kind}>
          <Icon name={icon} />
        </b>
        {t(`replay.key.${kind}`)}
      </li>
    </ul>
  );
};

export type ReplaySummaryProps = {
  readonly round: ReplayRound;
  /** The button that explains a term. The landing page has none, because its code must stay small. */
  readonly Explain?: typeof TermTip | undefined;
};

export const ReplaySummary = ({ round, Explain }: ReplaySummaryProps) => {
  const t = useT();
  const format = useFormat();
  return (
    <div className="replay-ledger">
      <dl>
        <LeadFigures round={round} Explain={Explain} />
        <OtherFigures round={round} Explain={Explain} />
      </dl>
      <Legend end={round.end} />
      <p>{t(round.end === 'exit' && round.cycles === 0 ? 'replay.end.plain' : `replay.end.${round.end}`)}</p>
      {round.bracket === null ? null : (
        <p className="muted">
          {t('replay.bracket', {
            worse: format.signedMoney(round.bracket.worse),
            better: format.signedMoney(round.bracket.better),
          })}
        </p>
      )}
    </div>
  );
};

const LeadFigures = ({ round, Explain }: ReplaySummaryProps) => {
  const t = useT();
  const format = useFormat();
  return (
    <>
      <div className="replay-lead">
        <dt>{t('replay.result')}</dt>
        <dd>
          <SignedFigure text={format.signedMoney(round.net)} unit="USDT" />
        </dd>
      </div>
      <div className="replay-lead">
        <dt>
          {t('replay.worst')}
          {Explain === undefined ? null : <Explain term="worstMoment" label={t('replay.worst')} />}
        </dt>
        <dd>
          <SignedFigure text={format.signedMoney(round.lowest)} unit="USDT" />
        </dd>
      </div>
    </>
  );
};

const OtherFigures = ({ round, Explain }: ReplaySummaryProps) => {
  const t = useT();
  const format = useFormat();
  const { exits, prices } = round;
  const tick = tickOf(round);
  const [first, end] = [prices[0]?.price, last(prices)?.price];
  const change = first === undefined || end === undefined ? null : (Number(end) / Number(first) - 1) * 100;
  return (
    <>
      <div>
        <dt>
          {t('replay.nearest')}
          {Explain === undefined ? null : <Explain term="nearest" label={t('replay.nearest')} />}
        </dt>
        <dd>{round.nearest === null ? t('common.none') : format.percent(round.nearest)}</dd>
      </div>
      <div>
        <dt>{t('replay.cycles')}</dt>
        <dd>{format.count(round.cycles)}</dd>
      </div>
      <div>
        <dt>{t('replay.exit')}</dt>
        <dd>{[exits[0], last(exits)].map((point) => format.price(point?.price ?? null, tick)).join(' \u2192 ')}</dd>
      </div>
      <div>
        <dt>{t('replay.change')}</dt>
        <dd>{format.signedPercent(change)}</dd>
      </div>
      <div>
        <dt>{t('replay.fees')}</dt>
        <dd>{format.money(round.fees)}</dd>
      </div>
    </>
  );
};
