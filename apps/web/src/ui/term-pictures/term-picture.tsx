// The picture of a term: the marks of its scene as SVG. The explanation beside it says the same in words, so the picture is hidden from screen readers.
import { useId, useMemo } from 'react';
import { drawMark, hatchOf, scaleOf } from './draw-mark.tsx';
import type { PicturedTerm } from './pictured-terms.ts';
import { pictureSize } from './scene.ts';
import { termScenes } from './term-scenes.ts';
import { useLabelText } from './use-label-text.ts';

export type TermPictureProps = { readonly term: PicturedTerm };

export const TermPicture = ({ term }: TermPictureProps) => {
  const scene = useMemo(() => termScenes[term](), [term]);
  const hatch = useId();
  const textOf = useLabelText();
  const drawing = { y: scaleOf(scene), hatch, textOf };
  return (
    <svg viewBox={`0 0 ${pictureSize.width} ${pictureSize.height}`} aria-hidden="true">
      {hatchOf(hatch)}
      {scene.marks.map((mark, index) => (
        <g key={index}>{drawMark(mark, drawing)}</g>
      ))}
    </svg>
  );
};
