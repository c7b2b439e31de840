import { ServiceError } from '../kernel/errors.ts';
import { createSlots, withSlot } from '../operations/slots.ts';
import { MAX_PREVIEWS } from './limits.ts';

/** Limits how many previews and trials a process runs at once, from the first byte to the last decision. */
export interface PreviewTurns {
  /** @throws ServiceError error_unavailable if too many are under way. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function createPreviewTurns(): PreviewTurns {
  const slots = createSlots(MAX_PREVIEWS);
  return { run: (work) => withSlot(slots.acquire('preview'), othersUnderWay, work) };
}

function othersUnderWay(): ServiceError {
  return new ServiceError('error_unavailable', 'Other previews are under way. Try again in a moment.');
}

/**
 * Stops the work for a client that has disconnected.
 * @throws ServiceError error_unavailable once the client has left.
 */
export function stopIfLeft(hasLeft: (() => boolean) | undefined): void {
  if (hasLeft?.())
    throw new ServiceError('error_unavailable', 'The client left before the preview was done.');
}
