// A click on a button of a page whose scripts are not loaded yet.
import { useEffect } from 'react';

/** Repeats such a click when the component of the button reacts to clicks. Until then, the script of `index.html` marks the button. */
export const useEarlyClick = (): void => {
  useEffect(() => {
    document.documentElement.onclick = null;
    const button = document.querySelector<HTMLElement>('button[data-early]');
    button?.removeAttribute('data-early');
    button?.click();
  }, []);
};
