// Tells the person that a round has ended.
import { useEffect, useRef } from 'react';
import type { BotWire } from '@rondo/contract';
import { useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { useToast } from '../../lib/toasts.ts';
import { checkRounds, toneOf } from './round-news.ts';

/** Shows a toast once when a round of a running bot has ended. */
export const useRoundNotice = (bots: readonly BotWire[] | undefined): void => {
  const t = useT();
  const format = useFormat();
  const toast = useToast();
  const known = useRef<ReadonlyMap<string, number>>(new Map());
  useEffect(() => {
    if (bots === undefined) return;
    const news = checkRounds(known.current, bots);
    known.current = news.known;
    for (const { name, round, net } of news.due) {
      const message = t('bots.roundEnded', { name, round, amount: format.signedMoney(net) });
      toast({ tone: toneOf(net), message });
    }
  }, [bots, t, format, toast]);
};
