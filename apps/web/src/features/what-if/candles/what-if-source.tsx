// The source, the span and the costs of a what-if, and what is to be known about its candles.
import type { WhatIf } from '@rondo/backtest';
import type { CandleCoverage } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import type { Translate } from '../../../i18n/translate.ts';
import { durationText } from '../../../lib/numbers/duration-text.ts';
import type { Format } from '../../../lib/numbers/format.ts';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { candleSourceOf } from './candle-source.ts';
import { coverageFacts } from './coverage-facts.ts';

export type WhatIfSourceProps = {
  readonly coverage: CandleCoverage;
  readonly result: Pick<WhatIf, 'candles' | 'fromAt' | 'toAt'>;
  /** Whether each round opens at a signal of a rule. */
  readonly isAtSignals?: boolean;
};

export const WhatIfSource = ({ coverage, result, isAtSignals = false }: WhatIfSourceProps) => {
  const t = useT();
  const format = useFormat();
  const candles = {
    count: format.count(result.candles),
    from: format.date(result.fromAt),
    to: format.date(result.toAt),
  };
  return (
    <p className="what-if-note muted small">
      {format.sentences([
        t(`whatIf.source.${candleSourceOf(coverage, result)}`, candles),
        isAtSignals ? t('whatIf.atSignals') : null,
        t('whatIf.costs'),
        ...factsText({ coverage, result }, t, format),
      ])}
    </p>
  );
};

/** Returns what is to be known about the candles. Null stands for a fact that does not apply. */
function factsText(
  { coverage, result }: Pick<WhatIfSourceProps, 'coverage' | 'result'>,
  t: Translate,
  format: Format,
): readonly (string | null)[] {
  const { missing, tickSizes, ageMs, isShort } = coverageFacts(coverage, result);
  const sizes = tickSizes.map((size) => format.price(size, size)).join(' \u2192 ');
  return [
    missing > 0 ? t('whatIf.missing', { count: missing }) : null,
    sizes === '' ? null : t('whatIf.tickSizes', { sizes }),
    ageMs === null ? null : t('whatIf.age', { age: durationText(t, ageMs) }),
    coverage.state === 'filling' ? t('whatIf.filling') : isShort ? t('whatIf.short') : null,
  ];
}
