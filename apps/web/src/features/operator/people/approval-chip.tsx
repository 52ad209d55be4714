// The approval state of a person as a chip.
import type { ApprovalState } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import { Chip, type ChipTone } from '../../../ui/figures/chip.tsx';
import type { IconName } from '../../../ui/basics/icon.tsx';

const looks: Readonly<Record<ApprovalState, { readonly tone: ChipTone; readonly icon: IconName }>> = {
  pending: { tone: 'warning', icon: 'clock' },
  approved: { tone: 'ok', icon: 'check' },
  rejected: { tone: 'danger', icon: 'close' },
  revoked: { tone: 'neutral', icon: 'lock' },
};

export const ApprovalChip = ({ state }: { readonly state: ApprovalState }) => {
  const t = useT();
  return (
    <Chip tone={looks[state].tone} icon={looks[state].icon}>
      {t(`operator.state.${state}`)}
    </Chip>
  );
};
