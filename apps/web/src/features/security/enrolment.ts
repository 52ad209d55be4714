// The one-time token with which an operator turns on the second factor.

/** Returns the one-time token of the command line. The token is in the fragment of the address, because browsers never send the fragment to a server. */
export const enrolmentOf = (fragment: string): { readonly enrolment?: string } => {
  const enrolment = new URLSearchParams(fragment.slice(1)).get('enrolment');
  return enrolment === null ? {} : { enrolment };
};
