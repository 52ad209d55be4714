// Runs the metamorphic relations: one story in `npm test`, and more stories in the nightly run.
import { expect, test } from 'vitest';
import { sampleOf } from '../../sample.ts';
import { compareRelation, relations } from './relations.ts';

const seeds = ['1', '2', '3'];
/** The first story, which `npm test` runs, is the shortest. */
const cases = seeds.flatMap((seed, index) =>
  relations.map((relation) => [seed, relation.name, { relation, moves: index === 0 ? 3 : 8 }] as const),
);

test.each(sampleOf(cases, 1))(
  'the results of the story %s stay equal or mirrored when %s',
  async (seed, _name, { relation, moves }) => {
    expect(await compareRelation(seed, moves, relation)).toEqual([]);
  },
);
