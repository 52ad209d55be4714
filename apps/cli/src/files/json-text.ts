// Parses JSON strictly: refuses a field name that an object has twice, and reports the line of the fault.
import { reasonOf } from '../command.ts';

/** The parsed value, or the reason of the failure with its line. The line is counted from 1 and is null when it is unknown. */
export type JsonText =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly line: number | null; readonly reason: string };

/** Parses a JSON text. Refuses repeated field names, because `JSON.parse` silently keeps only the last value. */
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

/** Returns the line where the parser stopped, or null when its message does not contain the place. */
function wrongLine(text: string, message: string): number | null {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return lineAt(text, Number(position));
  return message.includes('end of JSON') ? lineAt(text, text.trimEnd().length) : null;
}

function lineAt(text: string, place: number): number {
  return text.slice(0, place).split('\n').length;
}

/** Returns the first field name that an object has twice. The text must be valid JSON. */
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
