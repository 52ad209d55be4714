// The metamorphic relations of the simulation: changes of a run after which its results must be equal or mirrored (reliability 3.5).
import { runStory, shapeOf, textOf, type Story, type StoryEnd, type Variant } from './story.ts';

/** A change of the story, and what must be equal with the change and without it. */
export type Relation = {
  readonly name: string;
  readonly variant: Variant;
  /** The story with which the variant is compared. */
  readonly original: Variant;
  /** Returns the part of an end that the relation compares. */
  readonly of: (end: StoryEnd, isVariant: boolean) => string;
};

/** Every relation compares all fills, open orders and results. Only the mirror compares no sizes and no prices. */
export const relations: readonly Relation[] = [
  { name: 'each fill comes in three parts', variant: { parts: 3 }, original: {}, of: textOf },
  { name: 'half of the pushed messages change places', variant: { reorderPush: 0.5 }, original: {}, of: textOf },
  { name: 'requests and pushed messages are late', variant: { meanDelayMs: 300 }, original: {}, of: textOf },
  // The credit of a cycle is not exactly mirrored, so this relation has none.
  {
    name: 'a short bot trades on mirrored prices',
    variant: { isMirrored: true, isWithoutCredit: true },
    original: { isWithoutCredit: true },
    of: shapeOf,
  },
];

/** Runs the original story and the variant of a relation. Returns a text for each violation and for each bot whose results differ. */
export async function compareRelation(seed: string, moves: number, relation: Relation): Promise<readonly string[]> {
  const { name, variant, original, of } = relation;
  const first = await runStory(seed, moves, original);
  const second = await runStory(seed, moves, variant);
  const differing = first.ends.flatMap((end, index) => {
    const other = second.ends[index];
    const isEqual = other !== undefined && of(end, false) === of(other, true);
    return isEqual ? [] : [`The results of bot ${index + 1} differ when ${name}.`];
  });
  return [...violationsOf(first, 'nothing is changed'), ...violationsOf(second, name), ...differing];
}

function violationsOf({ violations }: Story, name: string): readonly string[] {
  return violations.map(({ invariant, text }) => `${invariant} is violated when ${name}: ${text}`);
}
