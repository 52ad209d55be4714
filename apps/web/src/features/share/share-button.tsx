// The buttons that save the result of a finished bot or of a round as a picture, or hand it to the share menu of the device.
import { useState } from 'react';
import type { BotRoundWire, HistoryItem } from '@rondo/contract';
import { useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { useToast } from '../../lib/toasts.ts';
import { Button, IconButton } from '../../ui/basics/button.tsx';
import { drawShare, shareSize, type ShareColours, type SharePicture, type ShareTexts } from './share-picture.ts';
import { botPicture, roundPicture, type RoundOwner } from './share-texts.ts';

const resultColours = { up: '--up', down: '--down', neutral: '--t1' } as const;

const readColours = (tone: ShareTexts['tone']): ShareColours => {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string): string => style.getPropertyValue(name).trim();
  return {
    background: read('--bg'),
    text: read('--t1'),
    muted: read('--t2'),
    accent: read('--accent'),
    line: read('--line2'),
    result: read(resultColours[tone]),
  };
};

/** Draws a picture. Rejects when the browser cannot make a picture. */
const imageOf = async ({ texts, ladder }: SharePicture): Promise<Blob> => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [shareSize.width, shareSize.height];
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser has no canvas');
  await document.fonts.ready;
  drawShare(context, {
    texts,
    ladder,
    colours: readColours(texts.tone),
    font: getComputedStyle(document.body).fontFamily,
  });
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('the canvas has no picture')) : resolve(blob)),
      'image/png',
    );
  });
};

const save = (file: File): void => {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(address);
};

/** Opens the share menu, or saves the file when the device has none. A person who closes the menu has not failed. */
const passOn = async (file: File): Promise<void> => {
  const data = { files: [file] };
  if (typeof navigator.canShare !== 'function' || !navigator.canShare(data)) return save(file);
  await navigator.share(data).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  });
};

/** Returns a function that shares a picture, and whether a picture is being made. */
const useShare = () => {
  const t = useT();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const share = async (picture: SharePicture): Promise<void> => {
    setBusy(true);
    try {
      await passOn(new File([await imageOf(picture)], picture.file, { type: 'image/png' }));
    } catch {
      toast({ tone: 'error', message: t('history.shareFailed') });
    }
    setBusy(false);
  };
  return { share, isBusy };
};

export const ShareButton = ({ item }: { readonly item: HistoryItem }) => {
  const t = useT();
  const format = useFormat();
  const { share, isBusy } = useShare();
  return (
    <Button size="large" icon="download" busy={isBusy} onClick={() => void share(botPicture(item, { t, format }))}>
      {t('history.share')}
    </Button>
  );
};

export type ShareRoundButtonProps = { readonly bot: RoundOwner; readonly round: BotRoundWire };

export const ShareRoundButton = ({ bot, round }: ShareRoundButtonProps) => {
  const t = useT();
  const format = useFormat();
  const { share, isBusy } = useShare();
  return (
    <IconButton
      icon="download"
      label={t('history.shareRound', { round: String(round.round) })}
      disabled={isBusy}
      onClick={() => void share(roundPicture(bot, round, { t, format }))}
    />
  );
};
