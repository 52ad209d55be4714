// Korean texts: replayed rounds.
import type { replay as base } from '../../en/bots/replay.ts';
import type { Section } from '../../message.ts';

export const replay: Section<typeof base> = {
  'replay.play': '라운드 재생',
  'replay.pause': '일시 정지',
  'replay.summary': '{symbol} 모의 라운드: 순환 {cycles}회, 결과 {result} USDT, 최대 평가손실 {worst} USDT.',
  'replay.base': '본 물량',
  'replay.cyclic': '순환',
  'replay.danger': '예상 청산가까지 거리',
  'replay.liquidation': '예상 청산가 {price}',
  'replay.result': '수수료 차감 후 결과',
  'replay.worst': '최대 평가손실',
  'replay.nearest': '강제 청산까지 최소 거리',
  'replay.cycles': '순환 횟수',
  'replay.exit': '본 물량 익절가',
  'replay.change': '진입 이후 등락률',
  'replay.fees': '수수료, USDT',
  'replay.key.entry': '단계 체결',
  'replay.key.cycle': '단계별 익절',
  'replay.key.exit': '라운드 종료',
  'replay.key.stop': '손절',
  'replay.key.liquidation': '강제 청산',
  'replay.end.exit': '순환할 때마다 본 물량 익절가가 가까워졌고, 마침내 가격이 여기에 도달했습니다.',
  'replay.end.plain': '가격이 본 물량 익절가로 돌아왔습니다.',
  'replay.end.stop': '손절로 포지션이 종료되었습니다.',
  'replay.end.liquidation': '가격이 모든 단계를 지나 계속 움직였습니다. 거래소가 포지션을 강제 청산했습니다.',
  'replay.end.open': '라운드가 끝나기 전에 캔들이 끝납니다. 남은 포지션은 마지막 가격으로 계산했습니다.',
  'replay.bracket': '캔들 안의 가격 순서를 바꾸면 {worse} ~ {better} USDT입니다.',
  'replay.settings': '롱 {leverage}x, −{defense}까지 {steps}단계, 마지막 {cyclic}단계 순환, 익절 {profit}',
  'replay.source':
    '모의 결과: {from} ~ {to}, 15분봉, {budget} USDT 계정. 최근 {days}일 동안 끝난 라운드 중 순환이 2회 이상인 가장 최근 라운드입니다. 펀딩비는 포함하지 않습니다.',
  'replay.sourceFall': '모의 결과: {from} ~ {to}, 15분봉, {budget} USDT 계정. 펀딩비는 포함하지 않습니다.',
  'replay.whatIf': '계속 하락하면?',
  'replay.wrong': '잘못되면 이렇게 됩니다',
  'replay.wrongText':
    '최근 {days}일 중 가장 큰 하락(총 {percent})이 시작된 시점에 같은 설정의 봇을 시작했습니다. 최저가까지의 마지막 라운드입니다.',
  'replay.of': '{budget} USDT 중',
  'replay.fact.cycles': { other: '이 라운드에서 끝난 순환 {count}회' },
  'replay.fact.entries': { other: '{span} 동안 {count}단계 체결' },
  'replay.fact.filled': '마지막 단계 체결부터 종료까지 {span}',
  'replay.fact.rounds': { other: '위와 같은 라운드 {count}번이 있어야 이 손실을 만회' },
};
