import { parseArgs } from 'node:util';
import { describeOutage, runOutage } from './outage.ts';

/** The long form of the outage test: `npm run test:outage -- --events 10000`. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { events: { type: 'string' } } });
  const events = Number(values.events ?? 10_000);
  if (!Number.isInteger(events) || events < 1) throw new RangeError('--events is a whole number');
  const report = await runOutage(events);
  process.stdout.write(`${describeOutage(report)}\n`);
  const isKept = report.delivered === report.events && report.broken.length === 0 && report.otherLate === 0;
  if (!isKept) throw new Error(report.broken.slice(0, 20).join('\n') || 'not all was delivered in time');
  process.stdout.write('every promise held\n');
}

await main();
