// Reads JSON text strictly: it refuses a name that an object has twice, and reports the line of each fault.
import { reasonOf } from '../command.ts';

/** The value of the text, or the reason why it cannot be read, with the line (counted from 1) when it is known. */
export type JsonText =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly line: number | null; readonly reason: string };

/** Reads a JSON text. `JSON.parse` takes the last of two equal names, which hides the other value. */
export function readJsonText(text: string): JsonText {
  const plain = text.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(plain);
  } catch (error) {
    const message = reasonOf(error);
    return { ok: false, line: wrongLine(plain, message), reason: `is not JSON: ${message}` };
  }
  const twice = repeatedName(plain);
  if (twice === null) return { ok: true, value };
  return { ok: false, line: lineAt(plain, twice.at), reason: `${twice.name} is given twice` };
}

/** The place where the parser stopped, when its message contains it. */
function wrongLine(text: string, message: string): number | null {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return lineAt(text, Number(position));
  return message.includes('end of JSON') ? lineAt(text, text.trimEnd().length) : null;
}

function lineAt(text: string, place: number): number {
  return text.slice(0, place).split('\n').length;
}

/** The first name that an object has twice; the text is known to be JSON. */
function repeatedName(text: string): { readonly name: string; readonly at: number } | null {
  const open: Set<string>[] = [];
  const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g;
  for (const match of text.matchAll(tokens)) {
    const [token, colon] = match;
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) {
      const name = String(JSON.parse(token.slice(0, -colon.length)));
      const names = open.at(-1);
      if (names?.has(name) === true) return { name, at: match.index };
      names?.add(name);
    }
  }
  return null;
}
