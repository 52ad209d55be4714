// The stair: rung width is the step's share of the position, height its price order; a short's stair climbs.
import type { Rung } from './geometry.ts';

interface StairProps {
  readonly rungs: readonly Rung[];
  readonly direction: 'long' | 'short';
  readonly priceText: (rung: Rung) => string;
  readonly stateText: (rung: Rung) => string;
  readonly cyclicLabel: string;
}

/** The full stair of the running card in true proportions, price and state as text under each rung (flows on small screens). */
export function Stair({ rungs, direction, priceText, stateText, cyclicLabel }: StairProps) {
  const total = rungs.reduce((sum, rung) => sum + rung.share, 0) || 1;
  const columns = rungs.map((rung) => `minmax(56px, ${((rung.share / total) * 100).toFixed(2)}fr)`).join(' ');
  const firstCyclic = rungs.findIndex((rung) => rung.cyclic);
  return (
    <ol className={`stair stair-${direction}`} style={{ gridTemplateColumns: columns }}>
      {firstCyclic >= 0 && (
        <li className="stair-bracket" aria-hidden="true" style={{ gridColumn: `${firstCyclic + 1} / -1` }}>
          <span>{cyclicLabel}</span>
        </li>
      )}
      {rungs.map((rung, index) => {
        const level = direction === 'long' ? index : rungs.length - 1 - index;
        return (
          <li
            key={rung.step}
            className="stair-step"
            style={{ gridColumn: index + 1, marginBlockStart: `${level * 13}px` }}
          >
            <span
              className={`rung rung-${rung.state}${rung.cyclic ? ' rung-cyclic' : ''}${rung.blocked ? ' rung-blocked' : ''}`}
              aria-hidden="true"
            />
            <span className="stair-price num">{priceText(rung)}</span>
            <span className="stair-state">{stateText(rung)}</span>
          </li>
        );
      })}
    </ol>
  );
}
