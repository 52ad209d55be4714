// The pager of a list: the range of the shown rows, the time of the last update, and buttons to the previous and the next page.
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { Button } from '../../../ui/basics/button.tsx';
import { pageRows } from '../console-place.ts';

export type PagerProps = {
  readonly page: number;
  readonly total: number;
  readonly shown: number;
  /** The time at which the list was fetched, in epoch ms. */
  readonly readAt: number;
  readonly onPage: (page: number) => void;
};

/** Returns the number of the last page of a list, counted from 1. When the current page is after the last page, the previous button leads to the last page. */
export const lastPage = (total: number): number => Math.max(1, Math.ceil(total / pageRows));

export const Pager = ({ page, total, shown, readAt, onPage }: PagerProps) => {
  const t = useT();
  const format = useFormat();
  const last = lastPage(total);
  const from = (page - 1) * pageRows + 1;
  return (
    <nav className="between console-foot" aria-label={t('operator.pages')}>
      <span className="small muted" role="status">
        {shown === 0 ? t('operator.none', { total }) : t('operator.range', { from, to: from + shown - 1, total })}
      </span>
      <span className="row">
        <span className="small muted">{t('common.updated', { time: format.time(readAt) })}</span>
        {last === 1 && page === 1 ? null : (
          <>
            <Button size="small" icon="left" disabled={page === 1} onClick={() => onPage(Math.min(page - 1, last))}>
              {t('operator.previous')}
            </Button>
            <Button size="small" iconAfter="right" disabled={page >= last} onClick={() => onPage(page + 1)}>
              {t('operator.next')}
            </Button>
          </>
        )}
      </span>
    </nav>
  );
};
