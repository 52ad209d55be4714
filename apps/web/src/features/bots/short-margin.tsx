// The place of the notice about too little margin. Its code is loaded only for a member with too little margin.
import { Suspense } from 'react';
import type { MarginResponse } from '@rondo/contract';
import { lazyComponent } from '../../lib/page/lazy-component.ts';
import { Skeleton } from '../../ui/figures/skeleton.tsx';

const ShortMarginNotice = lazyComponent(async () => (await import('./short-margin-notice.tsx')).ShortMarginNotice);

const noticeHeight = 180;

export const ShortMargin = (props: { readonly margin: MarginResponse }) => (
  <Suspense fallback={<Skeleton height={noticeHeight} />}>
    <ShortMarginNotice {...props} />
  </Suspense>
);
