// The mark of a preset with its evidence. It is loaded only where the server has the candles of the evidence.
import { useQuery } from '@tanstack/react-query';
import type { EntryRules } from '@rondo/backtest';
import type { InstrumentWire } from '@rondo/contract';
import type { BotConfig, CrashDefencePreset } from '@rondo/strategy';
import { useApi } from '../../api/calls/api-context.tsx';
import { instrumentsQuery } from '../../api/queries/queries.ts';
import { useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { evidenceInstruments } from './evidence-candles.ts';
import { evidenceOf, type Evidence, type EvidenceState } from './preset-evidence.ts';
import { PresetMark, UntestedMark } from './preset-mark.tsx';
import { useWhatIf } from './use-what-if.ts';

export type EvidenceMarkProps = {
  readonly mark: NonNullable<CrashDefencePreset['mark']>;
  /** Returns the settings of the form with the preset on another pair. */
  readonly botOn: (instrument: InstrumentWire) => BotConfig;
  /** The rule that opens the rounds of the form, or null when they open at once. */
  readonly entry: EntryRules | null;
};

export const EvidenceMark = ({ mark, botOn, entry }: EvidenceMarkProps) => {
  const items = useQuery(instrumentsQuery(useApi())).data?.items;
  const listed = (id: string): InstrumentWire | undefined => items?.find(({ instId }) => instId === id);
  const { btc, eth } = evidenceInstruments;
  const [onBtc, onEth] = [listed(btc), listed(eth)];
  const span = { entry, spanMs: Number.POSITIVE_INFINITY };
  const first = useWhatIf({ ...span, bot: onBtc === undefined ? null : botOn(onBtc), instrumentId: btc });
  const second = useWhatIf({ ...span, bot: onEth === undefined ? null : botOn(onEth), instrumentId: eth });
  const isMissing = items !== undefined && (onBtc === undefined || onEth === undefined);
  return <MarkWithEvidence mark={mark} evidence={isMissing ? 'none' : evidenceOf({ btc: first, eth: second })} />;
};

export type MarkWithEvidenceProps = Pick<EvidenceMarkProps, 'mark'> & { readonly evidence: EvidenceState };

/** Before evidence is known and without evidence, the mark has no emphasis. After a simulated liquidation, the sentence comes first and the mark has no emphasis. */
export const MarkWithEvidence = ({ mark, evidence }: MarkWithEvidenceProps) => {
  if (evidence === 'waiting') return <PresetMark mark={mark} isPlain />;
  if (evidence === 'none') return <UntestedMark mark={mark} />;
  if (evidence.liquidated === 0)
    return (
      <>
        <PresetMark mark={mark} />
        <EvidenceText {...evidence} />
      </>
    );
  return (
    <>
      <EvidenceText {...evidence} />
      <PresetMark mark={mark} isPlain />
    </>
  );
};

const EvidenceText = ({ liquidated, runs, btc, eth, isImported }: Evidence) => {
  const t = useT();
  const format = useFormat();
  const dates = {
    btcFrom: format.date(btc.fromAt),
    btcTo: format.date(btc.toAt),
    ethFrom: format.date(eth.fromAt),
    ethTo: format.date(eth.toAt),
  };
  return (
    <span className={liquidated === 0 ? 'preset-note' : 'preset-note danger-text'}>
      {format.sentences([
        liquidated === 0
          ? t('create.evidence.survived', { ...dates, runs })
          : t('create.evidence.liquidated', { ...dates, runs, liquidated }),
        isImported ? t('create.evidence.imported') : null,
      ])}
    </span>
  );
};
