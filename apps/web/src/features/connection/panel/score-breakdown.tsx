// The points of each part of the health score.
import type { ComprehensiveStatus } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import { Pairs } from '../../../ui/figures/stat.tsx';

const names = ['key', 'socket', 'api', 'token'] as const;

export const ScoreBreakdown = ({ parts }: { readonly parts: NonNullable<ComprehensiveStatus['scoreParts']> }) => {
  const t = useT();
  return (
    <details className="score-parts">
      <summary>{t('connection.formula')}</summary>
      <p className="muted small">{t('connection.formulaText')}</p>
      <Pairs
        pairs={names.map((name) => ({
          label: t(`connection.part.${name}`),
          value: t('connection.points', { points: parts[name].points, of: parts[name].of }),
        }))}
      />
    </details>
  );
};
