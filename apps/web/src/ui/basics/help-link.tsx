// A link to the guide, the documentation or support. The guide of the product is the default of the first two. Without a configured address, the link to support is not rendered.
import { useHelpLinks } from '../../api/texts/help-context.tsx';
import type { MessageKey } from '../../i18n/catalogue.ts';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { guidePath } from '../../paths.ts';

const texts = {
  guide_url: 'shell.help.guide',
  documentation_url: 'shell.help.documentation',
  support_url: 'shell.help.support',
} as const satisfies Record<string, MessageKey>;

export type HelpLinkProps = { readonly to: keyof typeof texts; readonly className?: string };

/** Returns the address of the link, or null when this installation has none. */
export const useHelpAddress = (to: HelpLinkProps['to']): string | null => {
  const { language } = useI18n();
  const own = { guide_url: guidePath(language), documentation_url: guidePath(language, 'cycles'), support_url: null };
  return useHelpLinks()[to] ?? own[to];
};

export const HelpLink = ({ to, className }: HelpLinkProps) => {
  const { t } = useI18n();
  const address = useHelpAddress(to);
  if (address === null) return null;
  return (
    // A mail address opens the mail program. A page opens in a new tab.
    <a
      href={address}
      target={address.startsWith('mailto:') ? undefined : '_blank'}
      rel="noreferrer"
      className={className}
    >
      {t(texts[to])}
    </a>
  );
};
