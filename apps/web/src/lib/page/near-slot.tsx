// A place of the page whose content is rendered when the place comes on the screen, so that its code is loaded only for people who reach it.
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { Skeleton } from '../../ui/figures/skeleton.tsx';

export type NearSlotProps = {
  /** The class gives the place about the height of its content, so that the page does not move when the content is loaded. */
  readonly className: string;
  /** The height of the grey box that is shown while the content is loaded, in px. */
  readonly height: number;
  readonly children: ReactNode;
};

export const NearSlot = ({ className, height, children }: NearSlotProps) => {
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
    <div ref={place} className={className}>
      {isNear ? <Suspense fallback={<Skeleton height={height} />}>{children}</Suspense> : null}
    </div>
  );
};
