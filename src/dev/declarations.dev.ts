import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Where a name comes from: a file beside it, or a package. */
interface Origin {
  readonly from: string;
  readonly name: string;
}

interface Module {
  readonly path: string;
  readonly source: ts.SourceFile;
  readonly declared: ReadonlyMap<string, ts.Statement>;
  /** The names that it imports, and those that it exports from elsewhere. */
  readonly imported: ReadonlyMap<string, Origin>;
  readonly exported: readonly string[];
}

/** How declarations are put together. */
export interface RollUp {
  /** The compiled declarations whose exports are wanted. */
  readonly entry: string;
  /** The packages that readers of the declarations have. */
  readonly packages: readonly string[];
  /** Types of the service that nobody outside needs, with what stands for them. */
  readonly hidden: Readonly<Record<string, string>>;
}

/** A change of a text: what stands between two positions becomes another text. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Puts the exports of compiled declarations, and everything that they mention, into one text.
 * @throws Error when they mention a package that readers do not have, when two declarations have one name, or for a form
 * of import or export that it does not know.
 */
export function rollUpDeclarations({ entry, packages, hidden }: RollUp): string {
  const modules = new Map<string, Module>();
  const owners = new Map<string, string>();
  const external = new Map<string, Set<string>>();
  const statements: string[] = [];

  const open = (path: string): Module => {
    const known = modules.get(path) ?? readModule(path);
    modules.set(path, known);
    return known;
  };
  const expectPackage = (name: string, path: string) => {
    if (!packages.includes(name)) throw new Error(`${path} brings ${name}, which a client does not have.`);
  };

  /** Takes over what a name of a module stands for, if it is declared in a module. */
  function take(module: Module, name: string): void {
    const statement = module.declared.get(name);
    const origin = module.imported.get(name);
    if (statement) declare(module, name, statement);
    else if (origin) takeImported(module, origin, name);
  }

  function takeImported({ path }: Module, origin: Origin, name: string): void {
    if (origin.name !== name) throw new Error(`${path} renames ${origin.name}.`);
    if (isRelative(origin.from)) {
      take(open(besides(path, origin.from)), name);
      return;
    }
    expectPackage(origin.from, path);
    external.set(origin.from, (external.get(origin.from) ?? new Set()).add(name));
  }

  function declare(module: Module, name: string, statement: ts.Statement): void {
    const owner = owners.get(name);
    if (owner === module.path) return;
    if (owner !== undefined) throw new Error(`${owner} and ${module.path} both declare ${name}.`);
    owners.set(name, module.path);
    const edits = editsOf(statement, {
      onName: (mentioned) => take(module, mentioned),
      onImport: (specifier, imported) => replaceImport(module, specifier, imported),
    });
    statements.push(print(statement, edits));
  }

  /** Says what stands for an import in the middle of a type; undefined if it can stay. */
  function replaceImport(module: Module, specifier: string, name: string): string | undefined {
    if (!isRelative(specifier)) return void expectPackage(specifier, module.path);
    const stand = hidden[name];
    if (stand === undefined) take(open(besides(module.path, specifier)), name);
    return stand ?? name;
  }

  const { exported } = open(entry);
  for (const name of exported) take(open(entry), name);
  const imports = [...external].map(([from, names]) => `import { ${[...names].join(', ')} } from '${from}';`);
  return [...imports, ...statements, `export { ${exported.join(', ')} };\n`].join('\n');
}

interface Visitor {
  onName(name: string): void;
  onImport(specifier: string, name: string): string | undefined;
}

/** Visits what a statement mentions. @returns the changes that let it stand beside others. */
function editsOf(statement: ts.Statement, { onName, onImport }: Visitor): Edit[] {
  const edits: Edit[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportTypeNode(node)) {
      const { argument, qualifier = node } = node;
      const specifier = ts.isLiteralTypeNode(argument) ? argument.literal.getText().slice(1, -1) : '';
      const text = onImport(specifier, qualifier.getText());
      if (text !== undefined) edits.push({ start: node.getStart(), end: qualifier.end, text });
      node.typeArguments?.forEach(visit);
      return;
    }
    if (node.kind === ts.SyntaxKind.ExportKeyword)
      edits.push({ start: node.getStart(), end: node.end + 1, text: '' });
    if (ts.isIdentifier(node) && !isNameOf(node)) onName(node.text);
    ts.forEachChild(node, visit);
  };
  visit(statement);
  return edits;
}

/** The text of a statement with its comment, changed from its end, so that positions stay right. */
function print(statement: ts.Statement, edits: readonly Edit[]): string {
  const offset = statement.getFullStart();
  return [...edits]
    .sort((one, other) => other.start - one.start)
    .reduce(
      (text, { start, end, text: changed }) =>
        text.slice(0, start - offset) + changed + text.slice(end - offset),
      statement.getFullText(),
    )
    .trim()
    .replaceAll(/^(?: {4})+/gm, (indent) => ' '.repeat(indent.length / 4));
}

const isRelative = (specifier: string) => specifier.startsWith('.');

function besides(path: string, specifier: string): string {
  return join(dirname(path), specifier.replace(/[.]ts$/, '.d.ts'));
}

/** Whether an identifier is the name of its parent, such as of a property, and so mentions nothing. */
function isNameOf(node: ts.Identifier): boolean {
  return 'name' in node.parent && node.parent.name === node;
}

function readModule(path: string): Module {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ESNext, true);
  const declared = new Map<string, ts.Statement>();
  const imported = new Map<string, Origin>();
  const exported: string[] = [];
  for (const statement of source.statements) {
    expectNamed(statement, path);
    for (const name of namesOf(statement)) declared.set(name, statement);
    const from = specifierOf(statement);
    for (const element of elementsOf(statement)) {
      // A file is the origin of its own exports, so these have none.
      if (from !== '')
        imported.set(element.name.text, { from, name: (element.propertyName ?? element.name).text });
      if (ts.isExportSpecifier(element)) exported.push(element.name.text);
    }
  }
  return { path, source, declared, imported, exported };
}

/** @throws Error for an import or an export of a whole module or of its default, which would be left out. */
function expectNamed(statement: ts.Statement, path: string): void {
  const isWhole =
    (ts.isImportDeclaration(statement) && !isNamedImport(statement)) ||
    (ts.isExportDeclaration(statement) &&
      !(statement.exportClause && ts.isNamedExports(statement.exportClause))) ||
    ts.isExportAssignment(statement) ||
    ts.isImportEqualsDeclaration(statement);
  if (isWhole)
    throw new Error(`${path} has ${statement.getText()}, and only lists of names can be put together.`);
}

/** Whether only names in braces are imported, or nothing. */
function isNamedImport({ importClause }: ts.ImportDeclaration): boolean {
  if (!importClause) return true;
  const { name, namedBindings } = importClause;
  return name === undefined && namedBindings !== undefined && ts.isNamedImports(namedBindings);
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const isNamed =
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}

/** The file or package that an import or an export names. */
function specifierOf(statement: ts.Statement): string {
  const isEither = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
  const specifier = isEither ? statement.moduleSpecifier : undefined;
  return specifier && ts.isStringLiteral(specifier) ? specifier.text : '';
}

function elementsOf(statement: ts.Statement): readonly (ts.ImportSpecifier | ts.ExportSpecifier)[] {
  const bindings = ts.isImportDeclaration(statement)
    ? statement.importClause?.namedBindings
    : ts.isExportDeclaration(statement)
      ? statement.exportClause
      : undefined;
  return bindings && 'elements' in bindings ? [...bindings.elements] : [];
}
