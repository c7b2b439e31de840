import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rollUpDeclarations } from '../../src/dev/declarations.dev.ts';
import { temporaryFolder } from '../harness.ts';

/** Puts the declarations of two files together. */
function rollUp(index: string, other = 'export interface Other {\n    readonly a: 1;\n}\n'): string {
  using folder = temporaryFolder();
  const entry = join(folder.path, 'index.d.ts');
  writeFileSync(entry, index);
  writeFileSync(join(folder.path, 'other.d.ts'), other);
  return rollUpDeclarations({ entry, packages: ['eventsource'], hidden: {} });
}

test('exports and what they mention become one text', () => {
  const text = rollUp(
    "import type { Other } from './other.ts';\nexport interface Whole {\n    readonly other: Other;\n}\n" +
      "export type { Other } from './other.ts';\nexport { Whole };\n",
  );
  expect(text).toContain('interface Other {\n readonly a: 1;\n}');
  expect(text).toContain('export { Other, Whole };');
});

test.each([
  "import * as all from 'eventsource';\nexport declare const a: all.EventSource;\n",
  "import all from 'eventsource';\nexport declare const a: all;\n",
  "import all, { EventSource } from 'eventsource';\nexport declare const a: all;\n",
  "export * from './other.ts';\n",
  "export * as all from './other.ts';\n",
  'declare const a: 1;\nexport default a;\n',
])('a form that would be left out is refused: %s', (index) => {
  expect(() => rollUp(index)).toThrow('only lists of names');
});

test('blanks inside of comments and texts stay, and only indents become shorter', () => {
  const declared = `/** Two    parts. */\nexport interface Other {\n    readonly a: 'x    y';\n}\n`;
  const text = rollUp("export { Other } from './other.ts';\n", declared);
  expect(text).toContain("/** Two    parts. */\ninterface Other {\n readonly a: 'x    y';\n}");
});
