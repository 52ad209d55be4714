// Link to the content of the page; the first focusable element of every page.
import { useT } from '../../i18n/i18n-context.tsx';

export const SkipLink = () => (
  <a className="skip-link" href="#content">
    {useT()('shell.skip')}
  </a>
);
