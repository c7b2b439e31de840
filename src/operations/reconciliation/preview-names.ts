import { TRANSACTION_ID } from '../../domain/ids.ts';
import { type DepositNames, otherNamesOf, withOtherNames } from '../../domain/matching/deposit-names.ts';
import type { LineKeys } from '../../domain/matching/other-lines.ts';

/** The names in a line of a file, and the keys by which the line asks for other lines. */
interface NamingLine {
  readonly names: readonly string[];
  readonly keys: LineKeys;
}

/**
 * Lets lines of a file ask also for those that name the same deposit otherwise. It needs the deposits of the ids alone:
 * two lines name one otherwise if one of them has its id.
 */
export async function askByOtherNames<L extends NamingLine>(
  lines: readonly L[],
  findDeposits: (transactionIds: readonly string[]) => Promise<readonly DepositNames[]>,
): Promise<readonly L[]> {
  const ids = new Set(lines.flatMap(({ names }) => names.filter((name) => TRANSACTION_ID.test(name))));
  if (ids.size === 0) return lines;
  const others = otherNamesOf(await findDeposits([...ids]));
  return lines.map((line) => ({
    ...line,
    names: withOtherNames(line.names, others),
    keys: { ...line.keys, asked: withOtherNames(line.keys.asked, others) },
  }));
}
