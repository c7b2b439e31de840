import type { TransitionRefusal } from './change.ts';
import type { CreationRefusal } from './creation.ts';

/** Why a request is refused, as facts. Its words for callers are made at the edge, see operations/refusals.ts. */
export type Refusal = CreationRefusal | TransitionRefusal;
