// The keys of the dashboard, and which key press is a command. A key that a person types into a field is never a command.
export type KeyCommand = 'palette' | 'help';

/** What the handler needs of a key press. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'defaultPrevented'> & {
  readonly target: EventTarget | null;
};

/** Returns whether the element takes typed text. It is asked by its properties, so that the rule can be tested without a page. */
const isTyped = (target: EventTarget | null): boolean => {
  if (target === null) return false;
  const isField = 'tagName' in target && /^(INPUT|TEXTAREA|SELECT)$/.test(String(target.tagName));
  return isField || ('isContentEditable' in target && target.isContentEditable === true);
};

/** Returns the command of a key press, or null. Ctrl+K and Cmd+K also work in a field, because they type nothing. */
export const commandOf = ({ key, metaKey, ctrlKey, altKey, defaultPrevented, target }: KeyPress): KeyCommand | null => {
  if (defaultPrevented || altKey) return null;
  const isHeld = metaKey || ctrlKey;
  if (isHeld) return key.toLowerCase() === 'k' ? 'palette' : null;
  return key === '?' && !isTyped(target) ? 'help' : null;
};

/** The rows of the map of keys: the keys, and the message of what they do. */
export const keyRows = [
  { keys: ['Ctrl K', '⌘ K'], message: 'palette.key.open' },
  { keys: ['?'], message: 'palette.key.help' },
  { keys: ['↑', '↓', 'Enter'], message: 'palette.key.choose' },
  { keys: ['Esc'], message: 'palette.key.close' },
  { keys: ['←', '→', '+', '−'], message: 'palette.key.chart' },
] as const;
