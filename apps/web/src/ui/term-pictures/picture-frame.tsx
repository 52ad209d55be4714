// The place of the picture of a term in its explanation. The place has its size before the code of the pictures is loaded, so the explanation does not move.
import { lazy, Suspense, type ComponentType } from 'react';
import { TextsOf } from '../../i18n/i18n-context.tsx';
import type { Term } from '../../i18n/term.ts';
import { withChunkTimeout } from '../../lib/page/lazy-component.ts';
import { isPictured } from './pictured-terms.ts';
import type { TermPictureProps } from './term-picture.tsx';

const loadPicture = async (): Promise<ComponentType<TermPictureProps>> =>
  (await import('./term-picture.tsx')).TermPicture;

/** The sentence is complete without its picture, so a picture that cannot be loaded is left out. */
const NoPicture: ComponentType<TermPictureProps> = () => null;
const TermPicture = lazy(async () => ({ default: await withChunkTimeout(loadPicture()).catch(() => NoPicture) }));

export const PictureFrame = ({ term }: { readonly term: Term }) =>
  isPictured(term) ? (
    <div className="term-picture" aria-hidden="true">
      <Suspense fallback={null}>
        <TextsOf part="help">
          <TermPicture term={term} />
        </TextsOf>
      </Suspense>
    </div>
  ) : null;
