// Japanese texts: replayed rounds.
import type { replay as base } from '../../en/bots/replay.ts';
import type { Section } from '../../message.ts';

export const replay: Section<typeof base> = {
  'replay.play': 'ラウンドを再生',
  'replay.pause': '一時停止',
  'replay.summary': '{symbol}の模擬ラウンド：サイクル{cycles}回、結果{result} USDT、最悪時{worst} USDT。',
  'replay.base': '基本',
  'replay.cyclic': '循環',
  'replay.danger': '推定清算価格までの距離',
  'replay.result': '手数料控除後の結果',
  'replay.worst': '最悪の瞬間',
  'replay.nearest': '清算への最接近',
  'replay.cycles': 'サイクル',
  'replay.exit': '基本の決済価格',
  'replay.change': 'エントリー以降の価格',
  'replay.fees': '手数料、USDT',
  'replay.key.entry': 'ステップ約定',
  'replay.key.cycle': 'ステップの利確',
  'replay.key.exit': 'ラウンド終了',
  'replay.key.liquidation': '清算',
  'replay.end.exit': 'サイクルのたびに基本の決済価格が近づき、価格と出会いました。',
  'replay.end.plain': '価格が決済価格に戻りました。',
  'replay.end.liquidation': '価格は全ステップを抜けて動き続け、取引所がポジションを清算しました。',
  'replay.end.open': 'ラウンドの前にローソク足が終わります。未決済分は最後の価格で計算しています。',
  'replay.bracket': '足の中の価格順が違う場合：{worse}〜{better} USDT。',
  'replay.settings': 'ロング x{leverage}、−{defense}まで{steps}ステップ、最後の{cyclic}つが循環、利確{profit}',
  'replay.source':
    '模擬：{from}〜{to}、15分足、{budget} USDTの口座。直近{days}日で2サイクル以上あり、最後に終わったラウンドです。資金調達料は含みません。',
  'replay.sourceFall': '模擬：{from}〜{to}、15分足、{budget} USDTの口座。資金調達料は含みません。',
  'replay.whatIf': '下がり続けたら？',
  'replay.wrong': 'うまくいかないとき',
  'replay.wrongText':
    '同じ設定のボットを、直近{days}日で最も深い下落（全部で{percent}）の始まりから動かしました。最安値までの最後のラウンドです。',
  'replay.of': '{budget} USDTのうち',
  'replay.fact.cycles': { other: 'このラウンドで完了したサイクル {count}回' },
  'replay.fact.filled': '最後のステップ約定から終了まで{span}',
  'replay.fact.rounds': { other: '上と同じラウンドが{count}回あればこの損失を取り戻せます' },
};
