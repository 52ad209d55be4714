// Help links of this installation, fetched once per page load.
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import type { HelpLinks, routes } from '@rondo/contract';
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
const HelpContext = createContext<HelpLinks>(none);

/** Fetches the help links. When the request fails, no links are shown. */
export const HelpProvider = ({ children }: { readonly children: ReactNode }) => {
  const [links, setLinks] = useState<HelpLinks>(none);
  useEffect(() => {
    const unmounted = new AbortController();
    const fetchLinks = async (): Promise<void> => {
      const response = await fetch(helpPath, { signal: unmounted.signal });
      setLinks((response.ok ? parseHelpLinks(await response.json()) : undefined) ?? none);
    };
    fetchLinks().catch(() => undefined);
    return () => unmounted.abort();
  }, []);
  return <HelpContext value={links}>{children}</HelpContext>;
};

export const useHelpLinks = (): HelpLinks => useContext(HelpContext);
