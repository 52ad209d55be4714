// The frame that replays a round: two staffs, the ledger beside them, and the transport below. Moves by style sheet alone.
import { useEffect, useId, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { useT } from '../../i18n/i18n-context.tsx';
import { durationText } from '../../lib/numbers/duration-text.ts';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { Icon } from '../../ui/basics/icon.tsx';
import { drawReplay, tickOf, type ReplayPicture, type ReplayRound, type Sign } from './replay-model.ts';
import { ReplayLedger } from './replay-ledger.tsx';
import './replay.css';

export type ReplayPlayerProps = {
  readonly round: ReplayRound;
  /** What it was walked with, in words. */
  readonly settings: string;
  /** Beside the transport: where else to look. */
  readonly aside?: ReactNode;
};

/** Above this part of the lower staff a label stands below its line. */
const highLabel = 30;

/** What only a part of the way is drawn from; style sheets read it. */
const at = (percent: number): CSSProperties => ({ '--at': percent / 100 }) as CSSProperties;

export const ReplayPlayer = ({ round, settings, aside }: ReplayPlayerProps) => {
  const t = useT();
  const picture = useMemo(() => drawReplay(round), [round]);
  const { frame, run, play, toggle, onEnd } = useTransport();
  return (
    <div ref={frame} className="replay" data-play={play}>
      <div className="replay-head">
        <strong>{round.symbol}</strong>
        <span className="muted">{settings}</span>
        <span className="simulated">{t('common.simulated')}</span>
      </div>
      <div className="replay-body">
        <div key={run} className="replay-staffs">
          <UpperStaff picture={picture} round={round} />
          <LowerStaff picture={picture} />
          <Dates round={round} />
        </div>
        <ReplayLedger round={round} />
      </div>
      <div className="replay-transport">
        <button
          type="button"
          className="replay-button"
          aria-label={t(play === 'playing' ? 'replay.pause' : 'replay.play')}
          onClick={toggle}
        >
          <Icon name={play === 'playing' ? 'pause' : 'play'} />
        </button>
        <span className="muted num">{durationText(t, round.to - round.from)}</span>
        <div key={run} className="replay-bar" aria-hidden="true">
          <i onAnimationEnd={onEnd} />
          {picture.signs.map((sign, index) => (
            <b key={index} data-kind={sign.kind} style={{ left: `${sign.x}%` }} />
          ))}
        </div>
        {aside}
      </div>
    </div>
  );
};

/** Still, playing or paused; what is out of sight waits. The finished round is what is seen first. */
function useTransport() {
  const frame = useRef<HTMLDivElement>(null);
  const [run, setRun] = useState(0);
  const [play, setPlay] = useState<'still' | 'playing' | 'paused'>('still');
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      element.dataset['hidden'] = String(entry?.isIntersecting !== true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const toggle = (): void => {
    if (play === 'still') setRun((count) => count + 1);
    setPlay(play === 'playing' ? 'paused' : 'playing');
  };
  return { frame, run, play, toggle, onEnd: () => setPlay('still') };
}

const UpperStaff = ({ picture, round }: { readonly picture: ReplayPicture; readonly round: ReplayRound }) => {
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
        </svg>
        {picture.signs.map((sign, index) => (
          <SignOn key={index} sign={sign} />
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

const SignOn = ({ sign }: { readonly sign: Sign }) => (
  <b
    className="replay-sign"
    data-kind={sign.kind}
    aria-hidden="true"
    style={{ ...at(sign.x), left: `${sign.x}%`, top: `${sign.y}%` }}
  >
    {sign.kind === 'entry' ? sign.step : null}
    {sign.kind === 'exit' ? <Icon name="check" /> : null}
    {sign.kind === 'liquidation' ? <Icon name="close" /> : null}
  </b>
);

const LowerStaff = ({ picture }: { readonly picture: ReplayPicture }) => {
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
            style={{ ...at(label.x), left: `${label.x}%`, top: `${label.y}%` }}
          >
            {format.percent(label.percent)}
          </small>
        ))}
      </div>
      <ul className="replay-gutter" aria-hidden="true">
        <li style={{ top: '6px' }}>{format.chosenPercent(0)}</li>
        <li style={{ top: 'calc(100% - 6px)' }}>{format.chosenPercent(100)}</li>
      </ul>
    </div>
  );
};

const Dates = ({ round }: { readonly round: ReplayRound }) => {
  const format = useFormat();
  return (
    <div className="replay-dates">
      <span>{format.dayAndTime(round.from)}</span>
      <span>{format.dayAndTime(round.to)}</span>
    </div>
  );
};
