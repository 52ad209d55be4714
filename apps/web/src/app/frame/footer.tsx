// The footer: links to the legal pages and to help, and notes on risk, linking and custody. The shell hides the mobile navigation while the footer is visible.
import type { Ref } from 'react';
import { useT } from '../../i18n/i18n-context.tsx';
import { paths } from '../../paths.ts';
import { HelpLink } from '../../ui/basics/help-link.tsx';
import { Logo } from '../../ui/basics/logo.tsx';

export const Footer = ({ ref }: { readonly ref?: Ref<HTMLElement> }) => {
  const t = useT();
  return (
    <footer className="footer" ref={ref}>
      <div className="page">
        <div className="footer-notes">
          <Logo />
          <p>{t('shell.footer.company')}</p>
        </div>
        <nav className="footer-links" aria-label={t('shell.footer.links')}>
          <a href={paths.terms}>{t('shell.footer.terms')}</a>
          <a href={paths.privacy}>{t('shell.footer.privacy')}</a>
          <HelpLink to="guide_url" />
          <HelpLink to="documentation_url" />
          <HelpLink to="support_url" />
        </nav>
        <div className="footer-notes">
          <p>{t('shell.footer.risk')}</p>
          <p>{t('shell.footer.age')}</p>
        </div>
        <div className="footer-notes">
          <p>{t('shell.footer.custody')}</p>
          <p>{t('shell.footer.oauth')}</p>
        </div>
      </div>
    </footer>
  );
};
