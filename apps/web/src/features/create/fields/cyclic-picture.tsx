// Explains a cyclic step in three pictures: the step fills, the take-profit of the step fills, and the order of the step is placed again.
import { useT } from '../../../i18n/i18n-context.tsx';

export const CyclicPicture = () => {
  const t = useT();
  return (
    <details className="cyclic-picture">
      <summary>{t('create.cyclic.title')}</summary>
      <svg viewBox="0 0 360 84" role="img" aria-label={t('create.cyclic.alt')}>
        {[0, 120, 240].map((x, frame) => (
          <g key={x} transform={`translate(${x} 0)`}>
            <rect className="cyclic-base" x={6} y={14} width={18} height={7} rx={2} />
            <rect className="cyclic-base" x={26} y={30} width={18} height={7} rx={2} />
            <rect
              className={frame === 0 ? 'cyclic-filled' : 'cyclic-resting'}
              x={46}
              y={60}
              width={48}
              height={8}
              rx={2}
            />
            {frame === 1 ? <path className="cyclic-way" d="M98 64h6V44H70" /> : null}
            {frame === 1 ? <rect className="cyclic-profit" x={62} y={40} width={8} height={8} rx={1} /> : null}
            {frame === 2 ? <path className="cyclic-way" d="M98 48v16h-4m4 -16" /> : null}
          </g>
        ))}
      </svg>
      <ol>
        <li>{t('create.cyclic.fills')}</li>
        <li>{t('create.cyclic.profits')}</li>
        <li>{t('create.cyclic.rests')}</li>
      </ol>
    </details>
  );
};
