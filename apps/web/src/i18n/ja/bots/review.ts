// Japanese texts: the panel of a new bot and its review.
import type { review as base } from '../../en/bots/review.ts';
import type { Section } from '../../message.ts';

export const review: Section<typeof base> = {
  'create.titleFirst': 'ボットを開始',
  'create.titleNext': '別のボットを開始',
  'create.nothingSent': 'ボットの内容を確認するまで、注文は送信されません。',
  'create.exchange.rightsUnread': 'キーの権限は未確認',
  'create.key.withdraw': 'この口座の取引用APIキーには出金権限があります。キーを交換するまでボットを開始できません。',
  'create.key.refused':
    '取引所がこの口座の取引用APIキーを拒否しています。新しいキーを作成するまでボットを開始できません。',
  'create.key.revoked':
    '運営者がこの口座の取引用APIキーを失効させました。新しいキーを作成するまでボットを開始できません。',
  'create.key.missing': 'この口座の取引用APIキーは削除されています。新しいキーを作成するまでボットを開始できません。',
  'create.key.readOnly': 'この口座の取引用APIキーには取引権限がありません。キーを交換するまでボットを開始できません。',
  'create.key.open': '取引所タブを開く',
  'create.reviewTitle': '「{name}」の確認',
  'create.reviewLong': '{instrument}、ロング、{leverage}、{steps}段、うちサイクル{cyclic}段。',
  'create.reviewOpensLong': '開始時に1段目を成行で買います。',
  'create.reviewShort': '{instrument}、ショート、{leverage}、{steps}段、うちサイクル{cyclic}段。',
  'create.reviewOpensShort': '開始時に1段目を成行で売ります。',
  'create.back': '戻る',
  'create.start': 'ボットを開始',
  'create.figure': '項目',
  'create.afterFirst': '1段目の約定後',
  'create.afterBase': 'ベース（1〜{count}段目）の約定後',
  'create.afterAll': { other: '全{count}段の約定後' },
  'create.positionUsdt': 'ポジション（USDT）',
  'create.marginUsdt': '使用証拠金（USDT）',
  'create.estLiq': '推定清算価格',
  'create.atrValue': '{factor} ATR(14)、1時間',
  'create.settings': 'すべての設定',
  'create.account': '口座',
  'create.reviewGain': '手数料控除前の利益（USDT）',
  'create.reviewNet': '手数料控除後の利益（USDT）',
  'create.feesInOut': '往復手数料（USDT）',
  'create.reviewCycles':
    '全段約定後の利益と手数料には、各サイクル段の利確1回分が含まれます。サイクル利益の充当分はベースの利益から差し引いています。',
  'create.crossNote':
    '推定では、割当額だけを余裕資金とみなします。クロスマージンのため、口座にほかにも利用可能な証拠金があるとOKXの強制清算は遅くなり、損失が割当額を超えることがあります。',
  'create.reviewFunding':
    'ポジションを保有している間、OKXは通常8時間ごとに資金調達料を徴収するか、支払います。上の数値に資金調達料は含まれません。',
  'create.reviewOnce': '1ラウンドだけ取引します。ベースの利確でボットは終了し、新しいラウンドは始まりません。',
  'create.reviewRepeats':
    'ベースの利確のたびに、割当額にそれまでの純損益を加えた額で新しいラウンドが自動で始まり、ボットを停止するまで続きます。',
  'create.reviewRepeatsFixed':
    'ベースの利確のたびに、割当額（それまでが純損失なら、その分を引いた額）で新しいラウンドが自動で始まり、ボットを停止するまで続きます。',
  'create.reviewStopLoss':
    '損切り：ラウンドの損失が割当額の{percent}（最初のラウンドでは{amount} USDT）に達すると、ポジション全体を成行で決済し、ボットも終了します。',
  'create.reviewNoStopLoss': '損切りは設定されていません。',
  'create.created': '「{name}」を作成しました。',
  'create.understand': '{amount} USDTを失う可能性があることを理解しました。',
  'create.tickFirst': '最初のボットを開始するにはチェックを入れてください。',
};
