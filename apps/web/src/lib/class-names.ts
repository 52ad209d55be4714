// Joins CSS class names with spaces. Names that are false, undefined or empty are ignored.
export const classNames = (...names: readonly (string | false | undefined)[]): string =>
  names.filter((name) => name !== false && name !== undefined && name !== '').join(' ');
