// Reads JSON from outside the program.

/** Returns the value of a JSON text, or null for another text. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
