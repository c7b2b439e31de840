import type Sqlite from 'better-sqlite3';

/** Raises the planned fault before a statement. @returns a function to be called after the statement. */
type RaiseFault = (connection: Sqlite.Database, sql: string) => () => void;

/** Wraps a connection, so that each of its statements can fail. */
export function withFaults(connection: Sqlite.Database, raiseFault: RaiseFault): Sqlite.Database {
  return new Proxy(connection, {
    get(target, name) {
      if (name === 'prepare') return (sql: string) => prepareFaulty(target, sql, raiseFault);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function prepareFaulty(connection: Sqlite.Database, sql: string, raiseFault: RaiseFault) {
  const statement = connection.prepare<unknown[]>(sql);
  const withFault = <T>(run: () => T): T => {
    const after = raiseFault(connection, sql);
    const result = run();
    after();
    return result;
  };
  return {
    reader: statement.reader,
    run: (...parameters: unknown[]) => withFault(() => statement.run(...parameters)),
    all: (...parameters: unknown[]) => withFault(() => statement.all(...parameters)),
  };
}
