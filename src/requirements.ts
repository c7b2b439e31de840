/** The Nodes that `engines` in package.json names. */
const NODE_20 = { from: 19, to: 21 };
const NODE_22 = { major: 22, minor: 12 };

/**
 * Tells whether a Node can run the service. This file imports nothing, because an old Node cannot load the rest.
 * @param version such as `20.19.0`.
 */
export function canRun(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < NODE_20.to) return major === 20 && minor >= NODE_20.from;
  return major > NODE_22.major || (major === NODE_22.major && minor >= NODE_22.minor);
}

/** Ends a process whose Node is too old, with one sentence. */
export function refuseOldNode(): void {
  const { node } = process.versions;
  if (canRun(node)) return;
  process.stderr.write(
    `bank-transfers needs Node 20.19 or later of 20, or Node 22.12 or later. This is Node ${node}: install a newer one, for example from https://nodejs.org.\n`,
  );
  process.exit(1);
}

/** @returns what to do about a driver of SQLite that is missing or was not built; undefined for another error. */
export function describeMissingDriver(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { message } = error;
  if (/Cannot find (package|module) 'better-sqlite3'/.test(message))
    return 'the package better-sqlite3, the driver of SQLite, is not installed. Run npm install better-sqlite3@12.11 in the folder of the service.';
  if (/Could not locate the bindings file|NODE_MODULE_VERSION|better_sqlite3[.]node/.test(message))
    return `the driver of SQLite was not built for Node ${process.versions.node}. Run npm rebuild better-sqlite3. If npm refuses to run its script, first run npm install-scripts approve better-sqlite3.`;
  return undefined;
}
