// Text of a duration with its two largest units.
import type { Translate } from '../../i18n/translate.ts';
import { splitDuration } from './format.ts';

/** Returns a text such as "3 d 4 h", "2 h 14 min" or "14 min" in the chosen language. A duration below one minute is "0 min". */
export const durationText = (t: Translate, spanMs: number): string => {
  const parts = splitDuration(spanMs);
  if (parts.days > 0) return t('common.duration.daysHours', { days: parts.days, hours: parts.hours });
  if (parts.hours > 0) return t('common.duration.hoursMinutes', { hours: parts.hours, minutes: parts.minutes });
  return t('common.duration.minutes', { minutes: parts.minutes });
};
