// The marks of the picture: the liquidation and the stop losses of the main run. A mark opens its round in the player.
import { Suspense, useRef, useState, type KeyboardEvent } from 'react';
import type { WhatIfMark } from '@rondo/backtest';
import { useT } from '../../../i18n/i18n-context.tsx';
import type { Translate } from '../../../i18n/translate.ts';
import { lazyComponent } from '../../../lib/page/lazy-component.ts';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { pictureSize, type DrawnMark } from '../what-if-figures.ts';
import type { DrawnRound } from './use-drawn-round.ts';

/** The player is loaded when the first mark is opened. */
const WhatIfRound = lazyComponent(async () => (await import('./what-if-round.tsx')).WhatIfRound);

export type WhatIfMarksProps = {
  readonly marks: readonly DrawnMark[];
  /** Asks for the round of a mark, and returns the id of the request. */
  readonly askRound: (round: number) => number;
  readonly drawn: DrawnRound | null;
};

type Opened = { readonly mark: WhatIfMark; readonly id: number };

const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`;

/** Only one mark is in the sequence of the key Tab. The arrow keys, Home and End move between the marks. */
export const WhatIfMarks = ({ marks, askRound, drawn }: WhatIfMarksProps) => {
  const t = useT();
  const format = useFormat();
  const group = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isOpen, setOpen] = useState(false);
  const textOf = ({ kind, at }: WhatIfMark): string => markText(t, kind, format.dateTime(at));
  const open = (mark: WhatIfMark): void => {
    setOpened({ mark, id: askRound(mark.round) });
    setOpen(true);
  };
  const move = (event: KeyboardEvent): void => {
    const next = placeAfter(event.key, { active, count: marks.length });
    if (next === null) return;
    event.preventDefault();
    setActive(next);
    group.current?.querySelectorAll('button')[next]?.focus();
  };
  if (marks.length === 0) return null;
  const focusable = Math.min(active, marks.length - 1);
  return (
    <>
      <div ref={group} role="group" aria-label={t('whatIf.marks')}>
        {marks.map((mark, place) => (
          <button
            key={mark.round}
            type="button"
            className="what-if-mark"
            data-kind={mark.kind}
            tabIndex={place === focusable ? 0 : -1}
            aria-label={t('whatIf.playMark', { mark: textOf(mark) })}
            title={textOf(mark)}
            style={{ left: percent(mark.x, pictureSize.width), top: percent(mark.y, pictureSize.height) }}
            onFocus={() => setActive(place)}
            onKeyDown={move}
            onClick={() => open(mark)}
          />
        ))}
      </div>
      {opened === null ? null : (
        <Suspense fallback={null}>
          <WhatIfRound
            title={textOf(opened.mark)}
            number={opened.mark.round}
            isOpen={isOpen}
            onOpenChange={setOpen}
            round={drawn?.id === opened.id ? drawn.round : undefined}
          />
        </Suspense>
      )}
    </>
  );
};

function markText(t: Translate, kind: WhatIfMark['kind'], at: string): string {
  return t(kind === 'stop' ? 'whatIf.mark.stop' : 'whatIf.mark.liquidation', { at });
}

/** Returns the place of the mark that a key leads to, or null for another key. */
function placeAfter(
  key: string,
  { active, count }: { readonly active: number; readonly count: number },
): number | null {
  if (key === 'ArrowRight') return Math.min(count - 1, active + 1);
  if (key === 'ArrowLeft') return Math.max(0, active - 1);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
