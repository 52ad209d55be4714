// The log of a bot. A line has a time, an icon, a text and an amount. The newest line is first. The lines can be filtered by kind, and a click shows twenty more lines.
import { useState } from 'react';
import type { BotLogWire as LogLine } from '@rondo/contract';
import { useI18n, useT } from '../../i18n/i18n-context.tsx';
import type { Translator } from '../../i18n/translate.ts';
import type { Format } from '../../lib/numbers/format.ts';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { Button } from '../../ui/basics/button.tsx';
import { Icon, type IconName } from '../../ui/basics/icon.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { SignedFigure } from '../../ui/figures/signed-figure.tsx';
import { isKeptReason } from '../history/kept.ts';
import { foldFills } from './fold-fills.ts';

/** Screens 3.6.4: "show more" shows twenty more lines. */
const linesPerClick = 20;
/** The number of lines that are shown at first. With four lines the card fits into a window 900 px high (screens 5.5). */
const compactLines = 4;

const filters = ['all', 'PROFIT', 'LOSS', 'ORDER', 'ERROR'] as const;
type Filter = (typeof filters)[number];

const icons: Readonly<Record<LogLine['type'], IconName>> = {
  PROFIT: 'check',
  LOSS: 'close',
  ORDER: 'arrow',
  ERROR: 'warning',
  OTHER: 'dot',
};

export type LogTextContext = {
  readonly translator: Translator;
  readonly format: Pick<Format, 'price'>;
  readonly tickSize: string;
};

/**
 * Returns the text of a log line. The kind, the reason or the key of the line determines the text. The text of a line with an unknown key
 * is the server's message.
 */
export const logText = (line: LogLine, { translator, format, tickSize }: LogTextContext): string => {
  const { price, kind, reason } = line.parameters;
  const values = price === undefined ? line.parameters : { ...line.parameters, price: format.price(price, tickSize) };
  const special = kind ?? reason;
  const own = special === undefined ? undefined : translator.tryText(`${line.message_key}.${special}`, values);
  return own ?? translator.tryText(line.message_key, values) ?? line.message;
};

/** The realised part of a kept position is neither a profit nor a loss. A line of an older engine calls it one of both. */
const isOfKept = ({ parameters: { reason } }: LogLine): boolean => isKeptReason(reason);
const typeOf = (line: LogLine): LogLine['type'] => (isOfKept(line) ? 'OTHER' : line.type);

type LineProps = { readonly line: LogLine; readonly parts: number; readonly tickSize: string };

/** Returns the size of a fill, and the number of its parts when it has several. Fills with a size are folded, so parts never come without a size. */
function sizeText(
  { size, parts }: { readonly size: string; readonly parts: number },
  { t }: Translator,
  format: Format,
): string {
  const contracts = t('bots.log.contracts', { count: Number(size), size: format.size(size, 8) });
  return parts === 1 ? contracts : format.list([contracts, t('bots.log.parts', { count: parts })]);
}

/** A plain amount has no colour and no triangle. */
const Amount = ({ text, isPlain }: { readonly text: string; readonly isPlain: boolean }) =>
  isPlain ? <span>{`${text}\u00a0USDT`}</span> : <SignedFigure text={text} unit="USDT" />;

const Line = ({ line, parts, tickSize }: LineProps) => {
  const i18n = useI18n();
  const format = useFormat();
  const { size, netPnl } = line.parameters;
  const type = typeOf(line);
  return (
    <li className="log-line" data-type={type}>
      <time dateTime={line.created_at} title={format.dateTime(line.created_at)}>
        {format.time(line.created_at)}
      </time>
      <Icon name={icons[type]} />
      <span className="log-words">
        <span className="hidden-text">{`${i18n.t(`bots.log.${type}`)}${format.colon}`}</span>
        {logText(line, { translator: i18n, format, tickSize })}
        {size === undefined ? null : <span className="muted"> {sizeText({ size, parts }, i18n, format)}</span>}
      </span>
      {netPnl === undefined ? null : <Amount text={format.signedMoney(netPnl)} isPlain={isOfKept(line)} />}
    </li>
  );
};

export type BotLogProps = {
  /** The name of the bot. With several bots on a page, each log has its own accessible name. */
  readonly botName: string;
  readonly lines: readonly LogLine[];
  readonly tickSize: string;
};

export const BotLog = ({ botName, lines, tickSize }: BotLogProps) => {
  const t = useT();
  const format = useFormat();
  const [filter, setFilter] = useState<Filter>('all');
  const [visibleCount, setVisibleCount] = useState(compactLines);
  const chosen = foldFills(
    lines
      .filter((line) => filter === 'all' || typeOf(line) === filter)
      .toSorted((a, b) => b.created_at.localeCompare(a.created_at)),
  );
  return (
    <section className="bot-band bot-log" aria-label={format.list([t('bots.log'), botName])}>
      <div className="between bot-log-head">
        <h3>{t('bots.log')}</h3>
        <Segmented
          size="small"
          label={t('bots.log.filter')}
          value={filter}
          options={filters.map((value) => ({ value, label: t(`bots.log.${value}`) }))}
          onChange={setFilter}
        />
      </div>
      <ul>
        {chosen.slice(0, visibleCount).map(({ line, parts }, index) => (
          <Line key={`${line.created_at}/${line.message_key}/${index}`} line={line} parts={parts} tickSize={tickSize} />
        ))}
      </ul>
      {chosen.length === 0 ? <p className="muted">{t('bots.log.empty')}</p> : null}
      {chosen.length > visibleCount ? (
        <Button size="small" variant="ghost" onClick={() => setVisibleCount(visibleCount + linesPerClick)}>
          {t('bots.log.more')}
        </Button>
      ) : null}
    </section>
  );
};
