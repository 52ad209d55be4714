// The formatter of the chosen language and the reader's wish to hide amounts.
import { useMemo } from 'react';
import { createFormat, type Format } from './format.ts';
import { useSettings } from '../storage/settings-context.tsx';
import { useI18n } from '../../i18n/i18n-context.tsx';

export const useFormat = (): Format => {
  const { language } = useI18n();
  const { hidesAmounts } = useSettings();
  return useMemo(() => createFormat(language, { hidesAmounts }), [language, hidesAmounts]);
};
