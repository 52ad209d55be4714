// Tests the crash-defence presets. With the recommended margin, a full ladder is not liquidated before the price fall of the preset.
import { compareDecimals, decimal, multiply, percent, toFraction } from '@rondo/decimal';
import { ethSwap } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { previewLadder } from '../preview/preview.ts';
import { createBotConfig, defaultBotSettings } from './bot-settings.ts';
import { crashDefencePresets } from './presets.ts';

const firstPrice = decimal('3000');

test.each(crashDefencePresets)(
  'with the crash-defence preset of $fallPercent % a full ladder is not liquidated before the price has fallen by $fallPercent %',
  ({ fallPercent, investmentRatioPercent, leverage, recommendedMarginUsdt }) => {
    const settings = {
      ...defaultBotSettings(decimal(String(recommendedMarginUsdt))),
      investmentRatio: percent(String(investmentRatioPercent)),
      leverage: decimal(String(leverage)),
    };
    const config = createBotConfig(settings, ethSwap);
    const result = previewLadder({ config, budget: config.allocation, firstPrice: toFraction(firstPrice) });
    if (!result.ok) throw new Error(result.refusal.kind);
    const liquidationPrice = result.preview.rows.at(-1)?.liquidationPrice ?? decimal('0');
    const lowest = multiply(firstPrice, decimal(String((100 - fallPercent) / 100)));
    expect(compareDecimals(liquidationPrice, lowest)).toBeLessThanOrEqual(0);
    expect(result.preview.isAffordable).toBe(true);
  },
);
