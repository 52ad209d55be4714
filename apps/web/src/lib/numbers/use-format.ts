// Returns the formatter for the chosen language and the preference to hide amounts.
import { sharedFormat, type Format } from './format.ts';
import { usePreferences } from '../storage/preferences-context.tsx';
import { useI18n } from '../../i18n/i18n-context.tsx';

export const useFormat = (): Format => {
  const { language } = useI18n();
  const { hidesAmounts } = usePreferences();
  return sharedFormat(language, hidesAmounts);
};
