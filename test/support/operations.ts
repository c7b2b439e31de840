import { readdirSync, readFileSync } from 'node:fs';
import type { z } from 'zod';
import type { Operation, Subscription } from '../../src/operations/operation.ts';
import type { Caller } from '../../src/operations/permissions.ts';

const FOLDER = new URL('../../src/', import.meta.url);
/** Importing every module would start the service. */
const DEFINES = /= (operation|subscription)\(/;

type Definition = Operation<z.ZodObject, z.ZodType, Caller> | Subscription<z.ZodObject, z.ZodType, Caller>;

/** Every operation, found by its shape in the modules that define them. */
async function findOperations(): Promise<readonly Definition[]> {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && DEFINES.test(readFileSync(new URL(name, FOLDER), 'utf8')))
    .sort();
  const modules: object[] = await Promise.all(files.map((name) => import(new URL(name, FOLDER).href)));
  return modules.flatMap((module) => Object.values(module).filter(isDefinition));
}

function isDefinition(value: unknown): value is Definition {
  return typeof value === 'object' && value !== null && 'run' in value && 'input' in value && 'kind' in value;
}

/** Every operation of the service. */
export const OPERATIONS = await findOperations();

/** The operation with a name. */
export function operationOf(name: string): Definition {
  const found = OPERATIONS.find((one) => one.name === name);
  if (!found) throw new Error(`no operation has the name ${name}`);
  return found;
}
