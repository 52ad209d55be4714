// The health of the connection: a label, a score, and a bar that shows the lowest score of each label.
import { healthLabel } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import { TermTip } from '../../../ui/overlays/term-tip.tsx';

/** The lowest score of each label (specification 2). */
const marks = [
  { word: 'fair', from: 50 },
  { word: 'good', from: 70 },
  { word: 'excellent', from: 90 },
] as const;

/** `score` is from 0 to 100, and null while it is unknown. */
export const HealthFigure = ({ score }: { readonly score: number | null }) => {
  const t = useT();
  const label = score === null ? 'checking' : healthLabel(score);
  return (
    <div className="health" data-label={label}>
      <div>
        <div className="stat-label">
          {t('connection.health')}
          <TermTip term="health" label={t('connection.health')} />
        </div>
        <p className="health-word" role="status">
          {t(`connection.health.${label}`)}
          {score === null ? null : <span className="health-score"> {t('connection.score', { score })}</span>}
        </p>
      </div>
      <div className="health-bar" aria-hidden="true">
        <div className="health-marks">
          {marks.map(({ word, from }) => (
            <span key={word} style={{ left: `${from}%` }}>
              {word === 'excellent' ? null : (
                <span className="health-mark-word">{`${t(`connection.health.${word}`)} `}</span>
              )}
              {from}
            </span>
          ))}
        </div>
        <div className="health-track">
          <span className="health-fill" style={{ width: `${score ?? 0}%` }} />
          {marks.map(({ word, from }) => (
            <span key={word} className="health-cut" style={{ left: `${from}%` }} />
          ))}
        </div>
      </div>
    </div>
  );
};
