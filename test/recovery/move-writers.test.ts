import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { openAppContext } from '../../src/service/context.ts';
import { nodePlatform } from '../../src/service/platform.ts';
import { temporaryFolder } from '../harness.ts';
import { inFile, moveHere, queryAt, SLOW_MS, useHistory } from '../support/moves.ts';

const { newDatabase, copyHistory } = useHistory();

test('what a command writes during a move is moved, or refused', { timeout: SLOW_MS }, async () => {
  using folder = temporaryFolder();
  const databasePath = copyHistory(folder.path);
  const url = await newDatabase();
  // A command of the command line opens the file before the move, and writes when it can.
  const config = readConfig({ DATABASE_URL: databasePath });
  const command = await openAppContext({ config, platform: nodePlatform, migrate: false, lockTimeoutMs: 20 });
  const stored: string[] = [];
  const failures = new Set<string>();
  let isOver = false;
  const write = async () => {
    for (let count = 1; !isOver; count += 1) {
      const key = `written ${count}`;
      await command.engine
        .run('setMetadata', { key, value: '' })
        .then(() => stored.push(key))
        .catch((error: Error) => failures.add((error.cause as Error | undefined)?.message ?? error.message));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };
  const writing = write();
  try {
    expect(await moveHere(databasePath, url)).toMatchObject({ outcome: 'moved' });
    const keys = (await queryAt(url, 'select key from metadata')).map(({ key }) => key);
    expect(stored.filter((key) => !keys.includes(key))).toEqual([]);
    await expect(command.engine.run('setMetadata', { key: 'late', value: '' })).rejects.toThrow(
      'the file was moved meanwhile',
    );
  } finally {
    isOver = true;
    await writing;
    await command.close();
  }
  const late = inFile(databasePath, (file) =>
    file.prepare("select count(*) from metadata where key = 'late'").pluck().get(),
  );
  expect(late).toBe(0);
  expect(failures.has('database is locked')).toBe(true);
});
