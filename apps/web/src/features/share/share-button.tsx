// The button that saves the result of a finished bot as a picture, or hands it to the share menu of the device.
import { useState } from 'react';
import type { HistoryItem } from '@rondo/contract';
import { useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { useToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/basics/button.tsx';
import { drawShare, shareSize, type ShareColours, type ShareTexts } from './share-picture.ts';
import { shareTextsOf } from './share-texts.ts';

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

/** Draws the picture of a bot. Rejects when the browser cannot make a picture. */
const pictureOf = async (item: HistoryItem, texts: ShareTexts): Promise<Blob> => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [shareSize.width, shareSize.height];
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser has no canvas');
  await document.fonts.ready;
  drawShare(context, {
    texts,
    ladder: {
      steps: item.martin_steps,
      cyclicSteps: item.cyclic_steps,
      filledTo: item.deepest_step,
      isShort: item.direction === 'SHORT',
    },
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

export const ShareButton = ({ item }: { readonly item: HistoryItem }) => {
  const t = useT();
  const format = useFormat();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const share = async (): Promise<void> => {
    setBusy(true);
    try {
      const blob = await pictureOf(item, shareTextsOf(item, { t, format }));
      await passOn(new File([blob], `rondo-${item.symbol}.png`, { type: 'image/png' }));
    } catch {
      toast({ tone: 'error', message: t('history.shareFailed') });
    }
    setBusy(false);
  };
  return (
    <Button size="large" icon="download" busy={isBusy} onClick={() => void share()}>
      {t('history.share')}
    </Button>
  );
};
