// A figure with its label in three sizes, and lists of figures.
import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import type { Term } from '../../i18n/term.ts';
import { TermTip } from '../overlays/term-tip.tsx';

export type StatProps = {
  readonly label: string;
  /** The term of the label. A button beside the label explains it. */
  readonly term?: Term;
  readonly children: ReactNode;
  readonly unit?: string;
  readonly note?: ReactNode;
  readonly size?: 'small' | 'second' | 'lead';
};

/** A figure with its label, as an item of a `StatList`. */
export const Stat = ({ label, term, children, unit, note, size = 'small' }: StatProps) => (
  <div className="stat" data-size={size}>
    <dt>
      {label}
      {term === undefined ? null : <TermTip term={term} label={label} />}
    </dt>
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

export type Pair = { readonly label: string; readonly term?: Term; readonly value: ReactNode };

/** A list with the labels on the left and the figures on the right. `framed` draws the frame of a table in a dialog. */
export const Pairs = ({ pairs, framed = false }: { readonly pairs: readonly Pair[]; readonly framed?: boolean }) => (
  <dl className="pairs" data-framed={framed}>
    {pairs.map((pair) => (
      <div key={pair.label}>
        <dt>
          {pair.label}
          {pair.term === undefined ? null : <TermTip term={pair.term} label={pair.label} />}
        </dt>
        <dd>{pair.value}</dd>
      </div>
    ))}
  </dl>
);
