// The mark of a preset with its evidence. It is loaded only where the server has the candles of the evidence.
import { useQuery } from '@tanstack/react-query';
import type { InstrumentWire } from '@rondo/contract';
import type { BotConfig, CrashDefencePreset } from '@rondo/strategy';
import { useApi } from '../../api/calls/api-context.tsx';
import { instrumentsQuery } from '../../api/queries/queries.ts';
import { useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { evidenceInstruments } from './evidence-candles.ts';
import { evidenceOf, type Evidence } from './preset-evidence.ts';
import { PresetMark } from './preset-mark.tsx';
import { useWhatIf } from './use-what-if.ts';

export type EvidenceMarkProps = {
  readonly mark: NonNullable<CrashDefencePreset['mark']>;
  /** Returns the settings of the form with the preset on another pair. */
  readonly botOn: (instrument: InstrumentWire) => BotConfig;
};

export const EvidenceMark = ({ mark, botOn }: EvidenceMarkProps) => {
  const items = useQuery(instrumentsQuery(useApi())).data?.items ?? [];
  const botOf = (id: string): BotConfig | null => {
    const instrument = items.find(({ instId }) => instId === id);
    return instrument === undefined ? null : botOn(instrument);
  };
  const { btc, eth } = evidenceInstruments;
  const first = useWhatIf(botOf(btc), btc, Number.POSITIVE_INFINITY).shown;
  const second = useWhatIf(botOf(eth), eth, Number.POSITIVE_INFINITY).shown;
  return <MarkWithEvidence mark={mark} evidence={evidenceOf([first, second])} />;
};

export type MarkWithEvidenceProps = Pick<EvidenceMarkProps, 'mark'> & { readonly evidence: Evidence | null };

/** After a simulated liquidation, the sentence comes first and the mark has no emphasis. */
export const MarkWithEvidence = ({ mark, evidence }: MarkWithEvidenceProps) => {
  const t = useT();
  const format = useFormat();
  if (evidence === null) return <PresetMark mark={mark} />;
  const { liquidated, runs, fromAt, toAt } = evidence;
  const values = { runs, from: format.date(fromAt), to: format.date(toAt) };
  if (liquidated === 0)
    return (
      <>
        <PresetMark mark={mark} />
        <span className="preset-note">{t('create.evidence.survived', values)}</span>
      </>
    );
  return (
    <>
      <span className="preset-note danger-text">{t('create.evidence.liquidated', { ...values, liquidated })}</span>
      <PresetMark mark={mark} isPlain />
    </>
  );
};
