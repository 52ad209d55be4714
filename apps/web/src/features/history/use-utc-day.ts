// Returns the formatter of the UTC day that contains a moment. The server counts the days of a series in UTC.
import { useMemo } from 'react';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { createFormat, type Format } from '../../lib/numbers/format.ts';

export const useUtcDay = (): Format['day'] => {
  const { language } = useI18n();
  return useMemo(() => createFormat(language, { hidesAmounts: false, timeZone: 'UTC' }).day, [language]);
};
