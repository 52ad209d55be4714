// Korean texts: the chart page of a bot.
import type { chartPage as base } from '../../en/bots/chart-page.ts';
import type { Section } from '../../message.ts';

export const chartPage: Section<typeof base> = {
  'chartPage.title': '차트',
  'chartPage.bar': '봉 주기',
  'chartPage.minutes': '{count}분',
  'chartPage.hours': '{count}시간',
  'chartPage.back': '봇으로 돌아가기',
  'chartPage.missing': '없는 봇이거나 다른 계정의 봇입니다.',
  'chartPage.stop': '손절',
  'chartPage.keys': '끌어서 이동, 휠이나 두 손가락으로 확대·축소. 키: 화살표, +, −.',
  'chartPage.summary': '{symbol}: 가격 {price}, 이 차트의 가격선 {levels}개와 체결 {fills}건.',
};
