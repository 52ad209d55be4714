// The tone in which the end of a bot is told.
import type { NewToast } from '../../../lib/toasts.ts';
import { isKeptReason } from '../../history/kept.ts';
import { toneOf } from '../round-news.ts';

/** The person did not ask for these ends, so their message is shown until it is closed. */
const unwanted: Readonly<Record<string, NewToast['tone']>> = {
  liquidated: 'error',
  stop_loss: 'error',
  expired: 'warning',
};

/** `net` is the result of the bot in USDT as decimal text. The realised part of a kept position is no success. */
export const endedTone = (reason: string, net: string): Pick<NewToast, 'tone' | 'durationMs'> => {
  const tone = unwanted[reason];
  if (tone !== undefined) return { tone, durationMs: 0 };
  return { tone: isKeptReason(reason) ? 'warning' : toneOf(net) };
};
