// Renders a component with fixed responses. The workbench's `World` provides its contexts.
import type { ReactNode } from 'react';
import { render } from 'vitest-browser-react';
import type { Language } from '../../src/i18n/language.ts';
import type { AppStorage } from '../../src/lib/storage/storage.ts';
import { fixedUser } from '../../src/workbench/samples.ts';
import { createMemoryStorage, loadTexts, World, type Responses } from '../../src/workbench/world.tsx';

export type ShowOptions = {
  readonly language?: Language;
  readonly responses?: Responses;
  readonly storage?: AppStorage;
  readonly hasCookie?: boolean;
  readonly path?: string;
};

/** Renders a component, in English by default. */
export async function show(component: ReactNode, { language = 'en', ...rest }: ShowOptions = {}) {
  const texts = await loadTexts(language);
  return render(
    <World language={language} texts={texts} {...rest}>
      {component}
    </World>,
  );
}

/** Returns the storage of a logged-in member. */
export function memberStorage(user = fixedUser): AppStorage {
  const storage = createMemoryStorage();
  storage.write('accessToken', 'token');
  storage.writeUser(user);
  return storage;
}
