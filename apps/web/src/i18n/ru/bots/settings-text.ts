// Russian texts: the settings of a bot as text.
import type { settingsText as base } from '../../en/bots/settings-text.ts';
import type { Section } from '../../message.ts';

export const settingsText: Section<typeof base> = {
  'settingsText.title': 'Настройки: {name}',
  'settingsText.without': 'В настройках нет сумм, названия и аккаунта. Любой может заполнить ими форму нового бота.',
  'settingsText.copyText': 'Скопировать текст',
  'settingsText.copyLink': 'Скопировать ссылку',
  'settingsText.copied': 'Настройки скопированы.',
};
