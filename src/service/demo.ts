import { createSecretKey, type KeyObject } from 'node:crypto';
import { plainSign } from '../access/domain/signing.ts';
import { PLAIN_CLIENT } from '../admin/client-directory.ts';
import { UNUSED_ACCOUNT } from '../banks/domain/bank.ts';
import type { Dependencies } from '../operations/dependencies.ts';

/** The keys, by what follows `demo-` in their appKeys. */
const DEMO_KEYS = [
  { name: 'merchant', role: 'merchant', isTest: false },
  { name: 'test', role: 'merchant', isTest: true },
  { name: 'operator', role: 'operator', isTest: false },
  { name: 'admin', role: 'admin', isTest: false },
] as const;

const DEMO_BANKS = [
  {
    id: '507f1f77bcf86cd799439011',
    name: 'Demo Anadolu Bank',
    ibans: ['TR640099900000999000001001', 'TR030099900000999000002002'],
  },
  {
    id: '507f1f77bcf86cd799439012',
    name: 'Demo Ege Bank',
    ibans: ['TR680099800000998000001001', 'TR070099800000998000002002'],
  },
  {
    id: '507f1f77bcf86cd799439013',
    name: 'Demo Marmara Bank',
    ibans: ['TR720099700000997000001001', 'TR110099700000997000002002'],
  },
];

const DEMO_LIMITS = { minAmountMinor: 1_000, maxAmountMinor: 10_000_000 };

/** Checks whether the database has a demo key, whose secret is public. */
export async function hasDemoKeys(dependencies: Dependencies): Promise<boolean> {
  const found = await Promise.all(
    DEMO_KEYS.map(({ name }) => dependencies.clients.findByAppKey(`demo-${name}`)),
  );
  return found.some((client) => client !== undefined);
}

/**
 * Fills an empty database with demo keys, banks and accounts, or continues where an interrupted start stopped. A
 * database with other keys is not changed.
 */
export async function seedDemo(dependencies: Dependencies): Promise<void> {
  const { runtime, clients, db } = dependencies;
  // One more than the number of demo keys shows whether there are others.
  const first = await db.query('listClients', { limit: DEMO_KEYS.length + 1 });
  const present = first.map((client) => client.appKey);
  const areDemoKeys = present.every((appKey) => DEMO_KEYS.some(({ name }) => appKey === `demo-${name}`));
  if (!areDemoKeys || present.length === DEMO_KEYS.length) return;
  const createdAtMs = runtime.nowMs();
  for (const { ibans, ...bank } of DEMO_BANKS) {
    const limits = { deposit: DEMO_LIMITS, withdrawal: DEMO_LIMITS };
    await db.run('createBank', { bank: { ...bank, ...limits, active: true, createdAtMs } });
    const known = (await db.read('listEveryAccount')).map((account) => account.iban);
    for (const iban of ibans) {
      if (known.includes(iban)) continue;
      await db.run('createAccount', {
        account: {
          id: runtime.newId(),
          bankId: bank.id,
          accountName: `${bank.name} Collections`,
          iban,
          dailyLimitMinor: null,
          active: true,
          ...UNUSED_ACCOUNT,
          createdAtMs,
        },
      });
    }
  }
  // The keys come last: while one is missing, the next start continues.
  for (const { name, role, isTest } of DEMO_KEYS) {
    const appKey = `demo-${name}`;
    const client = {
      id: runtime.newId(),
      appKey,
      name: `Demo ${name}`,
      role,
      callbackUrl: null,
      ipAllowlist: [],
      requiresTimedSign: false,
      disabledAtMs: null,
      ...PLAIN_CLIENT,
      isTest,
      createdAtMs,
    };
    await clients.create(client, `${appKey}-secret`);
  }
}

/** The text that a developer reads at the start: the demo keys, and a signed call of each kind to paste. */
export function demoBanner(url: string, nextId: () => string): string {
  const user = nextId().slice(-6);
  const common = { bankId: DEMO_BANKS[0]?.id ?? '', amount: '500', userId: `user-${user}`, userName: 'ada' };
  const person = { name: 'Ada Yılmaz' };
  const deposit = { ...common, ...person, processId: `deposit-${nextId()}` };
  const withdrawal = {
    ...common,
    ...person,
    processId: `withdrawal-${nextId()}`,
    accountName: 'Ada Yılmaz',
    iban: 'TR330006100519786457841326',
  };
  return [
    `bank-transfers listens on ${url} with demo data:`,
    ...DEMO_KEYS.map(({ name }) => `  ${name.padEnd(8)}  appKey demo-${name}  secret demo-${name}-secret`),
    '  (test is a merchant whose transactions are never live: docs/sandbox.md)',
    '',
    'A signed deposit, ready to paste into another terminal:',
    demoCurl(`${url}/v1/transactions/deposit`, deposit),
    '',
    'A signed withdrawal:',
    demoCurl(`${url}/v1/transactions/withdraw`, withdrawal),
    '',
    `The console, for the operator and the admin: ${url}/console`,
    '',
    '',
  ].join('\n');
}

function demoCurl(url: string, fields: Record<string, string>): string {
  const body = new URLSearchParams(fields).toString();
  const secret: KeyObject = createSecretKey('demo-merchant-secret', 'utf8');
  const sign = plainSign(secret, { method: 'POST', target: '', body: Buffer.from(body) });
  return `curl -sS '${url}' -H 'appKey: demo-merchant' -H 'sign: ${sign}' --data '${body}'`;
}
