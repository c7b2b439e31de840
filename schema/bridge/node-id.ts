import { validationError } from '../../src/domain/errors.ts';

const NODE_TYPES: readonly string[] = ['Transaction'];

/** The id of a node of the schema: unique over all its types. */
export function writeNodeId(typeName: string, id: string): string {
  return Buffer.from(`${typeName}:${id}`).toString('base64');
}

/**
 * What a node's id stands for.
 * @throws ServiceError error_validation when it is none of ours.
 */
export function readNodeId(nodeId: string): { typename: string; id: string } {
  const [typename = '', ...rest] = Buffer.from(nodeId, 'base64').toString('utf8').split(':');
  const id = rest.join(':');
  // The decoder skips what is no base64: only the text that was handed out is an id.
  if (NODE_TYPES.includes(typename) && id !== '' && writeNodeId(typename, id) === nodeId)
    return { typename, id };
  throw validationError([{ path: 'id', message: 'id must be the id of a node, as an answer gave it.' }]);
}
