// Korean texts: the settings of a bot as text.
import type { settingsText as base } from '../../en/bots/settings-text.ts';
import type { Section } from '../../message.ts';

export const settingsText: Section<typeof base> = {
  'settingsText.title': '{name} 설정',
  'settingsText.without':
    '금액, 이름, 계정은 포함되지 않습니다. 이 설정을 받은 사람은 누구나 새 봇 만들기 화면을 같은 설정으로 열 수 있습니다.',
  'settingsText.copyText': '텍스트 복사',
  'settingsText.copyLink': '링크 복사',
  'settingsText.copied': '설정을 복사했습니다.',
};
