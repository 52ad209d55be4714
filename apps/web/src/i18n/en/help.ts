// English texts of the command palette, the map of keys and the explanations of terms.
import { palette } from './site/palette.ts';
import { terms } from './site/terms.ts';

export const texts = { ...palette, ...terms } as const;
