import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeMachine } from './machine.ts';
import { type RunningServer, startService } from './servers.ts';
import { callSigned, OPERATOR, postForm, untilMatched } from './signed-call.ts';
import { camtFile, csvFile, type FileTerms } from './statement-files.ts';

/**
 * Imports files of many lines while deposits are created, and matches them: `npm run bench:import -- [lines]`. It
 * prints how long that takes, how much memory it needs, and how long creates take during it and without it.
 */
const LINES = Number(process.argv[2] ?? 100_000);
const PAID_LINES = 500;
const ALONE_SECONDS = 10;
const CREATES_PER_SECOND = 50;
const BANK_ID = '507f1f77bcf86cd799439011';

// biome-ignore lint/suspicious/noExplicitAny: the fields of each response are known here
function create(server: RunningServer): Promise<any> {
  const id = randomBytes(8).toString('hex');
  const fields = {
    processId: id,
    userId: id,
    bankId: BANK_ID,
    amount: '500',
    userName: 'b',
    name: 'Bench User',
  };
  return postForm(server, '/v1/transactions/deposit', fields);
}

interface Beside<T> {
  readonly result: T;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly mostMs: number;
  readonly creates: number;
  readonly moreMb: number;
}

/** Runs work while deposits are created at a steady rate. Each create counts from the time when it was due. */
async function beside<T>(server: RunningServer, work: () => Promise<T>): Promise<Beside<T>> {
  const startedAtMs = performance.now();
  const [beforeMb, tookMs] = [memoryMb(server), [] as number[]];
  let [mostMb, isDone] = [beforeMb, false];
  const under: Promise<void>[] = [];
  const creating = (async () => {
    for (let due = performance.now(); !isDone; due += 1000 / CREATES_PER_SECOND) {
      await sleep(Math.max(0, due - performance.now()));
      under.push(create(server).then(() => void tookMs.push(performance.now() - due)));
      mostMb = Math.max(mostMb, memoryMb(server));
    }
    await Promise.all(under);
  })();
  const result = await work().finally(() => {
    isDone = true;
  });
  const seconds = (performance.now() - startedAtMs) / 1000;
  await creating;
  tookMs.sort((a, b) => a - b);
  const at = (share: number) => tookMs[Math.min(tookMs.length - 1, Math.floor(tookMs.length * share))] ?? 0;
  const latencies = { p50Ms: at(0.5), p99Ms: at(0.99), mostMs: at(1), creates: tookMs.length };
  return { result, seconds, ...latencies, moreMb: mostMb - beforeMb };
}

function memoryMb({ pid }: RunningServer): number {
  const found = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(found?.[1] ?? 0) / 1024;
}

function print(title: string, { seconds, p50Ms, p99Ms, mostMs, creates, moreMb }: Beside<unknown>): void {
  const times = [p50Ms, p99Ms, mostMs].map((ms) => ms.toFixed(1)).join(' / ');
  process.stdout.write(
    `${title}: ${seconds.toFixed(1)} s, ${moreMb.toFixed(0)} MB more, ${creates} creates: p50 / p99 / most ${times} ms\n`,
  );
}

async function prepare(
  server: RunningServer,
): Promise<{ readonly iban: string; readonly references: string[] }> {
  const byIban = new Map<string, string[]>();
  for (let index = 0; index < PAID_LINES; index += 1) {
    const { transactionId } = await create(server);
    const target = `/v1/transactions/${transactionId}`;
    const { reference, bankAccountIban } = await callSigned(server, { as: OPERATOR, method: 'GET', target });
    byIban.set(bankAccountIban, [...(byIban.get(bankAccountIban) ?? []), reference]);
  }
  const [[iban, references] = ['', []]] = byIban;
  return { iban, references };
}

const folder = mkdtempSync(join(tmpdir(), 'bank-transfers-import-'));
process.stdout.write(`${JSON.stringify(describeMachine(folder))}\n${LINES} lines\n`);
const server = await startService(folder, { MAX_OPEN_DEPOSITS_PER_CLIENT: '1000000' });
try {
  const { iban, references } = await prepare(server);
  print('creates alone', await beside(server, () => sleep(ALONE_SECONDS * 1000)));
  const half = Math.floor(references.length / 2);
  const files: readonly [string, (terms: FileTerms) => Buffer, readonly string[]][] = [
    ['camt', camtFile, references.slice(0, half)],
    ['CSV', csvFile, references.slice(half)],
  ];
  for (const [name, make, own] of files) {
    const body = make({ iban, lines: LINES, references: own });
    const target = `/v1/statements?name=${name}${name === 'CSV' ? '&profileId=generic' : ''}`;
    const call = { as: OPERATOR, method: 'POST', target, body, type: 'application/octet-stream' } as const;
    const size = `${(body.length / 2 ** 20).toFixed(0)} MB`;
    const imported = await beside(server, () => callSigned(server, call));
    print(`${name}, ${size}, ${imported.result.file.addedCount} lines added`, imported);
    print(`${name}, matched`, await beside(server, () => untilMatched(server)));
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
