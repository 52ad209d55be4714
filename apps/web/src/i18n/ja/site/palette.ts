// Japanese texts: the command palette and the map of keys.
import type { palette as base } from '../../en/site/palette.ts';
import type { Section } from '../../message.ts';

export const palette: Section<typeof base> = {
  'palette.title': 'コマンド',
  'palette.search': '何をしますか？',
  'palette.none': '一致するものがありません。',
  'palette.goTo': '{page}へ移動',
  'palette.chart': '{name}のチャート、{symbol}',
  'palette.theme': 'テーマ：{theme}',
  'palette.keys': 'ショートカットキー',
  'palette.key.open': 'コマンドを開く',
  'palette.key.help': 'キーの一覧を表示',
  'palette.key.choose': 'コマンドを選ぶ',
  'palette.key.close': '閉じる',
  'palette.key.chart': 'ボットのチャートの移動と拡大縮小',
};
