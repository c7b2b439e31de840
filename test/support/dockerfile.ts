import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './consumer-project.ts';

/** One line of a Dockerfile. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** Reads a Dockerfile. @returns the instructions of each stage, by the name of the stage. */
export function readStages(path: string): ReadonlyMap<string, readonly Instruction[]> {
  const stages = new Map<string, Instruction[]>();
  let current: Instruction[] = [];
  for (const line of readFileSync(join(ROOT, path), 'utf8').split('\n')) {
    const [, name, text = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (name === 'FROM') {
      current = [];
      stages.set(/ AS (\w+)$/.exec(text)?.[1] ?? '', current);
    } else if (name) current.push({ name, text });
  }
  return stages;
}

/** Runs the steps of a stage that copy files of the checkout, or run commands, in an empty folder, as they stand. */
export function runStage(stage: readonly Instruction[], folder: string): void {
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  for (const { name, text } of stage) {
    if (name === 'COPY') copy(text.split(' ').slice(0, -1), folder, ignored);
    if (name === 'RUN') execFileSync('sh', ['-c', text], { cwd: folder, env: cleanEnv(), stdio: 'pipe' });
  }
}

function copy(sources: readonly string[], folder: string, ignored: readonly string[]): void {
  const isIgnored = (path: string) =>
    ignored.some((pattern) =>
      pattern.includes('*')
        ? !path.includes('/') &&
          new RegExp(`^${pattern.replaceAll('.', '[.]').replaceAll('*', '.*')}$`).test(path)
        : path === pattern,
    );
  for (const source of sources)
    cpSync(join(ROOT, source), join(folder, source), {
      recursive: true,
      filter: (path) => !isIgnored(relative(ROOT, path)),
    });
}

/** A build does not have the variables that the packages of this run have set. */
function cleanEnv(): NodeJS.ProcessEnv {
  const names = Object.keys(process.env).filter((name) => !/^(npm_|VITEST|NODE_)/.test(name));
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

/** Links or copies what the last stage takes from the one before, with the packages that are no development packages. */
export function takeFromBuild(stage: readonly Instruction[], link: (from: string, to: string) => void): void {
  for (const { name, text } of stage) {
    if (name !== 'COPY') continue;
    const paths = text.replace('--from=build ', '').split(' ');
    const target = paths.at(-1) ?? '';
    for (const path of paths.slice(0, -1)) {
      const from = path.replace('/build/', '');
      if (!existsSync(join(ROOT, from))) throw new Error(`the build makes no ${from}`);
      const to = target.endsWith('/') ? join(target, from) : target;
      if (from === 'node_modules') for (const one of productionPackages()) link(one, one);
      else link(from, to);
    }
  }
}

/** The folders of the packages that stay after `npm prune --omit=dev`. */
function productionPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  return Object.entries<{ dev?: boolean; devOptional?: boolean; optional?: boolean }>(packages).flatMap(
    ([path, { dev, devOptional }]) =>
      path.lastIndexOf('node_modules/') === 0 && !dev && !devOptional && existsSync(join(ROOT, path))
        ? [path]
        : [],
  );
}

/** Makes the folder of a path. */
export function makeFolderOf(path: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
}
