// Japanese texts: when the rounds of a new bot open that does not open them at once.
import type { opening as base } from '../../en/bots/opening.ts';
import type { Section } from '../../message.ts';

export const opening: Section<typeof base> = {
  'create.opens.hour': '開始してもすぐには注文を出しません。各ラウンドは1時間足の確定時に始まります。',
  'create.opens.signal': '開始してもすぐには注文を出しません。各ラウンドはルールのシグナルで始まります。',
  'create.opens.message': '開始してもすぐには注文を出しません。各ラウンドはほかのプログラムのメッセージで始まります。',
  'create.opens.model':
    '開始してもすぐには注文を出しません。各ラウンドはAIモデルの判断で始まり、段の全幅もモデルが選びます。',
  'create.opens.ownDistance': '段の間隔は、その時点のボラティリティで決まります。',
  'create.opens.example': 'ここに示す価格はすべて、今ラウンドを始めた場合の価格です。',
  'create.opens.exampleWidest': 'ここに示す価格はすべて、段の間隔を最大にして今ラウンドを始めた場合の価格です。',
  'create.opens.exampleModel': 'ここに示す価格はすべて、このフォームの段の全幅で今ラウンドを始めた場合の価格です。',
  'create.words.laterBuys': {
    other:
      'そのとき成行で{base}を約{amount} USDT分買います。価格が下がると、{price}（{distance}）までの{count}段で買い増します。',
  },
  'create.words.laterSells': {
    other:
      'そのとき成行で{base}を約{amount} USDT分売ります。価格が上がると、{price}（{distance}）までの{count}段で売り増します。',
  },
  'whatIf.unknown.messages':
    'このボットのラウンドは、ほかのプログラムのメッセージで始まります。保存されている足にはメッセージがないため、シミュレーションは行いません。',
  'whatIf.unknown.model':
    'このボットのラウンドは、AIモデルの判断で始まります。保存されている足でモデルがどう判断するかはわからないため、シミュレーションは行いません。',
  'whatIf.unknown.shortBars': 'このシグナルの足は、保存されている15分足より短いため、シミュレーションは行いません。',
  'whatIf.unknown.setting': 'シグナルの設定に無効な値があるため、シミュレーションは行いません。',
};
