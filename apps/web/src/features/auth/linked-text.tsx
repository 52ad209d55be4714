// A text with a link inside. Each translation marks the position of the link, because the position depends on the language.
export type LinkedTextProps = {
  /** The translated text. It has a NUL character at the position of the link. */
  readonly text: string;
  readonly link: string;
  readonly to: string;
};

/** Renders the text. The link opens in a new tab. */
export const LinkedText = ({ text, link, to }: LinkedTextProps) => {
  const [before, after] = text.split('\u0000');
  return (
    <>
      {before}
      <a href={to} target="_blank" rel="noopener">
        {link}
      </a>
      {after}
    </>
  );
};
