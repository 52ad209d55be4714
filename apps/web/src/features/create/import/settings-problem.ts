// Texts of the reasons why a text or a link with settings is refused.
import type { Translate } from '../../../i18n/translate.ts';
import type { SettingsProblem } from '../../settings-text/settings-text.ts';

/** The longest part of a name or a value that a message repeats. */
const shownLength = 40;

export function settingsProblemText(problem: SettingsProblem, t: Translate): string {
  switch (problem.kind) {
    case 'unreadable':
      return t('create.import.unreadable');
    case 'version':
      return t('create.import.version');
    case 'unknown':
      return t('create.import.unknown', { name: shorten(problem.name) });
    case 'missing':
      return t('create.import.missing', { name: problem.name });
    case 'twice':
      return t('create.import.twice', { name: problem.name });
    case 'value':
      return t('create.import.value', { name: problem.name, value: shorten(problem.value) });
    default:
      return problem satisfies never;
  }
}

const shorten = (text: string): string => (text.length > shownLength ? `${text.slice(0, shownLength)}…` : text);
