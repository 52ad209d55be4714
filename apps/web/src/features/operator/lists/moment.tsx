// Shows a time in the local time zone. The title of the element is the UTC time.
import { useFormat } from '../../../lib/numbers/use-format.ts';

const dayEnd = 10;
const secondsEnd = 19;

/** Returns the time as "2026-11-22 05:12:01 UTC". */
export const utcText = (at: number): string => {
  const text = new Date(at).toISOString();
  return `${text.slice(0, dayEnd)} ${text.slice(dayEnd + 1, secondsEnd)} UTC`;
};

export const Moment = ({ at }: { readonly at: number }) => {
  const format = useFormat();
  return (
    <time dateTime={new Date(at).toISOString()} title={utcText(at)}>
      {format.dateTime(at)}
    </time>
  );
};
