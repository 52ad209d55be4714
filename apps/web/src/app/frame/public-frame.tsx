// The frame of public pages: risk strip, logo, language, footer.
import type { ReactNode } from 'react';
import { RiskStrip } from '../../features/landing/landing-sections.tsx';
import { paths } from '../../paths.ts';
import { Logo } from '../../ui/basics/logo.tsx';
import { Footer } from './footer.tsx';
import { LanguageSelect } from './language-select.tsx';

export type PublicFrameProps = {
  /** The address to which the logo links. The default is the start page. */
  readonly home?: string;
  /** Buttons beside the language, for example to log in. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

export const PublicFrame = ({ home = paths.home, actions, children }: PublicFrameProps) => (
  <div className="landing">
    <header>
      <RiskStrip />
      <div className="page landing-bar">
        <a href={home} className="logo-link" aria-label="Rondo">
          <Logo />
        </a>
        <div className="landing-bar-end">
          <LanguageSelect />
          {actions}
        </div>
      </div>
    </header>
    <main id="content">{children}</main>
    <Footer />
  </div>
);
