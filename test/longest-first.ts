import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Seconds of CPU that files took on each project, if they took at least three. To be roughly right is enough. */
const COSTS: Readonly<Record<string, Readonly<Record<string, number>>>> = JSON.parse(
  readFileSync(new URL('file-costs.json', import.meta.url), 'utf8'),
);

const FILE = /\/test\/(.+)[.]test[.]ts$/;

function costOf({ moduleId, project }: TestSpecification): number {
  return COSTS[project.name]?.[FILE.exec(moduleId)?.[1] ?? ''] ?? 0;
}

/**
 * Starts the longest files first, so that none of them runs alone at the end while the other workers are idle, and those
 * of one project after another: Vitest ends a worker when the next file is of another project, and to load the service
 * in a new one takes longer than most files.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).sort((one, other) => costOf(other) - costOf(one));
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap((name) => sorted.filter(({ project }) => project.name === name));
  }
}
