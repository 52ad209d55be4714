// Japanese texts: the settings of a bot as text.
import type { settingsText as base } from '../../en/bots/settings-text.ts';
import type { Section } from '../../message.ts';

export const settingsText: Section<typeof base> = {
  'settingsText.title': '{name}の設定',
  'settingsText.without':
    '金額、名前、口座は含まれません。この設定があれば、誰でも新しいボットのフォームを同じ設定で開けます。',
  'settingsText.copyText': 'テキストをコピー',
  'settingsText.copyLink': 'リンクをコピー',
  'settingsText.copied': '設定をコピーしました。',
};
