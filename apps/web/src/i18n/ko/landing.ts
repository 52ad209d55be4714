// Korean texts: the landing page.
import type { landing as base } from '../en/landing.ts';
import type { Section } from '../message.ts';

export const landing: Section<typeof base> = {
  'landing.risk': '레버리지 거래는 증거금 전부를 잃을 수 있습니다. 봇이 그 위험을 없애지는 않습니다.',
  'landing.title': '다음 움직임이 보이는 거래 봇.',
  'landing.lead':
    '가격이 불리하게 움직이면 단계별로 진입하고 주기적으로 이익을 실현합니다. 모두 본인의 거래소 계정에서 이루어집니다.',
  'landing.invitation': '초대를 받으셨습니까?',
  'landing.register': '가입',
  'landing.how': '사다리의 작동 방식',
  'landing.how.ladder': '첫 진입, 그 아래로 단계',
  'landing.how.ladderText':
    '첫 단계는 시장가로 삽니다. 더 깊은 단계는 거래소에 지정가로 놓이며 앞 단계보다 작지 않습니다.',
  'landing.how.cycle': '깊은 단계는 순환합니다',
  'landing.how.cycleText': '순환 단계는 자체 익절가에서 팔고 다시 대기합니다. 이익마다 기본 청산가가 가까워집니다.',
  'landing.how.limit': '한계',
  'landing.how.limitText':
    '가격이 모든 단계를 지나 계속 떨어지면 거래소가 포지션을 강제 청산합니다. 예상 가격은 항상 표시됩니다.',
};
