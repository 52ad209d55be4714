// The types of other-node.mjs, for its test.
export const testedMajors: readonly number[];
export function otherMajors(version?: string): readonly number[];
export function findNode(
  major: number,
  environment?: Readonly<Record<string, string | undefined>>,
): Promise<string | null>;
