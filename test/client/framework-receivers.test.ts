import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../harness.ts';
import { installClient, linkPackages, run, writeProject } from '../support/consumer-project.ts';
import { isInstalled } from '../support/examples.ts';
import {
  djangoPython,
  expectReceiver,
  hasLaravel,
  PROGRAMS,
  printedHeadings,
  SECRET,
} from '../support/framework-receivers.ts';
import { libraryPrograms, runLibrary, STANDARD_WEBHOOKS } from '../support/standard-webhooks-libraries.ts';

const project = temporaryFolder();
const folder = project.path;
afterAll(() => project[Symbol.dispose]());

const FRAMEWORKS: Readonly<Record<string, boolean>> = {
  Express: Boolean(process.env.FOREIGN_TOOLS),
  Fastify: true,
  Django: djangoPython !== undefined,
  Laravel: hasLaravel,
};
const LIBRARIES: Readonly<Record<string, string>> = { Python: 'python3', PHP: 'php', Go: 'gofmt' };

beforeAll(async () => {
  writeProject(folder, { 'package.json': { type: 'module' } });
  if (FRAMEWORKS.Express) {
    const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
    expect(await run(folder, 'npm', ['install', ...flags, 'express@5.2.1'])).toMatchObject({ code: 0 });
  }
  await installClient(folder);
  linkPackages(folder, ['fastify']);
});

test('each printed receiver and each printed library is run', () => {
  expect(printedHeadings()).toEqual([...Object.keys(FRAMEWORKS), ...Object.keys(LIBRARIES)]);
  expect(Object.keys(PROGRAMS)).toEqual(Object.keys(FRAMEWORKS));
});

describe.each(Object.entries(FRAMEWORKS))('the printed receiver for %s', (heading, isHere) => {
  test.skipIf(!isHere)(
    'takes genuine callbacks, and refuses forged, old, changed and large ones',
    async () => {
      const program = PROGRAMS[heading];
      if (!program) throw new Error(`nothing runs ${heading}`);
      await expectReceiver(folder, program());
    },
  );
});

describe.each(Object.entries(LIBRARIES))('Standard Webhooks for %s', (language, program) => {
  const isHere = STANDARD_WEBHOOKS !== undefined && isInstalled(program);
  test.skipIf(!isHere)('verifies callbacks with the printed secret, and no forged ones', async () => {
    using own = temporaryFolder();
    const printed = libraryPrograms(STANDARD_WEBHOOKS ?? '')[language];
    if (!printed) throw new Error(`nothing runs ${language}`);
    expect(await runLibrary(own.path, printed, SECRET)).toEqual({ code: 0, stdout: '499.5' });
    expect(await runLibrary(own.path, printed, 'another')).toMatchObject({
      code: expect.not.stringMatching('^0$'),
    });
  });
});
