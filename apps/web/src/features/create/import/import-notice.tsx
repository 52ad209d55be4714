// Says what became of the settings of a text or a link: used, used with another pair, or refused with the reason.
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { Banner } from '../../../ui/basics/banner.tsx';
import type { SettingsReading } from '../../settings-text/settings-text.ts';
import { settingsProblemText } from './settings-problem.ts';

export type ImportNoticeProps = {
  readonly reading: SettingsReading;
  /** The pair of the form. */
  readonly instrumentId: string;
};

export const ImportNotice = ({ reading, instrumentId }: ImportNoticeProps) => {
  const t = useT();
  const format = useFormat();
  if (!reading.ok)
    return (
      <Banner tone="danger" role="alert" title={t('create.import.refused')}>
        {settingsProblemText(reading.problem, t)}
      </Banner>
    );
  const wanted = reading.settings.instrument ?? instrumentId;
  return (
    <Banner role="status">
      {format.sentences([
        t('create.import.used'),
        wanted === instrumentId ? null : t('create.import.otherPair', { wanted, chosen: instrumentId }),
      ])}
    </Banner>
  );
};
