// A link to the guide, the documentation or support. Renders nothing when the installation does not have this link.
import { useHelpLinks } from '../../api/texts/help-context.tsx';
import type { MessageKey } from '../../i18n/catalogue.ts';
import { useT } from '../../i18n/i18n-context.tsx';

const texts = {
  guide_url: 'shell.help.guide',
  documentation_url: 'shell.help.documentation',
  support_url: 'shell.help.support',
} as const satisfies Record<string, MessageKey>;

export type HelpLinkProps = { readonly to: keyof typeof texts; readonly className?: string };

export const HelpLink = ({ to, className }: HelpLinkProps) => {
  const t = useT();
  const address = useHelpLinks()[to];
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
