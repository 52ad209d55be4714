// Scroll state of a horizontal row of cards: the first visible card, and whether the row can scroll.
import { useEffect, useRef, useState } from 'react';

/** Tolerance in px, because browsers round widths. */
const pixel = 1;

export type RowScroll = {
  /** The index of the first visible card. */
  readonly at: number;
  readonly isWhole: boolean;
  readonly isAtEnd: boolean;
};

/** Returns the scroll state of a row whose cards start at `starts`, in px. */
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

/** Returns the scroll state of a row element and updates it after every scroll. `show` scrolls to a card. */
export const useRowScroll = () => {
  const list = useRef<HTMLUListElement>(null);
  const [row, setRow] = useState<RowScroll>({ at: 0, isWhole: true, isAtEnd: true });
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const update = (): void => {
      const origin = element.getBoundingClientRect().left - element.scrollLeft;
      const starts = [...element.children].map((card) => card.getBoundingClientRect().left - origin);
      setRow(readRow(starts, { left: element.scrollLeft, width: element.clientWidth, total: element.scrollWidth }));
    };
    const sizes = new ResizeObserver(update);
    sizes.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, []);
  const show = (index: number): void =>
    list.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'start' });
  return { list, row, show };
};
