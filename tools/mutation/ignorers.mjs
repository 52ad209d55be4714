// The ignorers of the mutation test. They exclude code that no decision reads and code that the program cannot reach. The summary
// recognises their mutants by the first word of the reason.

// Log lines of the server and messages of errors.
function isText({ node, parent, listKey, key }) {
  if (isLogCall(node)) return 'Excluded: the line is a log line of the server.';
  if (listKey !== 'arguments') return undefined;
  const isMessage =
    parent.type === 'NewExpression' ? nameOf(parent).endsWith('Error') : nameOf(parent) === 'assert' && key === 1;
  return isMessage ? 'Excluded: the text is the message of an error.' : undefined;
}

function isLogCall(node) {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { object, property } = node.callee;
  return property.name === 'write' && (object.name === 'log' || object.property?.name === 'log');
}

function nameOf(call) {
  return call.callee?.name ?? '';
}

// The default branch of an exhaustive switch.
function isExhaustiveEnd({ node }) {
  if (node.type !== 'SwitchCase' || node.test !== null) return undefined;
  const [statement] = node.consequent;
  return statement?.argument?.type === 'TSSatisfiesExpression'
    ? 'Excluded: the types prove that the program never reaches this branch.'
    : undefined;
}

const ignorer = (name, shouldIgnore) => ({ kind: 'Ignore', name, value: { shouldIgnore } });

export const strykerPlugins = [ignorer('texts', isText), ignorer('exhaustive-ends', isExhaustiveEnd)];
