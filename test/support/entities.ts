import { type ClientRecord, PLAIN_CLIENT } from '../../src/admin/client-directory.ts';
import type { AccountRecord, BankRecord } from '../../src/banks/bank-directory.ts';
import type { Bank } from '../../src/banks/domain/bank.ts';
import { UNUSED_ACCOUNT } from '../../src/banks/domain/bank.ts';
import { type Credentials, DEMO_BANK_ID, type TestService } from '../harness.ts';

/** A bank of the directory that accepts every amount. */
export const DEMO_BANK: Bank = {
  id: DEMO_BANK_ID,
  name: 'Demo Anadolu Bank',
  active: true,
  deposit: { minAmountMinor: 1, maxAmountMinor: 100_000_000_000 },
  withdrawal: { minAmountMinor: 1, maxAmountMinor: 100_000_000_000 },
};

export interface TestClient extends Credentials {
  readonly id: string;
}

/** Starts at a number that keeps appKeys in the order of their creation. */
let made = 1000;

/** Creates a client with its own secret, by default a merchant. */
export async function createClient(
  { dependencies }: Pick<TestService, 'dependencies'>,
  settings: Partial<ClientRecord> & { readonly secret?: string } = {},
): Promise<TestClient> {
  made += 1;
  const { secret = `${dependencies.runtime.newToken()}-secret`, ...changes } = settings;
  const client: ClientRecord = {
    id: dependencies.runtime.newId(),
    appKey: `client-${made}`,
    name: `Client ${made}`,
    role: 'merchant',
    callbackUrl: null,
    ipAllowlist: [],
    requiresTimedSign: false,
    ...PLAIN_CLIENT,
    disabledAtMs: null,
    createdAtMs: dependencies.runtime.nowMs(),
    ...changes,
  };
  const created = await dependencies.clients.create(client, secret);
  if (!created) throw new Error(`the appKey ${client.appKey} is taken`);
  return { id: client.id, appKey: client.appKey, secret };
}

/** Creates a bank that accepts every amount. It has an account only with `withAccount`. */
export async function createBank(
  service: Pick<TestService, 'dependencies'>,
  settings: Partial<BankRecord> & { readonly withAccount?: boolean } = {},
): Promise<BankRecord> {
  const { dependencies } = service;
  const { withAccount = true, ...changes } = settings;
  const everyAmount = { minAmountMinor: 1, maxAmountMinor: 100_000_000_000 };
  const bank: BankRecord = {
    id: dependencies.runtime.newId(),
    name: 'Bank',
    active: true,
    deposit: everyAmount,
    withdrawal: everyAmount,
    createdAtMs: dependencies.runtime.nowMs(),
    ...changes,
  };
  await dependencies.db.run('createBank', { bank });
  if (withAccount) await createAccount(service, { bankId: bank.id });
  return bank;
}

/** Returns a valid Turkish IBAN (ISO 7064 mod 97-10) that no other account has. */
export function newIban(): string {
  made += 1;
  const account = `000990${String(made).padStart(16, '0')}`;
  // T and R are 29 and 27, and the check digits count as 00.
  const check = 98n - (BigInt(`${account}292700`) % 97n);
  return `TR${String(check).padStart(2, '0')}${account}`;
}

/** Creates an account of a bank, by default active and without a daily limit. */
export async function createAccount(
  { dependencies }: Pick<TestService, 'dependencies'>,
  settings: Partial<AccountRecord> & { readonly bankId: string },
): Promise<AccountRecord> {
  return dependencies.db.run('createAccount', {
    account: {
      id: dependencies.runtime.newId(),
      accountName: 'Collections',
      iban: newIban(),
      dailyLimitMinor: null,
      active: true,
      ...UNUSED_ACCOUNT,
      createdAtMs: dependencies.runtime.nowMs(),
      ...settings,
    },
  });
}
