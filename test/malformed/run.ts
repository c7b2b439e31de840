import { parseArgs } from 'node:util';
import { startTestService } from '../harness.ts';
import { attack, describeAttack } from './attack.ts';

const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } });
const count = Number(values.requests ?? 200_000);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed))
  throw new RangeError('--requests and --seed are whole numbers');
process.stdout.write(`seed ${seed}\n`);

// The long form of the malformed requests: `--requests 200000 [--seed 1]`. A crash ends this process.
await using service = await startTestService();
const report = await attack(service, count, seed);
process.stdout.write(`${describeAttack(report)}\n`);
const { status } = await fetch(`${service.url}/readyz`);
await service.stop();
for (const problem of [...report.failures, ...report.errorLines]) process.stdout.write(`${problem}\n`);
if (report.failures.length > 0 || report.errorLines.length > 0 || status !== 200) process.exitCode = 1;
else process.stdout.write('every promise held\n');
