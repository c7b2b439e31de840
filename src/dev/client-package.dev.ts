import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';
import { type Plugin, rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DECLARATIONS = join(ROOT, 'dist/src/client/index.d.ts');
/** The declarations of the context of a procedure, which clients do not need. */
const CONTEXT = join(ROOT, 'dist/src/surfaces/trpc/init.d.ts');
const NAME = 'bank-transfers-client';
/** The packages that the client needs at run time. The first needs the second. */
const PACKAGES = ['@trpc/client', '@trpc/server'];

const CLIENT = {
  absWorkingDir: ROOT,
  entryPoints: ['src/client/index.ts'],
  bundle: true,
  platform: 'neutral',
  target: 'es2022',
  logLevel: 'warning',
} satisfies BuildOptions;

/** The command of the package, which runs only in Node. */
const COMMAND = {
  entryPoints: ['src/client-command/main.ts'],
  platform: 'node',
  format: 'esm',
  banner: { js: '#!/usr/bin/env node' },
} satisfies BuildOptions;

/** The parts of the service's own package.json that the client shares. */
interface OwnPackage {
  readonly version: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly publishConfig: object;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** The package.json of the client. It has no scripts. */
function describe({ version, license, engines, publishConfig, devDependencies }: OwnPackage) {
  return {
    name: NAME,
    version,
    private: true,
    description: 'The typed client of a bank-transfers service, which signs, for Node and for browsers.',
    license,
    type: 'module',
    engines,
    sideEffects: false,
    main: './index.cjs',
    types: './index.d.cts',
    bin: { [NAME]: './cli.js' },
    exports: {
      '.': {
        import: { types: './index.d.ts', default: './index.js' },
        require: { types: './index.d.cts', default: './index.cjs' },
      },
      './schema.graphql': './schema.graphql',
      './package.json': './package.json',
    },
    dependencies: Object.fromEntries(PACKAGES.map((name) => [name, devDependencies[name]])),
    publishConfig,
  };
}

/**
 * Writes the package of the client into a folder. It reads the declarations of an earlier `npm run build`.
 * @throws Error when there is no build, or when the declarations mention a part of the service.
 */
export async function buildClientPackage(folder: string): Promise<void> {
  const own: OwnPackage = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const declarations = await bundleDeclarations();
  const guide = await readFile(join(ROOT, 'docs/typescript.md'), 'utf8');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const shared: BuildOptions = { ...CLIENT, packages: 'external' };
  await Promise.all([
    build({ ...shared, format: 'esm', outfile: join(folder, 'index.js') }),
    build({ ...shared, format: 'cjs', outfile: join(folder, 'index.cjs') }),
    build({ ...shared, ...COMMAND, outfile: join(folder, 'cli.js') }),
    writeFile(join(folder, 'index.d.ts'), declarations),
    writeFile(join(folder, 'index.d.cts'), declarations),
    writeFile(join(folder, 'package.json'), `${JSON.stringify(describe(own), null, 2)}\n`),
    writeFile(join(folder, 'README.md'), withoutOtherPages(guide)),
    copyFile(join(ROOT, 'schema/schema.graphql'), join(folder, 'schema.graphql')),
    copyFile(join(ROOT, 'LICENSE'), join(folder, 'LICENSE')),
  ]);
}

const withoutContext: Plugin = {
  name: 'without-context',
  load: (id) => (id === CONTEXT ? 'export type TrpcContext = object;' : null),
};

/**
 * Puts the exports of the client, and everything that they mention, into one file.
 * @throws Error when they mention a package that a client does not have.
 */
async function bundleDeclarations(): Promise<string> {
  const bundle = await rollup({
    input: DECLARATIONS,
    external: PACKAGES,
    plugins: [withoutContext, dts()],
    onwarn({ message }) {
      throw new Error(message);
    },
  });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  return output[0].code;
}

/** The other pages are not part of the package. */
function withoutOtherPages(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]*\)/g, '$1');
}

/** Measures what the client adds to a page, in bytes after gzip: all of it with its packages, minified. */
export async function measureInBrowser(): Promise<number> {
  const { outputFiles } = await build({
    ...CLIENT,
    platform: 'browser',
    format: 'esm',
    minify: true,
    write: false,
  });
  return outputFiles.reduce((bytes, { contents }) => bytes + gzipSync(contents, { level: 9 }).length, 0);
}
