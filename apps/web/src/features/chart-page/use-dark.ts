// Whether the page has the dark theme. The canvas of the chart needs it, because a canvas cannot follow the style sheet.
import { useSyncExternalStore } from 'react';

const root = (): HTMLElement => document.documentElement;

const subscribe = (onChange: () => void): (() => void) => {
  const observer = new MutationObserver(onChange);
  observer.observe(root(), { attributeFilter: ['class'] });
  return () => observer.disconnect();
};

/** Returns true while the page has the dark theme. With the theme of the system, the theme changes without a choice of the user. */
export const useDark = (): boolean => useSyncExternalStore(subscribe, () => root().classList.contains('dark'));
