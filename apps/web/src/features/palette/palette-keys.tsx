// Listens to the keys of the command palette on every page of the dashboard. The code of the palette is loaded when it is first opened.
import { Suspense, useEffect, useState } from 'react';
import { TextsOf } from '../../i18n/i18n-context.tsx';
import { lazyComponent } from '../../lib/page/lazy-component.ts';
import { commandOf, type KeyCommand } from './keyboard-map.ts';

const CommandPalette = lazyComponent(async () => (await import('./command-palette.tsx')).CommandPalette);

export const PaletteKeys = () => {
  const [shown, setShown] = useState<KeyCommand | null>(null);
  const [wasShown, setWasShown] = useState(false);
  if (shown !== null && !wasShown) setWasShown(true);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const command = commandOf(event);
      if (command === null) return;
      event.preventDefault();
      setShown((before) => (before === command ? null : command));
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  if (!wasShown) return null;
  return (
    <Suspense fallback={null}>
      <TextsOf part="help">
        <CommandPalette shown={shown} onChange={setShown} />
      </TextsOf>
    </Suspense>
  );
};
