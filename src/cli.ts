#!/usr/bin/env -S node --max-semi-space-size=32
import { describeMissingDriver, refuseOldNode } from './requirements.ts';

refuseOldNode();
// All else is loaded after the check: an old Node fails while it loads.
try {
  const { main } = await import('./service/command-line/main.ts');
  await main(() => import('./main.ts'));
} catch (error) {
  const cause = describeMissingDriver(error);
  if (cause === undefined) throw error;
  process.stderr.write(`bank-transfers: ${cause}\n`);
  process.exitCode = 1;
}
