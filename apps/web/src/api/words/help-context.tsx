// Where help is found: the links that this installation has set, asked for once a page load.
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import type { HelpLinks, routes } from '@rondo/contract';
import { orNull, record, text } from '../../lib/shape.ts';

/** A page to read or an address to write to; nothing that the browser would run. */
const link = orNull((value) => {
  const address = text(1)(value);
  return address !== undefined && /^(https?:\/\/|mailto:)/.test(address) ? address : undefined;
});

export const parseHelpLinks = record({ guide_url: link, documentation_url: link, support_url: link });

/** The path of the contract's route table, held to it by its type. */
export const helpPath: (typeof routes)['help']['path'] = '/api/help';

const none: HelpLinks = { guide_url: null, documentation_url: null, support_url: null };
const HelpContext = createContext<HelpLinks>(none);

/** Without an answer there are no links; nothing else depends on them. */
export const HelpProvider = ({ children }: { readonly children: ReactNode }) => {
  const [links, setLinks] = useState<HelpLinks>(none);
  useEffect(() => {
    const leaving = new AbortController();
    const ask = async (): Promise<void> => {
      const response = await fetch(helpPath, { signal: leaving.signal });
      setLinks((response.ok ? parseHelpLinks(await response.json()) : undefined) ?? none);
    };
    ask().catch(() => undefined);
    return () => leaving.abort();
  }, []);
  return <HelpContext value={links}>{children}</HelpContext>;
};

export const useHelpLinks = (): HelpLinks => useContext(HelpContext);
