// Korean texts: the command palette and the map of keys.
import type { palette as base } from '../../en/site/palette.ts';
import type { Section } from '../../message.ts';

export const palette: Section<typeof base> = {
  'palette.title': '명령',
  'palette.search': '무엇을 하시겠습니까?',
  'palette.none': '일치하는 항목이 없습니다.',
  'palette.goTo': '{page} 화면 열기',
  'palette.chart': '{name} 차트, {symbol}',
  'palette.theme': '테마: {theme}',
  'palette.keys': '단축키',
  'palette.key.open': '명령 목록 열기',
  'palette.key.help': '단축키 보기',
  'palette.key.choose': '명령 선택',
  'palette.key.close': '닫기',
  'palette.key.chart': '봇 차트 이동과 확대·축소',
};
