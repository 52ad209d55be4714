// The player of a replayed round: two charts, the summary beside the charts, and the play button below the charts. CSS animates the round.
import { useEffect, useId, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { useT } from '../../i18n/i18n-context.tsx';
import { durationText } from '../../lib/numbers/duration-text.ts';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { Icon } from '../../ui/basics/icon.tsx';
import { drawReplay, tickOf, type ReplayPicture, type ReplayRound, type ReplayMarker } from './replay-model.ts';
import { ReplaySummary, type ReplaySummaryProps } from './replay-summary.tsx';
import './replay.css';

export type ReplayPlayerProps = {
  readonly round: ReplayRound;
  /** The settings of the round as text. */
  readonly settings: string;
  /** The factor of the speed. With the factor 1 the round lasts as long as `--lasts` in `replay.css`. */
  readonly speed?: number;
  /** True when the round starts by itself while it is visible, and the person has not asked for less motion. */
  readonly startsItself?: boolean;
  /** True for a round that ends in a liquidation: the chart of the price is larger, its entries are readable, and the distance to the liquidation is left out. */
  readonly isFall?: boolean;
  /** The content that is shown beside the play button, for example a link. */
  readonly aside?: ReactNode;
  /** The button that explains a term, or nothing. */
  readonly Explain?: ReplaySummaryProps['Explain'];
};

/** When a line is less than this percent of the height below the top of the lower chart, its label is placed below the line. */
const highLabel = 30;

/** The media query of a person who has not asked for less motion. */
const calm = '(prefers-reduced-motion: no-preference)';

/** Returns the CSS variable with the progress (0..1) at which an element appears. */
const progressStyle = (percent: number): CSSProperties => ({ '--at': percent / 100 }) as CSSProperties;

export const ReplayPlayer = ({
  round,
  settings,
  speed = 1,
  startsItself = false,
  isFall = false,
  aside,
  Explain,
}: ReplayPlayerProps) => {
  const t = useT();
  const picture = useMemo(() => drawReplay(round, { isFall }), [round, isFall]);
  const { frame, runNumber, playState, toggle, onEnd } = usePlayback(startsItself);
  return (
    <div
      ref={frame}
      className="replay"
      data-fall={isFall}
      data-play={playState}
      style={{ '--speed': speed } as CSSProperties}
    >
      <div className="replay-head">
        <strong>{round.symbol}</strong>
        <span className="muted">{settings}</span>
        <span className="simulated">{t('common.simulated')}</span>
      </div>
      <div className="replay-body">
        <div key={runNumber} className="replay-staffs">
          <PriceChart picture={picture} round={round} />
          {isFall ? null : <LiquidationChart picture={picture} />}
          <Dates round={round} picture={picture} />
        </div>
        <ReplaySummary round={round} Explain={Explain} />
      </div>
      <div className="replay-transport">
        <button
          type="button"
          className="replay-button"
          aria-label={t(playState === 'playing' ? 'replay.pause' : 'replay.play')}
          onClick={toggle}
        >
          <Icon name={playState === 'playing' ? 'pause' : 'play'} />
        </button>
        <span className="muted num">{durationText(t, round.to - round.from)}</span>
        <div key={runNumber} className="replay-bar" aria-hidden="true">
          <i onAnimationEnd={onEnd} />
          {picture.markers.map((marker, index) => (
            <b key={index} data-kind={marker.kind} style={{ left: `${marker.x}%` }} />
          ))}
        </div>
        {aside}
      </div>
    </div>
  );
};

/**
 * The state of the player. The state `still` shows the finished round. The other states are `playing` and `paused`. The animation pauses
 * while the player is not visible.
 */
function usePlayback(startsItself: boolean) {
  const frame = useRef<HTMLDivElement>(null);
  /** A round starts by itself only once. */
  const hasStarted = useRef(false);
  const [runNumber, setRunNumber] = useState(0);
  const [playState, setPlayState] = useState<'still' | 'playing' | 'paused'>('still');
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      const isVisible = entry?.isIntersecting === true;
      element.dataset['hidden'] = String(!isVisible);
      if (isVisible && startsItself && !hasStarted.current && matchMedia(calm).matches) {
        hasStarted.current = true;
        setPlayState('playing');
      }
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [startsItself]);
  const toggle = (): void => {
    if (playState === 'still') setRunNumber((count) => count + 1);
    setPlayState(playState === 'playing' ? 'paused' : 'playing');
  };
  return { frame, runNumber, playState, toggle, onEnd: () => setPlayState('still') };
}

const PriceChart = ({ picture, round }: { readonly picture: ReplayPicture; readonly round: ReplayRound }) => {
  const t = useT();
  const format = useFormat();
  const tick = tickOf(round);
  const summary = t('replay.summary', {
    symbol: round.symbol,
    cycles: round.cycles,
    result: format.signedMoney(round.net),
    worst: format.signedMoney(round.lowest),
  });
  return (
    <div className="replay-upper">
      <div className="replay-chart" role="img" aria-label={summary}>
        <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
          {picture.levels.map(({ step, y }) => (
            <path key={step} className="replay-level" d={`M0 ${y * 10}H1000`} />
          ))}
          {picture.stretched === null ? null : (
            <path className="replay-stretched" d={`M${picture.stretched.x * 10} 0V1000`} />
          )}
        </svg>
        <svg className="replay-drawn" viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
          {picture.held.map(({ x, width, y, top }, index) => (
            <g key={index}>
              {top === null ? null : (
                <rect className="replay-tint" x={x} width={width} y={Math.min(y, top)} height={Math.abs(y - top)} />
              )}
              <path className="replay-held" d={`M${x} ${y}h${width}`} />
            </g>
          ))}
          <path className="replay-price" d={picture.price} />
          <path className="replay-exit" d={picture.exit} />
          {picture.liquidation === null ? null : <path className="replay-liquidation" d={picture.liquidation.path} />}
        </svg>
        <LineNames picture={picture} tick={tick} />
        {picture.markers.map((marker, index) => (
          <Marker key={index} marker={marker} />
        ))}
      </div>
      <ul className="replay-gutter">
        {picture.levels.map((level) => (
          <li key={level.step} style={{ top: `${level.label}%` }}>
            <span>{level.step}</span> <strong>{format.price(level.price, tick)}</strong>{' '}
            <span>{t(level.cyclic ? 'replay.cyclic' : 'replay.base')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
};

/** The names of the exit line and of the liquidation line. */
const LineNames = ({ picture, tick }: { readonly picture: ReplayPicture; readonly tick: string }) => {
  const t = useT();
  const format = useFormat();
  return (
    <>
      {picture.exitName === null ? null : (
        <small
          className="replay-name"
          data-kind="exit"
          style={{
            ...progressStyle(picture.exitName.x),
            left: `${picture.exitName.x}%`,
            top: `${picture.exitName.y}%`,
          }}
        >
          <span>
            <span>{t('replay.exit')}</span>
          </span>
        </small>
      )}
      {picture.liquidation === null ? null : (
        <small className="replay-name" data-kind="liquidation" style={{ top: `${picture.liquidation.y}%` }}>
          {t('replay.liquidation', { price: format.price(picture.liquidation.price, tick) })}
        </small>
      )}
    </>
  );
};

const Marker = ({ marker }: { readonly marker: ReplayMarker }) => (
  <b
    className="replay-sign"
    data-kind={marker.kind}
    aria-hidden="true"
    style={{ ...progressStyle(marker.x), left: `${marker.x}%`, top: `${marker.y}%` }}
  >
    {marker.kind === 'entry' ? marker.step : null}
    {marker.kind === 'exit' ? <Icon name="check" /> : null}
    {marker.kind === 'stop' ? <Icon name="stop" /> : null}
    {marker.kind === 'liquidation' ? <Icon name="close" /> : null}
  </b>
);

const LiquidationChart = ({ picture }: { readonly picture: ReplayPicture }) => {
  const t = useT();
  const format = useFormat();
  const hatch = useId();
  return (
    <div className="replay-lower">
      <p className="replay-caption">{t('replay.danger')}</p>
      <div className="replay-chart">
        <svg className="replay-drawn" viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
          <defs>
            <pattern id={hatch} width="14" height="90" patternUnits="userSpaceOnUse">
              <path d="M0 90L14 0" className="replay-hatch" />
            </pattern>
          </defs>
          <path className="replay-danger" fill={`url(#${hatch})`} d={picture.danger} />
        </svg>
        {picture.dangerLabels.map((label) => (
          <small
            key={label.x}
            data-wide={label.isWide}
            data-high={label.y < highLabel}
            style={{ ...progressStyle(label.x), left: `${label.x}%`, top: `${label.y}%` }}
          >
            {format.signedPercent(picture.dangerSign * label.percent)}
          </small>
        ))}
      </div>
      <ul className="replay-gutter" aria-hidden="true">
        <li style={{ top: '6px' }}>{format.chosenPercent(0)}</li>
        <li
          style={{ top: 'calc(100% - 6px)' }}
        >{`${picture.dangerSign < 0 ? '\u2212' : '+'}${format.chosenPercent(100)}`}</li>
      </ul>
    </div>
  );
};

const Dates = ({ round, picture }: { readonly round: ReplayRound; readonly picture: ReplayPicture }) => {
  const t = useT();
  const format = useFormat();
  return (
    <>
      <div className="replay-dates">
        <span>{format.dayAndTime(round.from)}</span>
        <span>{format.dayAndTime(round.to)}</span>
      </div>
      {picture.stretched === null ? null : (
        <p className="muted small">{t('replay.stretched', { time: format.dayAndTime(picture.stretched.at) })}</p>
      )}
    </>
  );
};
