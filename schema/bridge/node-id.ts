import { fieldError } from '../../src/kernel/errors.ts';
import { fault } from '../../src/kernel/problems.ts';

const NODE_TYPES: readonly string[] = ['Transaction'];

/** Makes the id of a node, unique among all types (GraphQL Global Object Identification). */
export function writeNodeId(typeName: string, id: string): string {
  return Buffer.from(`${typeName}:${id}`).toString('base64');
}

/**
 * Reads the id of a node.
 * @throws ServiceError error_validation for an id that `writeNodeId` did not make.
 */
export function readNodeId(nodeId: string): { typename: string; id: string } {
  const [typename = '', ...rest] = Buffer.from(nodeId, 'base64').toString('utf8').split(':');
  const id = rest.join(':');
  // The decoder skips characters that are not base64, so the id is encoded again and compared.
  if (NODE_TYPES.includes(typename) && id !== '' && writeNodeId(typename, id) === nodeId)
    return { typename, id };
  throw fieldError('id', fault('unknown_id', 'must be the id of a node, as a response gave it.'));
}
