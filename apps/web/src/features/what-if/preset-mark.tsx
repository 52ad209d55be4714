// The mark that decision 6 gives to a preset.
import type { CrashDefencePreset } from '@rondo/strategy';
import { useT } from '../../i18n/i18n-context.tsx';
import { Chip } from '../../ui/figures/chip.tsx';

export type PresetMarkProps = {
  readonly mark: NonNullable<CrashDefencePreset['mark']>;
  /** True when the mark is drawn without emphasis. */
  readonly isPlain?: boolean;
};

export const PresetMark = ({ mark, isPlain = false }: PresetMarkProps) => {
  const t = useT();
  if (isPlain)
    return (
      <span className="preset-note">{t(mark === 'recommended' ? 'create.recommended' : 'create.forTesters')}</span>
    );
  return mark === 'recommended' ? (
    <Chip tone="accent">{t('create.recommended')}</Chip>
  ) : (
    <Chip>{t('create.forTesters')}</Chip>
  );
};

/** The mark of a preset that could not be simulated with the settings of the form. */
export const UntestedMark = ({ mark }: Pick<PresetMarkProps, 'mark'>) => {
  const t = useT();
  return (
    <>
      <PresetMark mark={mark} isPlain />
      <span className="preset-note">{t('create.evidence.untested')}</span>
    </>
  );
};
