// The logo of the brand: its mark and its name. The name has the colour of the text.
export const Logo = () => (
  <svg className="logo" width="102" height="24" role="img" aria-label="Rondo">
    <path
      transform="scale(.75)"
      className="logo-mark"
      d="M4 16h6v6h6v6A12 12 0 1 0 4 16z"
      fill="none"
      strokeWidth="4"
    />
    <g className="logo-word" transform="translate(32)scale(.875)" fill="none" stroke="currentColor" strokeWidth="3">
      <path d="M1.5 22V6.5m0 8.3a6.2 6.2 0 0 1 6.2-6.3h1.6" />
      <circle cx="18" cy="14.3" r="6.3" />
      <path d="M30.5 22V6.5m0 8.3a5.9 5.9 0 0 1 11.8 0V22" />
      <circle cx="53.7" cy="14.3" r="6.3" />
      <path d="M60 22V1" />
      <circle cx="71.7" cy="14.3" r="6.3" />
    </g>
  </svg>
);

/** The open ring of the error pages. Its lower right quarter is missing. */
export const OpenRing = () => (
  <svg className="open-ring" viewBox="0 0 32 32" width="64" height="64" aria-hidden="true">
    <path d="M4 16h6v6h6v6M28 16A12 12 0 1 0 4 16" fill="none" strokeWidth="4" />
  </svg>
);
