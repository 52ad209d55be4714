// Reads TypeScript sources with the parser of the compiler, and returns the imports, the uses of globals, the exported names and the lengths of functions.
import ts from 'typescript';

/** One import. It can be static, type-only, a re-export, dynamic, or an import type. */
export interface ImportEdge {
  readonly specifier: string;
  readonly line: number;
  readonly isTypeOnly: boolean;
}

/** One use of a name that is not declared in the file: `Date`, or `Math.random` when the code reads a property of the name. */
export interface GlobalUse {
  readonly name: string;
  readonly line: number;
}

export interface NamedThing {
  readonly name: string;
  readonly line: number;
}

/** An exported declaration. `hasDocs` is true when a docstring is directly before the declaration. */
export interface ExportedThing extends NamedThing {
  readonly hasDocs: boolean;
  readonly isType: boolean;
}

/** A name that a file imports or re-exports from another module. The name `*` means all exports of the module. */
export interface TakenName {
  readonly specifier: string;
  readonly name: string;
  readonly line: number;
}

export interface FunctionLength {
  readonly line: number;
  readonly lines: number;
}

export interface Syntax {
  readonly imports: readonly ImportEdge[];
  readonly globals: readonly GlobalUse[];
  readonly exports: readonly ExportedThing[];
  readonly functions: readonly FunctionLength[];
  /** Every name that the file declares: variables, parameters, functions, types and members of types. */
  readonly declared: readonly NamedThing[];
  readonly taken: readonly TakenName[];
  /** The calls of Object.assign whose target is a variable or a property of a variable. */
  readonly assigns: readonly number[];
}

/** A cache of parsed sources. The key is the file name, and an entry is valid only for the text that was parsed. The cache has one entry per file. */
const parsed = new Map<string, { readonly text: string; readonly syntax: Syntax }>();

/** Parses a source. The result is cached, because many rules read one file. Syntax errors are not reported, because the compiler reports them. */
export function readSyntax(name: string, text: string): Syntax {
  const known = parsed.get(name);
  if (known?.text === text) return known.syntax;
  const syntax = parse(name, text);
  parsed.set(name, { text, syntax });
  return syntax;
}

function parse(name: string, text: string): Syntax {
  const kind = name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.ES2023, true, kind);
  const found = {
    imports: [] as ImportEdge[],
    globals: [] as GlobalUse[],
    exports: [] as ExportedThing[],
    functions: [] as FunctionLength[],
    declared: [] as NamedThing[],
    taken: [] as TakenName[],
    assigns: [] as number[],
  };
  const lineOf = (node: ts.Node): number => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
  const visit = (node: ts.Node): void => {
    const edge = importOf(node);
    if (edge !== null) found.imports.push({ ...edge, line: lineOf(node) });
    const used = globalOf(node);
    if (used !== null) found.globals.push({ name: used, line: lineOf(node) });
    for (const exported of exportsOf(node)) found.exports.push({ ...exported, line: lineOf(node) });
    const name = declaredBy(node);
    if (name !== null) found.declared.push({ name, line: lineOf(node) });
    for (const taken of takenBy(node)) found.taken.push({ ...taken, line: lineOf(node) });
    if (isAssignOntoRecord(node)) found.assigns.push(lineOf(node));
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const end = source.getLineAndCharacterOfPosition(node.getEnd()).line + 1;
      found.functions.push({ line: lineOf(node), lines: end - lineOf(node) + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function importOf(node: ts.Node): { specifier: string; isTypeOnly: boolean } | null {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    return { specifier: node.moduleSpecifier.text, isTypeOnly: isTypeOnlyClause(node.importClause) };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined && ts.isStringLiteral(node.moduleSpecifier)) {
    return { specifier: node.moduleSpecifier.text, isTypeOnly: node.isTypeOnly };
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [target] = node.arguments;
    if (target !== undefined && ts.isStringLiteralLike(target)) return { specifier: target.text, isTypeOnly: false };
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
    return { specifier: node.argument.literal.text, isTypeOnly: true };
  }
  return null;
}

function isTypeOnlyClause(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = clause.namedBindings;
  if (clause.name !== undefined || named === undefined || !ts.isNamedImports(named)) return false;
  return named.elements.length > 0 && named.elements.every((element) => element.isTypeOnly);
}

/** Returns the global name that an identifier in an expression uses. Returns null in types and for property names. */
function globalOf(node: ts.Node): string | null {
  if (!ts.isIdentifier(node)) return null;
  const parent = node.parent;
  if (ts.isPropertyAccessExpression(parent)) {
    if (parent.name === node) return parent.expression.getText() === 'globalThis' ? node.text : null;
    return `${node.text}.${parent.name.text}`;
  }
  if (ts.isElementAccessExpression(parent) && parent.expression === node) return `${node.text}.*`;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return null;
  if (ts.isShorthandPropertyAssignment(parent) && parent.name === node) return node.text;
  const isUsed =
    ts.isCallExpression(parent) ||
    ts.isNewExpression(parent) ||
    ts.isBinaryExpression(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isReturnStatement(parent) ||
    ts.isArrowFunction(parent) ||
    (ts.isVariableDeclaration(parent) && parent.initializer === node);
  return isUsed ? node.text : null;
}

function exportsOf(node: ts.Node): readonly Omit<ExportedThing, 'line'>[] {
  if (!isExported(node)) return [];
  const hasDocs = ts.getJSDocCommentsAndTags(node).length > 0;
  if (ts.isVariableStatement(node)) {
    const names = node.declarationList.declarations.flatMap((one) =>
      ts.isIdentifier(one.name) ? [one.name.text] : [],
    );
    return names.map((name) => ({ name, hasDocs, isType: false }));
  }
  const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
  const isNamed = isType || ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node);
  return isNamed && node.name !== undefined ? [{ name: node.name.text, hasDocs, isType }] : [];
}

function declaredBy(node: ts.Node): string | null {
  const isDeclaration =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isMethodSignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isMethodDeclaration(node);
  return isDeclaration && node.name !== undefined && ts.isIdentifier(node.name) ? node.name.text : null;
}

function takenBy(node: ts.Node): readonly Omit<TakenName, 'line'>[] {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    const specifier = node.moduleSpecifier.text;
    const named = node.importClause?.namedBindings;
    if (named === undefined || !ts.isNamedImports(named)) return [{ specifier, name: '*' }];
    return named.elements.map((one) => ({ specifier, name: (one.propertyName ?? one.name).text }));
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined && ts.isStringLiteral(node.moduleSpecifier)) {
    const specifier = node.moduleSpecifier.text;
    if (node.exportClause === undefined || !ts.isNamedExports(node.exportClause)) return [{ specifier, name: '*' }];
    return node.exportClause.elements.map((one) => ({ specifier, name: (one.propertyName ?? one.name).text }));
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
    const name = node.qualifier === undefined ? '*' : node.qualifier.getText().replace(/\..*$/, '');
    return [{ specifier: node.argument.literal.text, name }];
  }
  const edge = ts.isCallExpression(node) ? importOf(node) : null;
  return edge === null ? [] : [{ specifier: edge.specifier, name: '*' }];
}

/** Returns true for a call of Object.assign whose first argument is an existing record. */
function isAssignOntoRecord(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || node.expression.getText() !== 'Object.assign') return false;
  const [target] = node.arguments;
  return target !== undefined && (ts.isIdentifier(target) || ts.isPropertyAccessExpression(target));
}

function isExported(node: ts.Node): boolean {
  return (
    ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some((one) => one.kind === ts.SyntaxKind.ExportKeyword)
  );
}
