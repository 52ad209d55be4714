// A profit or loss with a triangle and a sign, so that the meaning does not depend on the colour.
import type { ReactNode } from 'react';

export type SignedFigureProps = {
  /** The formatted text, which already contains the sign + or U+2212. */
  readonly text: string;
  readonly unit?: string | undefined;
  readonly triangle?: boolean;
  readonly after?: ReactNode;
};

/** Returns -1, 0 or 1 from the formatted text. A value that rounds to zero has no sign. */
export const signOfText = (text: string): -1 | 0 | 1 => (text.startsWith('+') ? 1 : text.startsWith('\u2212') ? -1 : 0);

export const Triangle = ({ direction }: { readonly direction: 'up' | 'down' }) => (
  <svg className="triangle" viewBox="0 0 10 9" aria-hidden="true" width="8" height="7" fill="currentColor">
    <path d={direction === 'up' ? 'M5 0l5 9H0z' : 'M5 9L0 0h10z'} />
  </svg>
);

export const SignedFigure = ({ text, unit, triangle = true, after }: SignedFigureProps) => {
  const sign = signOfText(text);
  const tone = sign > 0 ? ' up' : sign < 0 ? ' down' : '';
  return (
    <span className="signed">
      <span className={`signed${tone}`}>
        {triangle && sign !== 0 ? <Triangle direction={sign > 0 ? 'up' : 'down'} /> : null}
        {text}
      </span>
      {unit === undefined ? null : <span className="unit">{unit}</span>}
      {after}
    </span>
  );
};
