// Russian texts: the settings of a bot as text.
import type { settingsText as base } from '../../en/bots/settings-text.ts';
import type { Section } from '../../message.ts';

export const settingsText: Section<typeof base> = {
  'settingsText.title': 'Настройки: {name}',
  'settingsText.without': 'Без сумм, названия и аккаунта. С этими настройками любой может открыть форму нового бота.',
  'settingsText.copyText': 'Скопировать текст',
  'settingsText.copyLink': 'Скопировать ссылку',
  'settingsText.copied': 'Настройки скопированы.',
};
