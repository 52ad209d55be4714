// The positions without a bot as a list: the name of each position, its size, its PnL and its estimated liquidation price.
import { useQuery } from '@tanstack/react-query';
import type { ForeignPositionWire } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { instrumentsQuery } from '../../../api/queries/queries.ts';
import { Pairs } from '../../../ui/figures/stat.tsx';
import { PositionName, usePositionFacts } from './position-facts.tsx';

export const PositionList = ({ positions }: { readonly positions: readonly ForeignPositionWire[] }) => {
  const instruments = useQuery(instrumentsQuery(useApi())).data?.items ?? [];
  const factsOf = usePositionFacts();
  return (
    <ul className="position-list">
      {positions.map((position) => {
        const { size, pnl, liquidation } = factsOf(
          position,
          instruments.find(({ instId }) => instId === position.symbol),
        );
        return (
          <li key={`${position.symbol} ${position.side}`}>
            <PositionName position={position} />
            <Pairs pairs={[size, pnl, liquidation]} />
          </li>
        );
      })}
    </ul>
  );
};
