// Japanese texts: errors, findings and alerts of the exchange link.
import type { link as base } from '../../en/exchanges/link.ts';
import type { Section } from '../../message.ts';

export const link: Section<typeof base> = {
  'errors.exchangeTokenRefreshFailed': '取引所との連携を更新できませんでした。口座を連携し直してください。',
  'errors.exchangeTokenInvalid': '取引所がこの連携を受け付けなくなりました。口座を連携し直してください。',
  'errors.preflightFailed': 'この口座ではまだ取引できません：{reason}',
  'errors.keyMissing':
    '古いキーは削除されましたが、新しいキーを作成できませんでした。ボットは待機中です。今すぐもう一度お試しください。',
  'errors.keyChangeRunning': 'この口座のキーを交換中です。しばらくお待ちください。',
  'errors.consentNeeded': '取引所での新しい同意が必要です。口座を連携し直してください。',
  'errors.botsRunning': 'この口座でボットが動いています。先に停止してください。',
  'preflight.keyMayWithdraw':
    'キーに出金権限があります。取引所で削除して連携し直してください。Rondoで使えるのは、出金できないキーだけです。',
  'preflight.keyCannotTrade': 'キーに取引権限がありません。取引を許可して口座を連携し直してください。',
  'preflight.keyRefused': '取引所がキーを拒否しています（{reason}）。口座を連携し直して新しいキーを作成してください。',
  'preflight.keyMissing':
    '口座に取引用APIキーがありません。ボットを動かすにはキーを作成してください。その間、稼働中のボットの注文は取引所に残ります。',
  'preflight.keyEnvironment': 'キーが別の環境（デモまたは本番）のものです。正しい環境の口座を連携してください。',
  'preflight.keyAddress':
    'キーがこのサーバー以外のIPアドレスに限定されています。ここで新しいキーを作成するか、取引所でIPアドレスを追加してください。',
  'preflight.keyNotBound':
    'キーがIPアドレスに限定されていないため、{days}日間使わないと取引所が削除します。このサーバーのIPアドレスに限定した新しいキーを作成してください。',
  'preflight.keyUnbound':
    'キーがIPアドレスに限定されていません。本番口座のボットには限定されたキーが必要です。このサーバーのIPアドレスに限定した新しいキーを作成してください。',
  'preflight.accountLevel':
    '現在の口座モード（{level}）ではボットを動かせません。取引所で口座モードを「先物」または「マルチ通貨証拠金」にしてください。',
  'preflight.positionMode':
    '口座のポジションモードを読み取れません。取引所でワンウェイモードまたはヘッジモードを選んでください。',
  'preflight.positionModeChanged':
    'ボットの稼働中にポジションモードが変更されました。取引所で{mode}モードに戻すか、先にボットを停止してください。',
  'preflight.leadTrader': 'コピートレード口座です（{role}）。コピートレードに使っていないサブ口座を使ってください。',
  'preflight.uidLinked':
    'この取引所口座はすでに連携されています。先にその連携を解除するか、サブ口座を連携してください。',
  'preflight.uidDiffers': '別の取引所口座で同意されました。ここに連携されている口座で取引所にログインしてください。',
  'preflight.foreignPositions':
    'ボット管理外のポジションが証拠金を共有しています：{instruments}。強制清算が近づくことがあります。専用のサブ口座をおすすめします。',
  'preflight.foreignPositionHere':
    '{instrument}にボット管理外のポジションがあります。決済するか、別の銘柄を選んでください。',
  'preflight.accountUnreadable': '現在、口座の情報を読み取れません。しばらくしてからもう一度お試しください。',
  'preflight.word.spot': '現物',
  'preflight.word.portfolioMargin': 'ポートフォリオ証拠金',
  'preflight.word.leadTrader': 'リードトレーダー',
  'preflight.word.copyTrader': 'コピートレーダー',
  'preflight.word.oneWay': 'ワンウェイ',
  'preflight.word.hedge': 'ヘッジ',
  'alerts.tokenCritical': 'トークンはあと{minutes}分で期限切れになります！',
  'alerts.tokenWarning': '取引所のトークンはあと{minutes}分で期限切れです。',
  'alerts.tokenExpired': '取引所のトークンが期限切れです。口座を連携し直してください。稼働中のボットには影響しません。',
  'alerts.keyRefused': '取引所が取引用APIキーを拒否しています。新しいキーを作成するまで新規エントリーは止まります。',
  'alerts.keyNotBound':
    '取引用APIキーがIPアドレスに限定されていません。{days}日間使わないと取引所が削除します。限定したキーに交換してください。',
  'alerts.keyMayWithdraw':
    '取引用APIキーに出金権限があります。新規エントリーを止めました。キーを削除して作り直してください。',
  'alerts.socketDown': 'リアルタイム接続が切れています。自動で再接続します。',
  'alerts.uptime': '期間中、リアルタイム接続が稼働していたのは{percent}%だけでした。',
  'alerts.reconnects': 'リアルタイム接続が{count}回切れました。',
  'alerts.apiErrors': '取引所への呼び出しのうち、成功したのは{percent}%だけでした。',
  'alerts.apiSlow': '取引所の応答が遅れています：平均{ms} ms。',
};
