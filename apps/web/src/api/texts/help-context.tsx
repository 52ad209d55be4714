// Help links of this installation, fetched once per page load.
import { createContext, useContext, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { HelpLinks, routes } from '@rondo/contract';
import { whenIdle } from '../../lib/page/when-idle.ts';
import { orNull, record, text } from '../../lib/parsers.ts';

/** Accepts web and mail addresses only, because a `javascript:` address would be executed. */
const link = orNull((value) => {
  const address = text(1)(value);
  return address !== undefined && /^(https?:\/\/|mailto:)/.test(address) ? address : undefined;
});

export const parseHelpLinks = record({ guide_url: link, documentation_url: link, support_url: link });

/** The path of the help route. The type of this constant is the path in the contract's route table, so the compiler refuses another path. */
export const helpPath: (typeof routes)['help']['path'] = '/api/help';

const none: HelpLinks = { guide_url: null, documentation_url: null, support_url: null };

/** The help links of one page load. They are `none` until they have arrived, and stay `none` when the request fails. */
type HelpStore = {
  /** Calls `onChange` when the links arrive. After the first call, the request is sent when the browser is idle. Returns a function that ends the subscription. */
  readonly subscribe: (onChange: () => void) => () => void;
  readonly read: () => HelpLinks;
};

const createHelpStore = (): HelpStore => {
  let links: HelpLinks | null = null;
  const listeners = new Set<() => void>();
  const fetchLinks = async (): Promise<void> => {
    const response = await fetch(helpPath);
    links = (response.ok ? parseHelpLinks(await response.json()) : undefined) ?? none;
    for (const onChange of listeners) onChange();
  };
  return {
    subscribe(onChange) {
      listeners.add(onChange);
      if (links === null) {
        links = none;
        whenIdle(() => void fetchLinks().catch(() => undefined));
      }
      return () => void listeners.delete(onChange);
    },
    read: () => links ?? none,
  };
};

const HelpContext = createContext<HelpStore>({ subscribe: () => () => undefined, read: () => none });

/** Keeps the help links for its children. The value of the context never changes, because React would replace content of the build whose context changes before its code is loaded. */
export const HelpProvider = ({ children }: { readonly children: ReactNode }) => {
  const [store] = useState(createHelpStore);
  return <HelpContext value={store}>{children}</HelpContext>;
};

export const useHelpLinks = (): HelpLinks => {
  const { subscribe, read } = useContext(HelpContext);
  return useSyncExternalStore(subscribe, read, () => none);
};
