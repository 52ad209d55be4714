// The figures of the review, with one column for each depth of the ladder: after step 1, after the base and after all steps.
import type { CSSProperties } from 'react';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import type { Term } from '../../i18n/term.ts';
import { TermTip } from '../../ui/overlays/term-tip.tsx';
import { percentFrom } from './picture/preview-chart.ts';
import type { CreateFigures, DepthFigures } from './plan/create-figures.ts';

export type ReviewTableProps = { readonly figures: CreateFigures; readonly tickSz: string; readonly lastPrice: string };

type Row = {
  readonly label: string;
  readonly term: Term;
  readonly textOf: (depth: DepthFigures) => string;
};

/** The rows of the table, each with its figure at a depth. */
function useRows(tickSz: string, lastPrice: string): readonly Row[] {
  const { t } = useI18n();
  const format = useFormat();
  const liquidationText = ({ liquidation: price }: DepthFigures): string =>
    price === null
      ? t('common.none')
      : `${format.price(price, tickSz)} ${format.signedPercent(percentFrom(Number(price), Number(lastPrice)))}`;
  return [
    { label: t('create.positionUsdt'), term: 'positionUsdt', textOf: (depth) => format.money(depth.notional) },
    { label: t('create.marginUsdt'), term: 'marginInUse', textOf: (depth) => format.money(depth.margin) },
    { label: t('create.estLiq'), term: 'estLiquidation', textOf: liquidationText },
    { label: t('create.reviewGain'), term: 'gain', textOf: (depth) => format.signedMoney(depth.gain) },
    { label: t('create.feesInOut'), term: 'fees', textOf: (depth) => format.money(depth.fees) },
    { label: t('create.reviewNet'), term: 'gainNet', textOf: (depth) => format.signedMoney(depth.net) },
  ];
}

export const ReviewTable = ({ figures, tickSz, lastPrice }: ReviewTableProps) => {
  const { t } = useI18n();
  const { first, base, all } = figures;
  // The base can be step 1 alone. It then has no column of its own.
  const hasBase = base.steps > first.steps && base.steps < all.steps;
  const depths = hasBase ? [first, base, all] : [first, all];
  const rows = useRows(tickSz, lastPrice);
  return (
    <>
      {/* The attributes repeat the roles of the elements, because some browsers drop the roles when a narrow window displays the rows as grids. */}
      <table className="review-table" role="table" style={{ '--depths': depths.length } as CSSProperties}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              <span className="hidden-text">{t('create.figure')}</span>
            </th>
            <th role="columnheader" scope="col">
              {t('create.afterFirst')}
            </th>
            {hasBase ? (
              <th role="columnheader" scope="col">
                {t('create.afterBase', { count: base.steps })}
                <TermTip term="base" label={t('create.afterBase', { count: base.steps })} />
              </th>
            ) : null}
            <th role="columnheader" scope="col">
              {t('create.afterAll', { count: all.steps })}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ label, term, textOf }) => (
            <tr key={term} role="row">
              <th role="rowheader" scope="row">
                {label}
                <TermTip term={term} label={label} />
              </th>
              {depths.map((depth) => (
                <td
                  key={depth.steps}
                  role="cell"
                  className={
                    term === 'estLiquidation' && depth === all && all.liquidation !== null ? 'danger-text' : undefined
                  }
                >
                  {textOf(depth)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {all.steps > base.steps ? <p className="muted small">{t('create.reviewCycles')}</p> : null}
    </>
  );
};
