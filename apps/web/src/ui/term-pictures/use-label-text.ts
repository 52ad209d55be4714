// Returns the text of a label of a picture, with the numbers and the words of the chosen language.
import { useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { exampleTick } from './example.ts';
import type { Label } from './scene.ts';

export const useLabelText = (): ((label: Label) => string) => {
  const t = useT();
  const format = useFormat();
  return (label) => {
    switch (label.kind) {
      case 'price':
        return format.price(label.price, exampleTick);
      case 'percent':
        return format.chosenPercent(label.percent);
      case 'change':
        return format.signedPercent(label.percent);
      case 'count':
        return format.count(label.count);
      case 'leverage':
        return format.leverage(label.leverage);
      case 'word':
        return t(label.word);
    }
  };
};
