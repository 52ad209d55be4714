// The card that leads to the form of another bot, with the margin that is left and the pairs that are in use.
import { useEffect, useEffectEvent, useRef } from 'react';
import type { BotWire, MarginResponse } from '@rondo/contract';
import { useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { Button } from '../../ui/basics/button.tsx';
import { Card } from '../../ui/basics/card.tsx';

export const AnotherBot = ({
  margin,
  bots,
  takesFocus,
  onFocused,
  onOpen,
}: {
  readonly margin: MarginResponse;
  readonly bots: readonly BotWire[];
  /** True after the user has closed the form. The button that opens the form then gets the focus. */
  readonly takesFocus: boolean;
  readonly onFocused: () => void;
  readonly onOpen: () => void;
}) => {
  const t = useT();
  const format = useFormat();
  const button = useRef<HTMLButtonElement>(null);
  const focused = useEffectEvent(onFocused);
  useEffect(() => {
    if (!takesFocus) return;
    button.current?.focus();
    focused();
  }, [takesFocus]);
  // A bot of another account does not occupy its pair (decision 2).
  const ownBots = bots.filter((bot) => bot.account_id === margin.account_id);
  const inUse = format.list(ownBots.map((bot) => bot.symbol.split('-')[0] ?? bot.symbol));
  const amount = format.money(margin.available);
  return (
    <Card>
      <div className="card-pad stack">
        <h2>{t('bots.another.title')}</h2>
        <p className="muted">
          {inUse === '' ? t('bots.another.none', { amount }) : t('bots.another.text', { amount, inUse })}
        </p>
        <Button variant="primary" icon="plus" wide ref={button} onClick={onOpen}>
          {t('bots.another.button')}
        </Button>
      </div>
    </Card>
  );
};
