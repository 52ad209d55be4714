// A text with a link inside, which opens in a new tab. Each translation marks the position of the link, because the position depends on the language.
import { useT } from '../../i18n/i18n-context.tsx';
import { Icon } from '../../ui/basics/icon.tsx';

export type LinkedTextProps = {
  /** The translated text. It has a NUL character at the position of the link. */
  readonly text: string;
  readonly link: string;
  readonly to: string;
};

/** Renders the text. A sign shows that the link opens in a new tab, and screen readers get this as words. */
export const LinkedText = ({ text, link, to }: LinkedTextProps) => {
  const t = useT();
  const [before, after] = text.split('\u0000');
  return (
    <>
      {before}
      <a href={to} target="_blank" rel="noopener">
        {link} <Icon name="external" />
        <span className="hidden-text">{t('register.box.newTab')}</span>
      </a>
      {after}
    </>
  );
};
