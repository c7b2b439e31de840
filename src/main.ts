import { describeMissingDriver, refuseOldNode } from './requirements.ts';

refuseOldNode();
// All else is loaded after the check: an old Node fails while it loads.
try {
  const { main } = await import('./service/main.ts');
  await main();
} catch (error) {
  const cause = describeMissingDriver(error);
  if (cause === undefined) throw error;
  process.stderr.write(`bank-transfers cannot start: ${cause}\n`);
  process.exitCode = 1;
}
