// Korean texts: when the rounds of a new bot open that does not open them at once.
import type { opening as base } from '../../en/bots/opening.ts';
import type { Section } from '../../message.ts';

export const opening: Section<typeof base> = {
  'create.opens.hour': '봇을 시작해도 바로 주문하지 않습니다. 라운드는 1시간봉이 마감될 때 시작합니다.',
  'create.opens.signal': '봇을 시작해도 바로 주문하지 않습니다. 라운드는 규칙의 신호가 나올 때 시작합니다.',
  'create.opens.message': '봇을 시작해도 바로 주문하지 않습니다. 라운드는 다른 프로그램의 메시지를 받을 때 시작합니다.',
  'create.opens.model':
    '봇을 시작해도 바로 주문하지 않습니다. 라운드는 AI 모델이 진입하기로 판단하면 시작하며, 방어 폭도 모델이 정합니다.',
  'create.opens.ownDistance': '단계 간격은 그 시점의 변동성에 따라 정해집니다.',
  'create.opens.example': '여기 표시된 가격은 라운드를 지금 시작할 경우의 가격입니다.',
  'create.opens.exampleWidest': '여기 표시된 가격은 라운드를 지금 가장 넓은 단계 간격으로 시작할 경우의 가격입니다.',
  'create.opens.exampleModel': '여기 표시된 가격은 라운드를 지금 이 양식의 방어 폭으로 시작할 경우의 가격입니다.',
  'create.words.laterBuys': {
    other:
      '그때 시장가로 {base} 약 {amount} USDT어치를 매수합니다. 가격이 내리면 {price}({distance})까지 {count}개 단계에서 더 매수합니다.',
  },
  'create.words.laterSells': {
    other:
      '그때 시장가로 {base} 약 {amount} USDT어치를 매도합니다. 가격이 오르면 {price}({distance})까지 {count}개 단계에서 더 매도합니다.',
  },
  'whatIf.unknown.messages':
    '이 봇의 라운드는 다른 프로그램의 메시지로 시작합니다. 저장된 캔들에는 메시지가 없어 모의 계산을 하지 않습니다.',
  'whatIf.unknown.model':
    '이 봇의 라운드는 AI 모델이 시작합니다. 저장된 캔들에 대한 AI의 판단을 알 수 없어 모의 계산을 하지 않습니다.',
  'whatIf.unknown.shortBars': '이 신호의 봉은 저장된 15분봉보다 짧아 모의 계산을 하지 않습니다.',
  'whatIf.unknown.setting': '신호 설정에 올바르지 않은 값이 있어 모의 계산을 하지 않습니다.',
};
