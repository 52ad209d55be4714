// Parses JSON strictly: the parser refuses an object that has a field name twice, and reports the line of the error.
import { reasonOf } from '../command.ts';

/** The parsed value, or the reason why the text is invalid and the line of the error. Lines are counted from 1. The line is null when it is unknown. */
export type JsonText =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly line: number | null; readonly reason: string };

/**
 * Parses a JSON text. Refuses repeated field names, because `JSON.parse` returns only the last value and reports no
 * error.
 */
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

/** Returns the line at which `JSON.parse` stopped, or null when its error message does not contain the position. */
function wrongLine(text: string, message: string): number | null {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return lineAt(text, Number(position));
  return message.includes('end of JSON') ? lineAt(text, text.trimEnd().length) : null;
}

function lineAt(text: string, place: number): number {
  return text.slice(0, place).split('\n').length;
}

/** Returns the first field name that appears twice in one object. The text must be valid JSON. */
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
