// Wraps figures. When the figures are stale, they are dimmed and their age is shown.
import type { ReactNode } from 'react';
import { useT } from '../../i18n/i18n-context.tsx';
import { classNames } from '../../lib/class-names.ts';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { useNow } from '../../lib/page/use-now.ts';
import { Banner } from '../basics/banner.tsx';

const lookEveryMs = 1_000;

/** Returns true when figures that were updated at `updatedAt` (epoch ms) are older than `maxAgeMs`. Figures that were never loaded are not stale. */
export const isStale = (figures: { readonly updatedAt: number; readonly maxAgeMs: number }, now: number): boolean =>
  figures.updatedAt > 0 && now - figures.updatedAt > figures.maxAgeMs;

export type FreshnessProps = {
  readonly updatedAt: number;
  readonly maxAgeMs: number;
  /** False when another element already shows the age. */
  readonly saysAge?: boolean;
  /** The text about the age. */
  readonly says?: 'bots.stale' | 'create.stale';
  readonly className?: string;
  readonly children: ReactNode;
};

export const Freshness = ({ updatedAt, maxAgeMs, saysAge = true, says = 'bots.stale', ...rest }: FreshnessProps) => {
  const t = useT();
  const format = useFormat();
  const stale = isStale({ updatedAt, maxAgeMs }, useNow(lookEveryMs));
  return (
    <div className={classNames('freshness', rest.className)} data-stale={stale}>
      {stale && saysAge ? (
        <Banner tone="warning" role="status">
          {t(says, { time: format.timeWithSeconds(updatedAt) })}
        </Banner>
      ) : null}
      {rest.children}
    </div>
  );
};
