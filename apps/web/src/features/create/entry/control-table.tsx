// The table of a comparison with its controls (simulated), and the sentence that follows from its numbers (decision 45).
import type { CandleCoverage } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { Table } from '../../../ui/figures/table.tsx';
import { WhatIfSource } from '../../what-if/candles/what-if-source.tsx';
import { yearMs } from '../../what-if/what-if-figures.ts';
import type { ComparedSpan } from '../../what-if/what-if-messages.ts';

/** A row. `net`, `low` and `high` are in USDT. A row without runs has no range. */
export type ControlRow = {
  readonly name: string;
  readonly rounds: number;
  readonly net: number;
  readonly low?: number;
  readonly high?: number;
};

/** The compared candles. */
export type ComparedCandles = { readonly coverage: CandleCoverage; readonly span: ComparedSpan };

/** Returns the length of the compared candles in years. */
export const yearsOf = ({ span }: ComparedCandles): number => (span.toAt - span.fromAt) / yearMs;

export type ControlTableProps = {
  readonly caption: string;
  /** The head of the column of names. */
  readonly head: string;
  readonly rows: readonly ControlRow[];
  readonly sentence: string;
  readonly compared: ComparedCandles;
};

export const ControlTable = ({ caption, head, rows, sentence, compared }: ControlTableProps) => {
  const t = useT();
  const format = useFormat();
  const money = (value: number): string => format.signedMoney(value.toFixed(2));
  const band = ({ low, high }: ControlRow): string =>
    low === undefined || high === undefined ? '' : t('entry.band', { low: money(low), high: money(high) });
  return (
    <>
      <Table
        caption={caption}
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { key: 'name', head, isName: true, cell: ({ name }) => name },
          {
            key: 'rounds',
            head: t('entry.column.rounds'),
            align: 'end',
            cell: ({ rounds }) => format.count(Math.round(rounds)),
          },
          { key: 'net', head: t('entry.column.net'), align: 'end', cell: ({ net }) => money(net) },
          { key: 'band', head: t('entry.column.band'), align: 'end', cell: band },
        ]}
      />
      <Sentence text={sentence} />
      <p className="muted small">{t('entry.range')}</p>
      <WhatIfSource coverage={compared.coverage} result={compared.span} />
    </>
  );
};

/** The sentence about a rule (decision 45). */
export const Sentence = ({ text }: { readonly text: string }) => (
  <p>
    <strong>{text}</strong>
  </p>
);
