// Chinese texts: the command palette and the map of keys.
import type { palette as base } from '../../en/site/palette.ts';
import type { Section } from '../../message.ts';

export const palette: Section<typeof base> = {
  'palette.title': '命令',
  'palette.search': '想做什么？',
  'palette.none': '没有匹配的命令。',
  'palette.goTo': '前往“{page}”页',
  'palette.chart': '{name} 的图表，{symbol}',
  'palette.theme': '主题：{theme}',
  'palette.keys': '快捷键',
  'palette.key.open': '打开命令',
  'palette.key.help': '显示快捷键',
  'palette.key.choose': '选择命令',
  'palette.key.close': '关闭',
  'palette.key.chart': '移动和缩放机器人图表',
};
