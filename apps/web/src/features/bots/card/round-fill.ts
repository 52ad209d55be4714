// The part of a fill that the chart of a running round draws.
import type { BotFillWire } from '@rondo/contract';

export type RoundFill = Pick<BotFillWire, 'at' | 'kind' | 'order_id' | 'price' | 'round' | 'step'>;
