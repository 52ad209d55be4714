// A link to the content of the page. It is the first focusable element of every page.
import { useT } from '../../i18n/i18n-context.tsx';

export const SkipLink = () => (
  <a className="skip-link" href="#content">
    {useT()('shell.skip')}
  </a>
);
