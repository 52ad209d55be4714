// The dialog with the player of one round of the what-if strip (simulated).
import { TextsOf, useT } from '../../../i18n/i18n-context.tsx';
import { Banner } from '../../../ui/basics/banner.tsx';
import { Button } from '../../../ui/basics/button.tsx';
import { Skeleton } from '../../../ui/figures/skeleton.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { TermTip } from '../../../ui/overlays/term-tip.tsx';
import type { ReplayRound } from '../../replay/replay-model.ts';
import { ReplayPlayer } from '../../replay/replay-player.tsx';
import './what-if-round.css';

export type WhatIfRoundProps = {
  readonly title: string;
  readonly number: number;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** The round, null when it cannot be shown, or undefined while it is simulated. */
  readonly round: ReplayRound | null | undefined;
};

const playerHeight = 480;

export const WhatIfRound = ({ title, number, isOpen, onOpenChange, round }: WhatIfRoundProps) => {
  const t = useT();
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onOpenChange}
      wide
      title={title}
      sentence={t('whatIf.roundSentence', { round: number })}
      buttons={<Button onClick={() => onOpenChange(false)}>{t('common.close')}</Button>}
    >
      {round === undefined ? <Skeleton height={playerHeight} /> : null}
      {round === null ? <Banner tone="warning">{t('whatIf.roundFailed')}</Banner> : null}
      {round === undefined || round === null ? null : (
        <div className="what-if-round">
          <TextsOf part="replay">
            <ReplayPlayer round={round} settings="" Explain={TermTip} />
          </TextsOf>
        </div>
      )}
    </Dialog>
  );
};
