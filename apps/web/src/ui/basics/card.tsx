// A card: a surface with an edge 1 px wide. `title` is its heading.
import { useId, type ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';

export type CardProps = {
  readonly title?: string;
  readonly end?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
};

export const Card = ({ title, end, className, children }: CardProps) => {
  const id = useId();
  return (
    <section className={classNames('card', className)} aria-labelledby={title === undefined ? undefined : id}>
      {title === undefined ? null : (
        <div className="card-head between">
          <h2 id={id}>{title}</h2>
          {end}
        </div>
      )}
      {children}
    </section>
  );
};
