// Korean texts of the banners of a bot: an error, the trading state of the pair, holds, the trading key, the loss guard, and why entries wait.
import type { banners as base } from '../../en/bots/banners.ts';
import type { Section } from '../../message.ts';
import { waits } from './waits.ts';

export const banners: Section<typeof base> = {
  ...waits,
  'bots.errorState':
    '이 봇은 거래를 멈췄습니다. 미체결 주문은 그대로 남아 있습니다. 로그를 확인한 뒤 포지션을 종료하거나 고객 지원에 문의해 주세요.',
  'bots.recover.entry_missed': '첫 주문을 여러 번 냈지만 체결되지 않았습니다. 선택하실 때까지 봇은 진입하지 않습니다.',
  'bots.recover.reduced_externally':
    '거래소에서 포지션을 줄이셨습니다. 남은 물량의 익절 주문은 유지되며, 선택하실 때까지 봇은 진입하지 않습니다.',
  'bots.recover.continue': '계속 거래',
  'bots.recover.exitsOnly': '익절만 하고 종료',
  'bots.recover.done': '{name} 봇을 복구했습니다.',
  'bots.recover.failed': '봇을 복구하지 못했습니다: {reason}',
  'bots.trading.halted':
    '거래소가 거래를 중단했습니다. 진입 주문은 취소되고 포지션과 익절 주문은 유지되며, 거래가 재개되면 봇도 거래를 이어 갑니다.',
  'bots.trading.postOnly':
    '거래소가 지금은 포스트 온리(Post Only) 주문만 받습니다. 봇은 진입하지 않고 포지션과 익절 주문은 유지되며, 거래가 재개되면 봇도 거래를 이어 갑니다.',
  'bots.trading.expired': '거래소가 이 종목의 거래를 종료하고 보유 포지션을 정산합니다. 그 뒤 봇이 종료됩니다.',
  'bots.trading.ends':
    '거래소가 {time}에 이 종목의 거래를 종료합니다. 봇은 이번 라운드 후 종료되며 새 라운드를 시작하지 않습니다.',
  'bots.dust':
    '{size}계약은 거래소 최소 주문 수량보다 작아 익절 주문이 없습니다. 이후 수량이 충분한 익절 주문에 포함해 종료합니다.',
  'bots.hold.by.user': '직접 보류한 봇입니다.',
  'bots.hold.by.grant': '운영자가 승인을 철회했습니다.',
  'bots.hold.by.key': '계정의 거래용 API 키가 폐기되었습니다.',
  'bots.hold.by.maintenance': '점검으로 보류 중입니다.',
  'bots.hold.by.panic': '긴급 중지 명령으로 보류 중입니다.',
  'bots.hold.do.grant': '운영자에게 문의해 주세요. 봇은 언제든지 중지할 수 있습니다.',
  'bots.hold.do.key': '거래소 탭에서 새 키를 만들어 주세요.',
  'bots.hold.do.maintenance': '따로 하실 일은 없습니다. 점검이 끝나면 봇이 이어서 거래합니다.',
  'bots.hold.do.panic': '언제 해제되는지 운영자에게 문의해 주세요. 봇은 언제든지 중지할 수 있습니다.',
  'bots.hold.restore':
    '이 서버의 데이터가 다른 서버의 복사본일 수 있어 서버가 동결되었습니다. 운영자가 확인할 때까지 주문을 보내지 않으며, 미체결 주문은 거래소에 그대로 남아 있습니다.',
  'bots.hold.rounds': '현재 라운드는 계속되고 새 라운드는 시작하지 않습니다.',
  'bots.hold.entries': '진입 주문은 취소되고 익절 주문과 손절 주문은 유지됩니다.',
  'bots.hold.message': '웹훅 메시지로 보류된 봇입니다.',
  'bots.hold.release': '보류 해제',
  'bots.hold.released': '보류를 해제했습니다: {name}',
  'bots.hold.failed': '보류를 해제하지 못했습니다: {reason}',
  'bots.hold.until': '{time}까지입니다.',
  'bots.key.withdraw':
    '이 계정의 거래용 API 키에 출금 권한이 있습니다. 키를 교체할 때까지 봇은 새로 진입하지 않으며, 익절 주문과 손절 주문은 유지됩니다.',
  'bots.key.refused':
    '거래소가 이 계정의 거래용 API 키를 거부합니다. 새 키를 만들 때까지 봇은 새 주문을 보내지 않으며, 이미 낸 주문은 거래소에 남습니다.',
  'bots.key.missing':
    '이 계정에 거래용 API 키가 없습니다. 키를 만들 때까지 봇은 주문을 보내지 않으며, 이미 낸 주문은 거래소에 남습니다.',
  'bots.key.open': '거래소 탭 열기',
  'bots.guard.wait': '지난 라운드가 손절로 끝났습니다. 다음 라운드는 {time}까지 대기합니다.',
  'bots.guard.stops': '한 시간 안에 손절이 너무 많았습니다. 잠금을 해제할 때까지 새 라운드를 시작하지 않습니다.',
  'bots.guard.loss': '하루 손실이 한도에 도달했습니다. 잠금을 해제할 때까지 새 라운드를 시작하지 않습니다.',
  'bots.guard.release': '잠금 해제',
  'bots.guard.released': '{name}: 잠금을 해제했습니다. 다시 새 라운드를 시작할 수 있습니다.',
  'bots.guard.failed': '잠금이 해제되지 않았습니다: {reason}',
};
