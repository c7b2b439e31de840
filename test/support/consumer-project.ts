import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type typescript from 'typescript';

/** The folder of the checkout. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The compiler that `compile` runs. `explain` uses version 6, so that both versions check the types of the client. */
const TSC = join(ROOT, 'node_modules/typescript7/bin/tsc');
const TIME_LIMIT_MS = 120_000;

const execute = promisify(execFile);

/** The output of a program, and its exit code. */
export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program in a folder and waits for its end. A failure is a result too. */
export async function run(folder: string, program: string, args: readonly string[]): Promise<Run> {
  try {
    const done = await execute(program, args, { cwd: folder, timeout: TIME_LIMIT_MS });
    return { code: 0, ...done };
  } catch (error) {
    if (!(error instanceof Error && 'stdout' in error && 'stderr' in error)) throw error;
    const code = 'code' in error && typeof error.code === 'number' ? error.code : -1;
    return { code, stdout: String(error.stdout), stderr: String(error.stderr) };
  }
}

/**
 * Asks npm which of the files that were built before the tests it would pack.
 * @returns the paths in the package, and the size of its files in bytes.
 */
export async function pack(): Promise<{ files: string[]; bytes: number }> {
  const flags = ['--ignore-scripts', '--offline', '--json', '--dry-run'];
  const { code, stdout, stderr } = await run(ROOT, 'npm', ['pack', ...flags]);
  if (code !== 0) throw new Error(`npm pack failed: ${stderr}`);
  // npm prints a list; newer versions print an object by package.
  const [packed] = Object.values<PackReport>(JSON.parse(stdout));
  if (!packed) throw new Error('npm pack reported nothing');
  return {
    files: packed.files.map(({ path }) => path),
    bytes: packed.unpackedSize,
  };
}

interface PackReport {
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** Writes the files of a project. Their paths are relative to its folder. */
export function writeProject(folder: string, files: Readonly<Record<string, string | object>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
}

/** Links packages of the checkout into a project, because tests have no network. */
export function linkPackages(folder: string, names: readonly string[]): void {
  for (const name of names) linkPackage(folder, name, join(ROOT, 'node_modules', name));
}

/** Gives a project the types of the command line of codegen, which come from a package of the checkout. */
export function linkCodegenTypes(folder: string): void {
  linkPackages(folder, ['@graphql-codegen/plugin-helpers']);
  writeProject(folder, {
    'node_modules/@graphql-codegen/cli/package.json': { name: '@graphql-codegen/cli', types: 'index.d.ts' },
    'node_modules/@graphql-codegen/cli/index.d.ts':
      "import type { Types } from '@graphql-codegen/plugin-helpers';\nexport type CodegenConfig = Types.Config;\n",
  });
}

/**
 * The package of the client that a running service offers. It is built before the tests if its sources have changed.
 */
const CLIENT_PACKAGE = join(ROOT, 'dist/web/downloads/client.tgz');

/**
 * For the examples the types of preact equal those of React, but they work in bundlers only.
 * @param folder that of the project, relative to that of the settings.
 */
export const typesAsReact = (folder: string) => ({
  react: [`${folder}/node_modules/preact/compat/src/index.d.ts`],
  'react/jsx-runtime': [`${folder}/node_modules/preact/jsx-runtime/src/index.d.ts`],
});

/** Installs the package of the client into a project. */
export async function installClient(folder: string): Promise<void> {
  const installed = join(folder, 'node_modules/bank-transfers-client');
  mkdirSync(installed, { recursive: true });
  const unpacked = await run(installed, 'tar', ['-xzf', CLIENT_PACKAGE, '--strip-components', '1']);
  if (unpacked.code !== 0) throw new Error(unpacked.stderr);
  linkPackages(folder, CLIENT_DEPENDENCIES);
}

/** The packages that the client brings. */
export const CLIENT_DEPENDENCIES = ['@trpc/client', '@trpc/server'];

function linkPackage(folder: string, name: string, target: string): void {
  const link = join(folder, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(target, link, 'dir');
}

/** Compiles a project. @returns the errors, one line each. */
export async function compile(folder: string): Promise<string[]> {
  const { code, stdout } = await run(folder, process.execPath, [TSC, '--pretty', 'false']);
  const diagnostics = stdout.split('\n').filter((line) => line !== '');
  if (code !== 0 && diagnostics.length === 0) throw new Error('the compiler failed without a word');
  return diagnostics;
}

/**
 * Type-checks some files of a project. Declarations of packages are read but not checked.
 * @returns each error as `path(line)`, in order.
 */
export function diagnose(folder: string, project: string, isChecked: RegExp): string[] {
  return explain(folder, project, isChecked).map(({ place }) => place);
}

/** An error that the compiler finds. */
interface Mistake {
  /** The place, as `path(line)`. */
  readonly place: string;
  readonly message: string;
}

/** Type-checks files with the messages of the compiler, and with errors in the project itself. */
export function explain(folder: string, project: string, isChecked: RegExp): Mistake[] {
  // Only the long form needs it.
  const ts: typeof typescript = createRequire(import.meta.url)('typescript');
  const { config } = ts.readConfigFile(join(folder, project), ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    config,
    ts.sys,
    dirname(join(folder, project)),
  );
  const program = ts.createProgram(fileNames, options);
  const checked = program
    .getSourceFiles()
    .map((file) => ({ file, path: relative(folder, file.fileName) }))
    .filter(({ path }) => isChecked.test(path));
  if (checked.length === 0) throw new Error(`${project} has nothing to check`);
  const ofProject = program.getOptionsDiagnostics().map(({ messageText }) => ({
    place: project,
    message: ts.flattenDiagnosticMessageText(messageText, ' '),
  }));
  const inFiles = checked.flatMap(({ file, path }) =>
    [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ start = 0, messageText }) => ({
        place: `${path}(${file.getLineAndCharacterOfPosition(start).line + 1})`,
        message: ts.flattenDiagnosticMessageText(messageText, ' '),
      }),
    ),
  );
  return [...ofProject, ...inFiles];
}
