import { changeParams, ROOT } from '../router.ts';

const PATH = new URL('console/reconciliation', ROOT).pathname;

/** Opens a line, if the reconciliation is what is shown. */
export function showLine(lineId: string): void {
  if (location.pathname === PATH) changeParams({ open: lineId });
}
