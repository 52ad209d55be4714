// Russian texts of the command palette, the map of keys, the settings of a bot as text and the explanations of terms with the words of their pictures.
import type { texts as base } from '../en/help.ts';
import type { Section } from '../message.ts';
import { settingsText } from './bots/settings-text.ts';
import { palette } from './site/palette.ts';
import { pictureWords } from './site/picture-words.ts';
import { terms } from './site/terms.ts';

export const texts: Section<typeof base> = { ...palette, ...settingsText, ...terms, ...pictureWords };
