import type Sqlite from 'better-sqlite3';
import type { Engine } from '../../engine.ts';

/** Notices changes of clients and banks, whichever connection or process commits them. */
export function watchDirectory(connection: Sqlite.Database): Pick<Engine, 'generation' | 'noteChange'> {
  const dataVersion = connection.prepare('pragma data_version').pluck();
  const select = "select value from metadata where key = 'directory_version'";
  let directoryVersion: Sqlite.Statement | undefined;
  let seenData: unknown;
  let seenDirectory: unknown;
  let generation = 0;
  let checkedInThisTurn = false;

  return {
    generation() {
      // The pragma looks at the file: once is enough for all that runs in one turn of the event loop.
      if (checkedInThisTurn) return generation;
      const data = dataVersion.get();
      if (data !== seenData) {
        // Something was committed; most of it is transactions, which nobody keeps in memory.
        directoryVersion ??= connection.prepare(select).pluck();
        const version = directoryVersion.get();
        seenData = data;
        if (version !== seenDirectory) generation += 1;
        seenDirectory = version;
      }
      checkedInThisTurn = true;
      setImmediate(() => {
        checkedInThisTurn = false;
      });
      return generation;
    },
    noteChange() {
      checkedInThisTurn = false;
    },
  };
}
