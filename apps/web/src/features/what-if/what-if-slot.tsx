// The place of the what-if strip. Its code and its candles are loaded when the place is near the screen.
import { Suspense, useEffect, useRef, useState } from 'react';
import { TextsOf } from '../../i18n/i18n-context.tsx';
import { lazyComponent } from '../../lib/page/lazy-component.ts';
import { Skeleton } from '../../ui/figures/skeleton.tsx';
import type { WhatIfStripProps } from './what-if-strip.tsx';

const WhatIfStrip = lazyComponent(async () => (await import('./what-if-strip.tsx')).WhatIfStrip);

const stripHeight = 420;

export const WhatIfSlot = (props: WhatIfStripProps) => {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null || isNear) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) setNear(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear]);
  return (
    <div ref={place} className="what-if-place" style={{ minBlockSize: stripHeight }}>
      {isNear ? (
        <Suspense fallback={<Skeleton height={stripHeight} />}>
          <TextsOf part="whatIf">
            <WhatIfStrip {...props} />
          </TextsOf>
        </Suspense>
      ) : null}
    </div>
  );
};
