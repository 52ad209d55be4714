// A sentence with a link inside: the translation says where, so no sentence is built by joining.
export type LinkedTextProps = {
  /** The sentence with a NUL where the link stands. */
  readonly text: string;
  readonly link: string;
  readonly to: string;
};

/** The link opens in a new tab, as its words say. */
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
