// English texts of the command palette, the map of keys, the settings of a bot as text and the explanations of terms.
import { settingsText } from './bots/settings-text.ts';
import { palette } from './site/palette.ts';
import { terms } from './site/terms.ts';

export const texts = { ...palette, ...settingsText, ...terms } as const;
