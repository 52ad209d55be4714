// The banners of a bot's card: an error, the trading state of the pair, the holds, the trading key, the choice after an error, and why entries wait.
import type { BotWire } from '@rondo/contract';
import type { KeyProblem } from '../../../../api/queries/key-problem.ts';
import { ErrorBanner } from './error-banner.tsx';
import { HoldBanners } from './holds-banner.tsx';
import { KeyBanner } from './key-banner.tsx';
import { RecoverBanner } from './recover-banner.tsx';
import { TradingBanner } from './trading-banner.tsx';
import { WaitBanner } from './wait-banner.tsx';

export type CardBannersProps = { readonly bot: BotWire; readonly keyProblem: KeyProblem | null };

export const CardBanners = ({ bot, keyProblem }: CardBannersProps) => (
  <>
    <ErrorBanner bot={bot} />
    <TradingBanner bot={bot} />
    <HoldBanners bot={bot} />
    {/* The hold of a revoked key has its own banner. */}
    {keyProblem === 'revoked' && bot.holds.some(({ by }) => by === 'key') ? null : <KeyBanner problem={keyProblem} />}
    <RecoverBanner bot={bot} />
    <WaitBanner bot={bot} />
  </>
);
