// The texts of the share picture: the pair, the settings, the result, why the bot ended, and the rounds. The profit of a kept position is only its realised part, and the picture says so.
import type { HistoryItem } from '@rondo/contract';
import { decimal, signOf } from '@rondo/decimal';
import type { Translate } from '../../i18n/translate.ts';
import type { Format } from '../../lib/numbers/format.ts';
import { endStyle, isKept } from '../history/end-reason.ts';
import type { ShareTexts } from './share-picture.ts';

type Words = { readonly t: Translate; readonly format: Format };

const tones = { '-1': 'down', '0': 'neutral', '1': 'up' } as const;

export const shareTextsOf = (item: HistoryItem, { t, format }: Words): ShareTexts => {
  const direction = t(item.direction === 'LONG' ? 'bots.long' : 'bots.short');
  const end = t(endStyle(item.end_reason).key);
  return {
    name: item.symbol,
    settings: format.list([
      `${direction} ${format.leverage(item.leverage)}`,
      `${t('history.martin')} ${item.martin_steps}`,
      `${t('history.cyclic')} ${item.cyclic_steps}`,
    ]),
    amount: `${format.signedMoney(item.total_profit)} USDT`,
    tone: isKept(item) ? 'neutral' : tones[signOf(decimal(item.total_profit))],
    facts: [
      isKept(item) ? format.list([end, t('history.realisedPart')]) : end,
      format.list([
        `${t('history.rounds')} ${format.count(item.rounds)}`,
        t('history.cyclesCount', { count: item.cycles }),
      ]),
      `${format.day(Date.parse(item.created_at))} – ${format.day(Date.parse(item.ended_at))}`,
    ],
    simulated: item.simulated ? t('common.simulated') : null,
    risk: t('shell.footer.risk'),
  };
};
