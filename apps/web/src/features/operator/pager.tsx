// Which rows of a list are shown, and the ways to those before and after.
import type { ReactNode } from 'react';
import { useT } from '../../i18n/i18n-context.tsx';
import { Button } from '../../ui/button.tsx';
import { pageRows } from './console-place.ts';

export type PagerProps = {
  readonly page: number;
  readonly total: number;
  readonly shown: number;
  readonly onPage: (page: number) => void;
  /** Said beside the ways. */
  readonly note?: ReactNode;
};

/** A page beyond the last one leads back to the last. */
export const lastPage = (total: number): number => Math.max(1, Math.ceil(total / pageRows));

export const Pager = ({ page, total, shown, onPage, note }: PagerProps) => {
  const t = useT();
  const last = lastPage(total);
  const from = (page - 1) * pageRows + 1;
  return (
    <nav className="between console-foot" aria-label={t('operator.pages')}>
      <span className="small muted" role="status">
        {shown === 0 ? t('operator.none', { total }) : t('operator.range', { from, to: from + shown - 1, total })}
      </span>
      <span className="row">
        {note === undefined ? null : <span className="small muted">{note}</span>}
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
