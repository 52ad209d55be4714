// Chinese texts: the settings of a bot as text.
import type { settingsText as base } from '../../en/bots/settings-text.ts';
import type { Section } from '../../message.ts';

export const settingsText: Section<typeof base> = {
  'settingsText.title': '{name} 的设置',
  'settingsText.without': '设置不包含金额、名称和账户。任何人都可以用它们填写新机器人的表单。',
  'settingsText.copyText': '复制文本',
  'settingsText.copyLink': '复制链接',
  'settingsText.copied': '设置已复制。',
};
