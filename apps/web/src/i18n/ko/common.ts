// Korean texts: common.
import type { common as base } from '../en/common.ts';
import type { Section } from '../message.ts';

export const common: Section<typeof base> = {
  'common.loading': '불러오는 중...',
  'common.close': '닫기',
  'common.retry': '다시 시도',
  'common.simulated': '모의',
  'common.simulatedHint': '내장 연습 거래소입니다. 실제 자금이 아닙니다.',
  'common.long': '롱',
  'common.short': '숏',
  'shell.skip': '본문으로 건너뛰기',
  'shell.language': '언어',
  'shell.toasts': '알림',
  'shell.footer.terms': '이용약관',
  'shell.footer.privacy': '개인정보',
  'shell.footer.risk': '레버리지 거래는 증거금 전부를 잃을 수 있습니다. 과거 결과는 미래를 보장하지 않습니다.',
  'shell.footer.oauth': '연결은 거래소의 로그인 화면에서 이루어집니다. Rondo는 거래소 비밀번호를 볼 수 없습니다.',
  'shell.footer.custody': '자금은 사용자의 거래소 계정에 있습니다. Rondo는 출금할 수 없습니다.',
  'shell.help.guide': '이용 가이드',
  'shell.help.documentation': '문서',
  'shell.help.support': '고객 지원',
  'shell.footer.links': 'Rondo 정보',
  'shell.footer.age': '만 18세 미만이거나 제한 국가에 거주하는 사람은 이용할 수 없습니다.',
  'shell.footer.company': 'Rondo의 수입은 거래소가 지급하는 거래 수수료의 일부입니다.',
  'shell.notFound.title': '존재하지 않는 페이지입니다.',
  'shell.notFound.advice': '주소를 확인하거나 봇 화면으로 돌아가 주십시오.',
  'shell.error.title': '예상하지 못한 오류가 발생했습니다',
  'shell.error.chunk': '페이지의 일부를 불러오지 못했습니다. 새 버전이 나왔을 수 있습니다.',
  'shell.error.bots': '봇은 영향을 받지 않습니다.',
  'shell.error.reload': '페이지 새로고침',
  'shell.error.home': '시작 화면으로 이동',
};
