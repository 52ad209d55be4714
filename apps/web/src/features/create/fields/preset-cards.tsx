// The crash-defence presets as radio cards. A card shows the fall that the preset covers, the estimated liquidation price, and, each with its words, the budget ratio, the leverage and the recommended minimum.
import { Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { InstrumentWire } from '@rondo/contract';
import {
  compareDecimals,
  decimal,
  formatDecimal,
  toFraction,
  type Decimal,
  percent,
  percentToRatio,
} from '@rondo/decimal';
import { crashDefencePresets, previewLadder, type BotConfig, type CrashDefencePreset } from '@rondo/strategy';
import { useApi } from '../../../api/calls/api-context.tsx';
import { useFailure } from '../../../api/queries/use-failure.ts';
import { useT } from '../../../i18n/i18n-context.tsx';
import { lazyComponent } from '../../../lib/page/lazy-component.ts';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { FieldName } from '../../../ui/fields/field-name.tsx';
import { Icon } from '../../../ui/basics/icon.tsx';
import { candleCoverageQuery } from '../../what-if/coverage-query.ts';
import { evidenceInstruments, isEvidence } from '../../what-if/evidence-candles.ts';
import { PresetMark, UntestedMark } from '../../what-if/preset-mark.tsx';
import { percentFrom } from '../picture/preview-chart.ts';
import { rulesOf } from '../plan/create-config.ts';
import { rulesIn, type SimulatedEntry } from '../plan/simulated-entry.ts';

const EvidenceMark = lazyComponent(async () => (await import('../../what-if/evidence-mark.tsx')).EvidenceMark);

type PresetCardsProps = {
  readonly chosen: CrashDefencePreset | null;
  readonly onChoose: (preset: CrashDefencePreset) => void;
  /**
   * The configuration of the form. A card shows an estimate for this configuration with the budget ratio and the leverage of the preset.
   * The configuration is null while the price is unknown. The cards then show no estimate.
   */
  readonly config: BotConfig | null;
  /** How the rounds of the form open. */
  readonly entry: SimulatedEntry;
  readonly lastPrice: string | null;
  readonly allocation: Decimal | null;
};

/** Whether the server has the candles of the evidence. `failed`: the server cannot be asked. */
type EvidenceCandles = 'waiting' | 'failed' | 'stored' | 'missing';

const useEvidenceCandles = (): EvidenceCandles => {
  const api = useApi();
  const btc = useQuery(candleCoverageQuery(api, evidenceInstruments.btc));
  const eth = useQuery(candleCoverageQuery(api, evidenceInstruments.eth));
  const hasFailed = [useFailure(btc), useFailure(eth)].some((failure) => failure !== null);
  if (btc.data === undefined || eth.data === undefined) return hasFailed ? 'failed' : 'waiting';
  return isEvidence(btc.data) && isEvidence(eth.data) ? 'stored' : 'missing';
};

export const PresetCards = ({ chosen, onChoose, config, entry, lastPrice, allocation }: PresetCardsProps) => {
  const t = useT();
  const candles = useEvidenceCandles();
  return (
    <div className="field">
      <div className="slider-head">
        <FieldName id="crash-defence" label={t('create.crashDefence')} term="crashDefence" />
        <span className="field-hint">{t('create.crashDefenceHint')}</span>
      </div>
      <div role="radiogroup" className="presets" aria-labelledby="crash-defence">
        {crashDefencePresets.map((preset) => (
          <label key={preset.fallPercent} className="preset">
            <input
              type="radio"
              name="crash-defence"
              className="preset-dot"
              checked={chosen?.fallPercent === preset.fallPercent}
              onChange={() => onChoose(preset)}
            />
            <PresetText
              preset={preset}
              config={config}
              lastPrice={lastPrice}
              allocation={allocation}
              entry={entry}
              candles={candles}
            />
          </label>
        ))}
      </div>
      {candles === 'missing' ? <p className="field-hint">{t('create.evidence.none')}</p> : null}
    </div>
  );
};

type PresetTextProps = { readonly preset: CrashDefencePreset } & Pick<
  PresetCardsProps,
  'config' | 'lastPrice' | 'allocation'
>;
type Tested = Pick<PresetCardsProps, 'entry'> & { readonly candles: EvidenceCandles };

const PresetText = ({ entry, candles, ...estimate }: PresetTextProps & Tested) => {
  const { preset, config, allocation } = estimate;
  const t = useT();
  const format = useFormat();
  const isBelow = allocation !== null && compareDecimals(allocation, decimal(String(preset.recommendedMarginUsdt))) < 0;
  return (
    <>
      <span className="preset-main">
        <span className="preset-title">
          {t(config?.direction === 'short' ? 'create.coversRise' : 'create.covers', { percent: preset.fallPercent })}
          <Mark preset={preset} config={config} entry={entry} candles={candles} />
        </span>
        <span className="preset-note">{liquidationNote(estimate, { t, format })}</span>
      </span>
      <span className="preset-end">
        <span className="num">
          {t('create.preset.margin', { share: format.chosenPercent(preset.investmentRatioPercent) })}
        </span>
        <span className="num">{t('create.preset.leverage', { leverage: format.leverage(preset.leverage) })}</span>
        <span className={isBelow ? 'preset-minimum warning-text' : 'preset-minimum'}>
          {isBelow ? <Icon name="warning" /> : null}
          {t('create.from', { amount: `${format.count(preset.recommendedMarginUsdt)}\u00a0USDT` })}
        </span>
      </span>
    </>
  );
};

/** The mark of the preset. Without the candles of the evidence, a sentence below the cards says so. Otherwise the mark has no emphasis before its evidence is known. */
const Mark = ({ preset, config, entry, candles }: Pick<PresetTextProps, 'preset' | 'config'> & Tested) => {
  const { mark } = preset;
  if (mark === null) return null;
  if (candles === 'missing') return <PresetMark mark={mark} />;
  if (candles === 'failed' || entry.kind === 'unknown') return <UntestedMark mark={mark} />;
  const plain = <PresetMark mark={mark} isPlain />;
  if (candles === 'waiting' || config === null) return plain;
  const botOn = (instrument: InstrumentWire): BotConfig => ({
    ...withPreset(config, preset),
    instrument: rulesOf(instrument),
  });
  return (
    <Suspense fallback={plain}>
      <EvidenceMark mark={mark} botOn={botOn} entry={rulesIn(entry)} />
    </Suspense>
  );
};

/** Returns the settings of the form with the budget ratio and the leverage of the preset. */
function withPreset(config: BotConfig, preset: CrashDefencePreset): BotConfig {
  return {
    ...config,
    investmentRatio: percentToRatio(percent(String(preset.investmentRatioPercent))),
    leverage: decimal(String(preset.leverage)),
  };
}

function liquidationNote(
  input: PresetTextProps,
  text: { t: ReturnType<typeof useT>; format: ReturnType<typeof useFormat> },
): string {
  const { preset, config, lastPrice, allocation } = input;
  if (config === null || lastPrice === null || allocation === null) return text.t('create.noEstimate');
  const changed = withPreset(config, preset);
  const result = previewLadder({ config: changed, budget: allocation, firstPrice: toFraction(decimal(lastPrice)) });
  if (!result.ok) return text.t('create.presetTooSmall');
  const deepest = result.preview.rows.at(-1);
  if (deepest === undefined || deepest.liquidationPrice === null) return text.t('create.cannotBeLiquidated');
  const distance = percentFrom(Number(formatDecimal(deepest.liquidationPrice)), Number(lastPrice));
  return text.t('create.estLiquidation', { distance: text.format.signedPercent(distance) });
}
