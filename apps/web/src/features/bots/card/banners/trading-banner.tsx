// Shows that the exchange has suspended or will end trading of the pair of a bot, and which part of the position has no exit.
import type { BotWire } from '@rondo/contract';
import { useT } from '../../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../../lib/numbers/use-format.ts';
import { Banner } from '../../../../ui/basics/banner.tsx';

export const TradingBanner = ({ bot }: { readonly bot: BotWire }) => {
  const t = useT();
  const format = useFormat();
  const { trading, dust_size: dust } = bot;
  return (
    <>
      {trading === null || trading.state === 'live' ? null : (
        <Banner tone="warning" role="status">
          {t(`bots.trading.${trading.state}`)}
        </Banner>
      )}
      {trading === null || trading.ends_at === null || trading.state === 'expired' ? null : (
        <Banner tone="warning" icon="clock" role="status">
          {t('bots.trading.ends', { time: format.dateTime(trading.ends_at) })}
        </Banner>
      )}
      {Number(dust) === 0 ? null : <Banner role="status">{t('bots.dust', { size: format.size(dust, 8) })}</Banner>}
    </>
  );
};
