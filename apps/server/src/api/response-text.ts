// The text of an answer: checked against its schema, and for an answer that stays the same written once.
import { serializerCompiler as writerOf } from 'fastify-type-provider-zod';

const kept = new WeakMap<object, { text: string | null }>();

/** Marks an answer that is given again and is never changed: its text is kept as long as it is. */
export function cacheResponseText<Answer extends object>(answer: Answer): Answer {
  kept.set(answer, { text: null });
  return answer;
}

/** The serializer of every route. */
export const serializerCompiler: typeof writerOf = (route) => {
  const write = writerOf(route);
  return (answer: unknown) => {
    const place = typeof answer === 'object' && answer !== null ? kept.get(answer) : undefined;
    if (place === undefined) return write(answer);
    place.text ??= write(answer);
    return place.text;
  };
};
