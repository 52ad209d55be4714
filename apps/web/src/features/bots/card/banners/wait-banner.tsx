// Says why the entries of a bot or its next round wait, and what its owner can do.
import type { BotWire, EntryWaitWire } from '@rondo/contract';
import { useT } from '../../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../../lib/numbers/use-format.ts';
import { Banner } from '../../../../ui/basics/banner.tsx';

/** The owner has to act when the tone is a warning. */
const tones: Readonly<Record<EntryWaitWire, 'neutral' | 'warning'>> = {
  reading: 'neutral',
  price: 'neutral',
  mark_price: 'neutral',
  order: 'neutral',
  rules: 'neutral',
  leverage: 'warning',
  position: 'warning',
  position_mode: 'warning',
  account_level: 'warning',
  margin: 'warning',
};

const isKnown = (reason: string): reason is EntryWaitWire => Object.hasOwn(tones, reason);

/** A reason that this page does not know, from a newer server, has no banner. */
export const WaitBanner = ({ bot }: { readonly bot: BotWire }) => {
  const reason = bot.entry_wait;
  if (reason === null || !isKnown(reason) || bot.phase === 'stopping') return null;
  return <WaitLine bot={bot} reason={reason} />;
};

const WaitLine = ({ bot, reason }: { readonly bot: BotWire; readonly reason: EntryWaitWire }) => {
  const t = useT();
  const format = useFormat();
  const text =
    reason === 'leverage'
      ? t('bots.wait.leverage', { leverage: format.leverage(bot.leverage) })
      : t(`bots.wait.${reason}`);
  return (
    <Banner icon="clock" role="status" tone={tones[reason]}>
      {text}
    </Banner>
  );
};
