// Korean texts: the how-to film.
import type { film as base } from '../../en/site/film.ts';
import type { Section } from '../../message.ts';

export const film: Section<typeof base> = {
  'film.words': '영상 내용',
  'film.visitor': 'Rondo는 본인의 거래소 계정에서 봇을 실행합니다. 이 영상의 화면은 모두 모의 거래입니다.',
  'film.login': '로그인합니다. 계정이 없어도 데모를 이용할 수 있습니다.',
  'film.link': '거래소 계정이 연동되어 있습니다. API 키는 읽기와 거래만 가능하고 출금은 할 수 없습니다.',
  'film.amount': '봇이 얼마까지 쓸까요? 여기서는 3,000 USDT입니다.',
  'film.fall': '어느 정도 하락까지 버틸까요? 단계별 가격과 예상 청산가가 표시됩니다.',
  'film.often': '얼마나 자주 익절할까요? 단계가 많을수록 간격이 좁아져 더 자주 체결됩니다.',
  'film.review': '설정 확인 화면에 모든 설정과 최악의 경우가 표시됩니다. 배정액 전부를 잃을 수 있습니다.',
  'film.start': '1단계는 시장가로 체결되고, 나머지 단계의 주문은 거래소에서 체결을 기다립니다.',
  'film.steps': '가격이 떨어집니다. 더 깊은 단계가 체결되고 평균 진입가가 현재가에 가까워집니다.',
  'film.cycle': '가장 깊은 단계는 순환 단계입니다. 이 단계만 익절하고 같은 주문을 다시 냅니다. 이것이 순환 1회입니다.',
  'film.exit': '가격이 회복됩니다. 본 물량이 익절되면 1라운드가 끝나고 다음 라운드가 바로 시작됩니다.',
  'film.stop': '종료 방법을 세 가지 중에서 고릅니다. 다음 익절 후 종료, 포지션을 남기고 중지, 지금 포지션 종료.',
  'film.history': '내역에는 수수료를 뺀 결과가 남습니다. 가격이 모든 단계를 지나 더 떨어지면 강제 청산될 수 있습니다.',
};
