// The mark of an instance: four characters that are a part of client order ids (decision 56).
import { randomInt } from 'node:crypto';

const markLength = 4;
const markCount = 36 ** markLength;
/** The largest distance of two marks that follow each other. The engine compares marks, so a mark is never far from the mark before it. */
const markStep = 4096;

/** Returns the mark of a new instance. */
export function firstMark(): string {
  return toMark(randomInt(markCount));
}

/** Returns a mark that follows another one. */
export function nextMark(mark: string): string {
  return toMark((Number.parseInt(mark, 36) + 1 + randomInt(markStep)) % markCount);
}

function toMark(value: number): string {
  return value.toString(36).padStart(markLength, '0');
}
