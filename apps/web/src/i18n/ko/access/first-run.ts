// Korean texts: the check-list of the first run, and the page of a person without approval.
import type { firstRun as base } from '../../en/access/first-run.ts';
import type { Section } from '../../message.ts';

export const firstRun: Section<typeof base> = {
  'firstRun.title': '첫 봇을 시작하기까지',
  'firstRun.approval': '승인',
  'firstRun.account': 'OKX 계정',
  'firstRun.balance': '잔고',
  'firstRun.bot': '첫 봇',
  'firstRun.approved': '승인됨',
  'firstRun.current': '지금 할 일',
  'firstRun.waiting': '운영자 승인 대기 중',
  'firstRun.blocked': '진행 불가',
  'firstRun.available': '{amount} USDT 사용 가능',
  'firstRun.notReady': '이 계정으로는 아직 봇을 시작할 수 없습니다',
  'firstRun.key.refused': 'OKX가 거래용 API 키를 거부합니다. 새 키를 만들어 주세요.',
  'firstRun.key.revoked':
    '운영자가 안전을 위해 거래용 API 키를 폐기했습니다. OKX에 키가 남아 있으면 삭제한 뒤 새 키를 만들어 주세요.',
  'firstRun.deposit': 'OKX에 USDT를 입금하고 거래 계정으로 이체해 주세요. 반영되면 이 페이지에 자동으로 표시됩니다.',
  'firstRun.ready': '계정이 준비되었습니다. 아래에서 첫 봇의 설정을 선택해 주세요.',
  'firstRun.toForm': '설정으로 이동',
  'pending.badge': '승인 대기 중',
  'pending.title': '가입 신청을 받았습니다.',
  'pending.text':
    '운영자가 {name} 님에게 연락합니다. 승인 전에는 봇을 시작할 수 없으며, 내역 탭과 거래소 탭도 이용할 수 없습니다.',
  'pending.rejected.badge': '승인되지 않음',
  'pending.rejected.title': '가입이 승인되지 않았습니다.',
  'pending.rejected.text':
    '{name} 님, 운영자가 가입을 승인하지 않았습니다. 봇을 만들 수 없습니다. 궁금한 점은 고객 지원에 문의해 주세요.',
  'pending.revoked.badge': '승인 철회됨',
  'pending.revoked.title': '승인이 철회되었습니다.',
  'pending.revoked.text':
    '{name} 님, 봇을 만들거나 다시 시작할 수 없고 계정을 연동할 수 없습니다. 궁금한 점은 고객 지원에 문의해 주세요.',
  'pending.kept.title': '승인이 철회되어 봇이 새로 진입하지 않습니다',
  'pending.kept.text':
    '익절과 손절 주문은 거래소에 그대로 남습니다. 아래에서 봇을 중지하거나 포지션을 종료하고 계정 연동을 해제할 수 있습니다. 봇을 만들거나 다시 시작하거나 계정을 연동할 수는 없습니다.',
  'pending.unread.title': '프로필을 불러오지 못했습니다',
  'pending.unread.text':
    '프로필을 불러올 때까지 봇을 만들거나 계정을 연동할 수 없습니다. 실행 중인 봇에는 영향이 없습니다. 아래에서 봇을 중지하거나 포지션을 종료하고 계정 연동을 해제할 수 있습니다.',
  'pending.kept.accounts': '연동된 계정',
  'pending.checked': '마지막 확인',
  'pending.email': '이메일',
  'pending.refresh': '다시 확인',
  'pending.free': '승인에는 어떤 비용도 요구하지 않습니다.',
};
