// Japanese texts of the banners of a bot: an error, the trading state of the pair, holds, the trading key, the loss guard, and why entries wait.
import type { banners as base } from '../../en/bots/banners.ts';
import type { Section } from '../../message.ts';
import { waits } from './waits.ts';

export const banners: Section<typeof base> = {
  ...waits,
  'bots.errorState':
    'このボットは取引を停止しました。未約定の注文はそのままです。ログを確認し、ポジションを決済するかサポートにお問い合わせください。',
  'bots.recover.entry_missed':
    '最初の注文を何度か出しましたが、約定しませんでした。どうするかを選ぶまで、ボットはエントリーしません。',
  'bots.recover.reduced_externally':
    '取引所でポジションが減らされました。残りの利確注文は維持されます。どうするかを選ぶまで、ボットはエントリーしません。',
  'bots.recover.continue': '取引を続ける',
  'bots.recover.exitsOnly': '利確のみ行って終了',
  'bots.recover.done': '{name}を復旧しました。',
  'bots.recover.failed': 'ボットを復旧できませんでした：{reason}',
  'bots.trading.halted':
    '取引所が取引を停止しました。エントリー注文は取り消され、ポジションと利確注文は残ります。取引が再開するとボットも続行します。',
  'bots.trading.postOnly':
    '取引所は現在、Post Only注文だけを受け付けています。ボットはエントリーせず、ポジションと利確注文は残ります。取引が再開するとボットも続行します。',
  'bots.trading.expired': '取引所がこの銘柄の取引を終了し、ポジションを精算します。その後ボットは終了します。',
  'bots.trading.ends':
    '取引所は{time}にこの銘柄の取引を終了します。ボットはこのラウンド後に終了し、新しいラウンドは始めません。',
  'bots.dust':
    '{size}枚は取引所の最小注文数量を下回るため、利確注文を出せません。最小注文数量以上の利確注文を出すときに、まとめて決済します。',
  'bots.hold.by.user': 'このボットは手動で保留されています。',
  'bots.hold.by.grant': '運営者が承認を取り消しました。',
  'bots.hold.by.key': '口座の取引用APIキーが失効しました。',
  'bots.hold.by.maintenance': 'メンテナンスのため保留中です。',
  'bots.hold.by.panic': '緊急停止コマンドのため保留中です。',
  'bots.hold.do.grant': '運営者にお問い合わせください。ボットはいつでも停止できます。',
  'bots.hold.do.key': '取引所タブで新しいキーを作成してください。',
  'bots.hold.do.maintenance': '操作は不要です。メンテナンスが終わると、ボットは自動で続行します。',
  'bots.hold.do.panic': '解除の時期は運営者にお問い合わせください。ボットはいつでも停止できます。',
  'bots.hold.restore':
    'このサーバーのデータは別のサーバーの複製である可能性があるため、サーバーは凍結されています。運営者が確認するまで注文は送信されず、未約定の注文は取引所に残ります。',
  'bots.hold.rounds': '現在のラウンドは続き、新しいラウンドは始まりません。',
  'bots.hold.entries': 'エントリー注文は取り消され、利確注文と損切り注文は残ります。',
  'bots.hold.message': 'このボットはWebhookのメッセージで保留されています。',
  'bots.hold.release': '保留を解除',
  'bots.hold.released': '{name}の保留を解除しました。',
  'bots.hold.failed': '保留を解除できませんでした：{reason}',
  'bots.hold.until': '{time}まで。',
  'bots.key.withdraw':
    'この口座の取引用APIキーには出金権限があります。キーを交換するまでボットは新規エントリーをしません。利確注文と損切り注文は残ります。',
  'bots.key.refused':
    '取引所がこの口座の取引用APIキーを拒否しています。新しいキーを作成するまでボットは新しい注文を出しません。未約定の注文は取引所に残ります。',
  'bots.key.missing':
    'この口座には取引用APIキーがありません。キーを作成するまでボットは注文を出しません。未約定の注文は取引所に残ります。',
  'bots.key.open': '取引所タブを開く',
  'bots.guard.wait': '前のラウンドは損切りで終わりました。次のラウンドは{time}まで待機します。',
  'bots.guard.stops': '1時間以内の損切りが多すぎます。ロックを解除するまで新しいラウンドは始まりません。',
  'bots.guard.loss': '1日の損失が上限に達しました。ロックを解除するまで新しいラウンドは始まりません。',
  'bots.guard.release': 'ロックを解除',
  'bots.guard.released': '{name}のロックを解除しました。再び新しいラウンドを開始できます。',
  'bots.guard.failed': 'ロックを解除できませんでした：{reason}',
};
