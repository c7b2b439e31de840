import { closeDay, getDay } from '../../../days/day.ts';
import { exportMovements } from '../../../days/export.ts';
import { mutation, query, router } from '../init.ts';

export const days = router({
  get: query(getDay),
  close: mutation(closeDay),
  exportMovements: query(exportMovements),
});
