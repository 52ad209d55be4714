// The footer: risk, linking and custody notes. Its visibility hides the mobile navigation.
import type { Ref } from 'react';
import { useT } from '../i18n/i18n-context.tsx';
import { Logo } from '../ui/logo.tsx';

export const Footer = ({ ref }: { readonly ref?: Ref<HTMLElement> }) => {
  const t = useT();
  return (
    <footer className="footer" ref={ref}>
      <div className="page">
        <Logo />
        <p>{t('shell.footer.risk')}</p>
        <p>{t('shell.footer.oauth')}</p>
        <p>{t('shell.footer.custody')}</p>
      </div>
    </footer>
  );
};
