// A row of cards that scrolls sideways: which card comes first, and whether there is anything to scroll.
import { useEffect, useRef, useState } from 'react';

/** Widths are rounded by the browser. */
const pixel = 1;

export type RowScroll = {
  /** The first card that is shown, from 0. */
  readonly at: number;
  readonly isWhole: boolean;
  readonly isAtEnd: boolean;
};

/** What is shown of a row whose cards begin at `starts`, in px. Pure. */
export const readRow = (
  starts: readonly number[],
  { left, width, total }: { readonly left: number; readonly width: number; readonly total: number },
): RowScroll => ({
  at: Math.max(
    0,
    starts.findIndex((start) => start >= left - pixel),
  ),
  isWhole: total <= width + pixel,
  isAtEnd: left + width >= total - pixel,
});

/** Follows hand, wheel and keys; `show` brings a card to the front. */
export const useRowScroll = () => {
  const list = useRef<HTMLUListElement>(null);
  const [row, setRow] = useState<RowScroll>({ at: 0, isWhole: true, isAtEnd: true });
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const look = (): void => {
      const origin = element.getBoundingClientRect().left - element.scrollLeft;
      const starts = [...element.children].map((card) => card.getBoundingClientRect().left - origin);
      setRow(readRow(starts, { left: element.scrollLeft, width: element.clientWidth, total: element.scrollWidth }));
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  const show = (index: number): void =>
    list.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'start' });
  return { list, row, show };
};
