// A figure with its label in three sizes, and lists of figures.
import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';

export type StatProps = {
  readonly label: string;
  readonly children: ReactNode;
  readonly unit?: string;
  readonly note?: ReactNode;
  readonly size?: 'small' | 'second' | 'lead';
};

/** One label-figure pair; place it inside a `StatList`. */
export const Stat = ({ label, children, unit, note, size = 'small' }: StatProps) => (
  <div className="stat" data-size={size}>
    <dt>{label}</dt>
    <dd>
      {children}
      {unit === undefined ? null : <span className="unit">{`\u00a0${unit}`}</span>}
    </dd>
    {note === undefined ? null : <dd className="stat-note">{note}</dd>}
  </div>
);

export const StatList = ({ className, children }: { readonly className?: string; readonly children: ReactNode }) => (
  <dl className={classNames('figures', className)}>{children}</dl>
);

export type Pair = { readonly label: string; readonly value: ReactNode };

/** Label left, figure right; `framed` draws the table frame of a dialog. */
export const Pairs = ({ pairs, framed = false }: { readonly pairs: readonly Pair[]; readonly framed?: boolean }) => (
  <dl className="pairs" data-framed={framed}>
    {pairs.map((pair) => (
      <div key={pair.label}>
        <dt>{pair.label}</dt>
        <dd>{pair.value}</dd>
      </div>
    ))}
  </dl>
);
