// Checks the shape of a JSON text before it is parsed: the depth, the number of keys, and keys that occur twice in one object.
import { serverLimits } from '../limits.ts';

/**
 * Returns false when the text has too many levels or keys, or when an object has a key twice. The parser keeps the last of two equal keys, and another program may keep
 * the first one (reliability 5.3 item 48). A text that is no JSON can return true, because the parser refuses it.
 */
export function hasSafeShape(text: string): boolean {
  const open: (Set<string> | null)[] = [];
  let keyCount = 0;
  for (let place = 0; place < text.length; place += 1) {
    const character = text[place];
    if (character === '{' || character === '[') {
      open.push(character === '{' ? new Set() : null);
      if (open.length > serverLimits.jsonLevels) return false;
    } else if (character === '}' || character === ']') {
      open.pop();
    } else if (character === '"') {
      const end = endOfText(text, place);
      const keys = open.at(-1) ?? null;
      const isKey = keys !== null && isBeforeColon(text, end + 1);
      if (isKey) keyCount += 1;
      if (isKey && (keyCount > serverLimits.jsonKeys || !addKey(keys, text.slice(place, end + 1)))) return false;
      place = end;
    }
  }
  return true;
}

/** Returns the place of the quotation mark that ends the text, or the end of the document. */
function endOfText(text: string, begin: number): number {
  let place = begin + 1;
  while (place < text.length && text[place] !== '"') place += text[place] === '\\' ? 2 : 1;
  return Math.min(place, text.length);
}

function isBeforeColon(text: string, begin: number): boolean {
  let place = begin;
  while (place < text.length && ' \t\n\r'.includes(text[place] ?? '')) place += 1;
  return text[place] === ':';
}

/** Adds the key to the keys of its object. Returns false when the object has the key already. */
function addKey(keys: Set<string>, quoted: string): boolean {
  const key = keyOf(quoted);
  if (keys.has(key)) return false;
  keys.add(key);
  return true;
}

/** Returns the key without its escapes, because `"a"` and `"\u0061"` are the same key. The parser refuses an invalid escape. */
function keyOf(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}
