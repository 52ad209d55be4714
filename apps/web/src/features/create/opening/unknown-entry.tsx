// Says why the rounds of the form cannot be simulated.
import { TextsOf, useT } from '../../../i18n/i18n-context.tsx';
import type { SimulatedEntry } from '../plan/simulated-entry.ts';

export type UnknownEntryProps = Pick<Extract<SimulatedEntry, { readonly kind: 'unknown' }>, 'why'>;

/** Suspends until the texts are loaded. */
export const UnknownEntry = (props: UnknownEntryProps) => (
  <TextsOf part="opening">
    <Reason {...props} />
  </TextsOf>
);

const Reason = ({ why }: UnknownEntryProps) => useT()(`whatIf.unknown.${why}`);
