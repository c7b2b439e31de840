import type Sqlite from 'better-sqlite3';
import type { Engine } from '../../engine.ts';

const SELECT_VERSION = "select value from metadata where key = 'directory_version'";

/** Reads when the tables of clients and banks change, whichever connection or process commits it. */
export function trackDirectoryVersion(
  connection: Sqlite.Database,
): Pick<Engine, 'directoryVersion' | 'directoryChanged'> {
  const selectDataVersion = connection.prepare('pragma data_version').pluck();
  let selectStored: Sqlite.Statement | undefined;
  let dataVersion: unknown;
  let storedVersion: unknown;
  let version = 0;
  let isFresh = false;

  return {
    directoryVersion() {
      // The pragma looks at the file: once is enough for everything in one turn of the event loop.
      if (isFresh) return version;
      const data = selectDataVersion.get();
      if (data !== dataVersion) {
        // Something was committed. Most commits are of transactions, which are not cached.
        selectStored ??= connection.prepare(SELECT_VERSION).pluck();
        const stored = selectStored.get();
        dataVersion = data;
        if (stored !== storedVersion) version += 1;
        storedVersion = stored;
      }
      isFresh = true;
      setImmediate(() => {
        isFresh = false;
      });
      return version;
    },
    directoryChanged() {
      isFresh = false;
    },
  };
}
