// Japanese texts: logs.
import type { logs as base } from '../en/logs.ts';
import type { Section } from '../message.ts';

export const logs: Section<typeof base> = {
  'bots.log.roundOpened': 'ラウンド{round}が{price}で開始',
  'bots.log.waitingForSignal': 'ラウンド{round}はシグナル待ち',
  'bots.log.stepFilled': '{step}段が{price}で約定',
  'bots.log.exitFilled.takeProfit': '{step}段が利確価格{price}で決済',
  'bots.log.exitFilled.baseExit': '土台の出口が{price}で約定',
  'bots.log.exitFilled.close': '成行{price}で決済',
  'bots.log.exitFilled.stopLoss': '損切りが{price}で約定',
  'bots.log.cycleCompleted': '{step}段の{cycle}回目の循環が完了',
  'bots.log.roundCompleted': 'ラウンド{round}が完了',
  'bots.log.botCompleted': 'ボットが終了',
  'bots.log.liquidated': 'ラウンド{round}で取引所が清算',
  'bots.log.entryMissed': '最初の注文が約定せず、{attempt}回目',
  'bots.log.orderRejected': '取引所が{step}段の注文を拒否',
  'bots.log.planRefused': 'ラウンド{round}は計画できず、開始せず',
  'bots.log.stopAndCloseAccepted': '停止を受付：注文を取消し建玉を決済',
  'bots.log.stopAndLeaveAccepted': '停止を受付：注文を取消し、建玉は保護なしで残る',
  'bots.log.lastRoundSet': '次の利確後に終了',
  'bots.log.lastRoundUnset': '次の利確後も継続',
  'bots.log.lateFill': '遅れた約定が届き、決済中',
  'bots.log.failed': 'エラーのためボットが停止（{reason}）',
  'bots.log.stepBlocked': 'ステップ{step}の証拠金が不足：余裕ができるまで待機',
  'bots.log.orderBeingVerified': 'ステップ{step}の注文に取引所の応答がなく確認中',
  'bots.log.orderContradiction': 'ステップ{step}の注文について矛盾した応答',
  'bots.log.orderCancelledOutside': 'ステップ{step}の注文が手動で取り消され、このラウンドでは除外',
  'bots.log.exitReplacedOnce': 'ステップ{step}の決済注文が手動で取り消され、一度だけ再発注',
  'bots.log.positionDiffers': '取引所のポジションがボットと異なるため、一致するまで新規エントリーを停止',
};
