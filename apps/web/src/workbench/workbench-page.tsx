// The page /workbench, which exists only in development. It shows every primitive and card in every state, with fixed data, in each language.
import { Suspense, use, useState } from 'react';
import { ProofProvider } from '../features/security/proof-context.tsx';
import { languageNames, languages, type Language } from '../i18n/language.ts';
import { Segmented } from '../ui/fields/segmented.tsx';
import { cards } from './cards/cards.ts';
import { controls } from './controls.tsx';
import { primitives } from './primitives.tsx';
import type { Specimen } from './specimen.tsx';
import { createMemoryStorage, loadTexts, World } from './world.tsx';
import { fixedUser } from './samples.ts';
import './workbench.css';

const rooms = { Primitives: primitives, Controls: controls, Cards: cards } as const;
const loading = new Map<Language, ReturnType<typeof loadTexts>>();

/** Returns the texts of a language. The texts are fetched once per page load. */
const textsOf = (language: Language) => {
  const known = loading.get(language) ?? loadTexts(language);
  loading.set(language, known);
  return known;
};

const memberStorage = () => {
  const storage = createMemoryStorage();
  storage.write('accessToken', 'token');
  storage.writeUser(fixedUser);
  return storage;
};

const States = ({ specimen }: { readonly specimen: Specimen }) => (
  <section className="workbench-specimen" aria-label={specimen.name}>
    <h3>{specimen.name}</h3>
    <div className="workbench-states" data-wide={specimen.isWide === true}>
      {Object.entries(specimen.states).map(([state, view]) => (
        <div key={state} role="group" aria-label={`${specimen.name}: ${state}`} className="workbench-state">
          <p className="muted small">{state}</p>
          {view}
        </div>
      ))}
    </div>
  </section>
);

const Rooms = ({ language }: { readonly language: Language }) => (
  <World language={language} texts={use(textsOf(language))} storage={memberStorage()}>
    <ProofProvider>
      {Object.entries(rooms).map(([name, specimens]) => (
        <section key={name} className="workbench-room">
          <h2>{name}</h2>
          {specimens.map((specimen) => (
            <States key={specimen.name} specimen={specimen} />
          ))}
        </section>
      ))}
    </ProofProvider>
  </World>
);

export const WorkbenchPage = () => {
  const [language, setLanguage] = useState<Language>('en');
  return (
    <main id="content" className="page workbench">
      <h1>Workbench</h1>
      <Segmented
        label="Language"
        value={language}
        onChange={setLanguage}
        options={languages.map((each) => ({ value: each, label: languageNames[each] }))}
      />
      <Suspense>
        <Rooms key={language} language={language} />
      </Suspense>
    </main>
  );
};
