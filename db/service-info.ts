import type { Engine } from './dialect.ts';

/**
 * Remembers a fact about the database the first time it is told.
 * @returns the value that is remembered: another one than `value` if an earlier one stands.
 */
export async function rememberOnce(engine: Engine, key: string, value: string): Promise<string> {
  const find = () =>
    engine.reader.selectFrom('service_info').select('value').where('key', '=', key).executeTakeFirst();
  const known = await find();
  if (known) return known.value;
  await engine.write((trx) =>
    trx
      .insertInto('service_info')
      .values({ key, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return (await find())?.value ?? value;
}
