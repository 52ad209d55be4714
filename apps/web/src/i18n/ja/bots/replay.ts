// Japanese texts: replayed rounds.
import type { replay as base } from '../../en/bots/replay.ts';
import type { Section } from '../../message.ts';

export const replay: Section<typeof base> = {
  'replay.play': 'ラウンドを再生',
  'replay.pause': '一時停止',
  'replay.summary': '{symbol}のシミュレーション：サイクル{cycles}回、結果{result} USDT、最大含み損{worst} USDT。',
  'replay.base': 'ベース',
  'replay.cyclic': 'サイクル',
  'replay.danger': '推定清算価格まで',
  'replay.liquidation': '推定清算価格 {price}',
  'replay.result': '手数料控除後の結果',
  'replay.worst': '最大含み損',
  'replay.nearest': '強制清算への最接近',
  'replay.cycles': 'サイクル',
  'replay.exit': 'ベースの利確価格',
  'replay.change': 'エントリーからの騰落率',
  'replay.fees': '手数料（USDT）',
  'replay.key.entry': '段の約定',
  'replay.key.cycle': '段の利確',
  'replay.key.exit': 'ラウンド終了',
  'replay.key.stop': '損切り',
  'replay.key.liquidation': '強制清算',
  'replay.end.exit': 'サイクルのたびにベースの利確価格が近づき、価格が届きました。',
  'replay.end.plain': '価格がベースの利確価格に戻りました。',
  'replay.end.stop': '損切りでポジションを決済しました。',
  'replay.end.liquidation': '価格は全段を抜けて動き続け、取引所がポジションを強制清算しました。',
  'replay.end.open': 'ラウンドが終わる前にローソク足がなくなりました。未決済分は最後の価格で計算しています。',
  'replay.bracket': '足の中の価格順が違う場合：{worse}〜{better} USDT。',
  'replay.settings': 'ロング {leverage}x、−{defense}まで{steps}段、最後の{cyclic}段がサイクル、利確{profit}',
  'replay.source':
    'シミュレーション：{from}〜{to}、15分足、{budget} USDTの口座。直近{days}日に終わった2サイクル以上のラウンドのうち、最新のものです。資金調達料は含みません。',
  'replay.sourceFall': 'シミュレーション：{from}〜{to}、15分足、{budget} USDTの口座。資金調達料は含みません。',
  'replay.whatIf': '下がり続けたら？',
  'replay.wrong': 'うまくいかないとき',
  'replay.wrongText':
    '同じ設定のボットを、直近{days}日で最も深い下落（全部で{percent}）の始まりから動かしました。最安値までの最後のラウンドです。',
  'replay.of': '口座資金 {budget} USDT',
  'replay.fact.cycles': { other: 'このラウンドで完了したサイクル {count}回' },
  'replay.fact.entries': { other: '{span}で{count}段が約定' },
  'replay.fact.filled': '最後の段の約定から終了まで{span}',
  'replay.fact.rounds': { other: '上と同じラウンドが{count}回あればこの損失を取り戻せます' },
};
