// English texts of the command palette, the map of keys, the settings of a bot as text and the explanations of terms with the words of their pictures.
import { settingsText } from './bots/settings-text.ts';
import { palette } from './site/palette.ts';
import { pictureWords } from './site/picture-words.ts';
import { terms } from './site/terms.ts';

export const texts = { ...palette, ...settingsText, ...terms, ...pictureWords } as const;
