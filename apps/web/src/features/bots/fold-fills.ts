// Joins the log lines of the parts of one order, because the exchange may fill an order in many parts.
import { add, decimal, formatDecimal } from '@rondo/decimal';
import type { BotLogWire } from '@rondo/contract';

/** A log line, and the number of log lines that it stands for. */
export type FoldedLine = { readonly line: BotLogWire; readonly parts: number };

const folded: ReadonlySet<string> = new Set(['bots.log.stepFilled', 'bots.log.exitFilled']);

/** Returns a text that is equal for the fills of one order at one price. */
const fillKey = ({ message_key: key, parameters: { size: _size, ...rest } }: BotLogWire): string =>
  `${key} ${JSON.stringify(Object.entries(rest).toSorted(([a], [b]) => a.localeCompare(b)))}`;

/** Returns the lines in their sequence. Successive fills of one order at one price become the first of their lines, with the sum of the sizes. */
export const foldFills = (lines: readonly BotLogWire[]): readonly FoldedLine[] => {
  const result: FoldedLine[] = [];
  for (const line of lines) {
    const before = result.at(-1);
    const { size } = line.parameters;
    const beforeSize = before?.line.parameters['size'];
    const isPart = before !== undefined && folded.has(line.message_key) && fillKey(before.line) === fillKey(line);
    if (!isPart || size === undefined || beforeSize === undefined) {
      result.push({ line, parts: 1 });
      continue;
    }
    const sum = formatDecimal(add(decimal(beforeSize), decimal(size)));
    result[result.length - 1] = {
      line: { ...before.line, parameters: { ...before.line.parameters, size: sum } },
      parts: before.parts + 1,
    };
  }
  return result;
};
