// Replaces the package `react-style-singleton` in the build (`vite.config.ts`). Radix stops the scrolling of the page under a dialog with it. The package adds a style
// element, which the content security policy of the server refuses. A style sheet that a script makes is permitted.
import { useEffect } from 'react';

/** Returns a component that applies its styles while at least one of its instances is mounted. The styles of the first instance are used, as in the package. */
export const styleSingleton = () => {
  let mounted = 0;
  let sheet: CSSStyleSheet | undefined;
  return function Sheet({ styles }: { readonly styles: string }) {
    useEffect(() => {
      mounted += 1;
      if (mounted === 1) {
        sheet = new CSSStyleSheet();
        sheet.replaceSync(styles);
        document.adoptedStyleSheets.push(sheet);
      }
      return () => {
        mounted -= 1;
        if (mounted === 0) document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
      };
    }, []); // oxlint-disable-line react-hooks/exhaustive-deps -- Other styles of a later render have no effect, as in the package.
    return null;
  };
};
