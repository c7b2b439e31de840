import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from './router.ts';

export type { AppRouter };
/** The input of each procedure: `RouterInputs['deposits']['create']`. */
export type RouterInputs = inferRouterInputs<AppRouter>;
/** The output of each procedure. */
export type RouterOutputs = inferRouterOutputs<AppRouter>;
