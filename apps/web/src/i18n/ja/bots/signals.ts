// Japanese texts: the decisions about a bot that waits for a signal.
import type { signals as base } from '../../en/bots/signals.ts';
import type { Section } from '../../message.ts';

export const signals: Section<typeof base> = {
  'signals.title': 'AIの判断を待っています',
  'signals.next': '次の判断：{time}',
  'signals.none': 'まだ判断はありません。',
  'signals.open': '{time}：エントリー、防御{percent}',
  'signals.wait': '{time}：待機',
  'signals.failed': '{time}：判断なし、{reason}',
  'signals.reason.pending': 'モデルはまだ応答していません',
  'signals.reason.timeout': 'モデルの応答が遅すぎました',
  'signals.reason.refused': 'モデルが拒否しました',
  'signals.reason.invalid': '応答を使用できません',
  'signals.reason.unavailable': 'モデルに接続できません',
  'signals.reason.budget': '1日の費用の上限に達しました',
  'signals.reason.failures': 'モデルの失敗が続きました',
  'signals.note': 'モデル{model}の文：「{note}」',
  'signals.failedLoad': '判断を読み込めませんでした。',
  'signals.titleRule': 'シグナルを待っています',
  'signals.fired': '{time}：シグナルあり、{values}',
  'signals.silent': '{time}：シグナルなし、{values}',
  'signals.reason.warm_up': 'ルールに必要な足が不足しています',
  'signals.nextRule': '次の計算：{time}',
  'signals.noneRule': 'まだ計算値はありません。',
};
