// The place of the what-if strip. Its code and its candles are loaded when the place is on the screen.
import { TextsOf } from '../../i18n/i18n-context.tsx';
import { lazyComponent } from '../../lib/page/lazy-component.ts';
import { NearSlot } from '../../lib/page/near-slot.tsx';
import type { WhatIfStripProps } from './what-if-strip.tsx';

const WhatIfStrip = lazyComponent(async () => (await import('./what-if-strip.tsx')).WhatIfStrip);

const stripHeight = 420;

export const WhatIfSlot = (props: WhatIfStripProps) => (
  <NearSlot className="what-if-place" height={stripHeight}>
    <TextsOf part="whatIf">
      <WhatIfStrip {...props} />
    </TextsOf>
  </NearSlot>
);
