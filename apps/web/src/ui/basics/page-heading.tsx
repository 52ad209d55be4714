// The only h1 of a route. The heading takes the focus when the route opens, so that a screen reader starts at the heading.
import { useEffect, useRef } from 'react';

export const PageHeading = ({ text, isHidden = false }: { readonly text: string; readonly isHidden?: boolean }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={isHidden ? 'hidden-text' : undefined}>
      {text}
    </h1>
  );
};
