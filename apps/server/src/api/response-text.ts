// Serialises responses. The value is checked against the schema, and the text of a repeated response object is cached.
import { serializerCompiler as compileSerializer } from 'fastify-type-provider-zod';

const cache = new WeakMap<object, { text: string | null }>();

/** Marks a response object that is sent repeatedly and never changed. The text of this object is cached for as long as the object exists. */
export function cacheResponseText<Response extends object>(response: Response): Response {
  cache.set(response, { text: null });
  return response;
}

/** Creates the serializer that every route uses. */
export const serializerCompiler: typeof compileSerializer = (route) => {
  const serialize = compileSerializer(route);
  return (response: unknown) => {
    const cached = typeof response === 'object' && response !== null ? cache.get(response) : undefined;
    if (cached === undefined) return serialize(response);
    cached.text ??= serialize(response);
    return cached.text;
  };
};
