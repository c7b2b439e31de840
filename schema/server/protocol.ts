import { type DocumentNode, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { fieldError, ServiceError } from '../../src/kernel/errors.ts';
import { fault } from '../../src/kernel/problems.ts';
import type { GraphqlContext, GraphqlState } from './context.ts';
import { notAcceptable } from './request.ts';

/**
 * Runs the call that was read from the request. First it checks that the call names one operation, and that the
 * HTTP method and the Accept header allow it.
 */
export function followProtocol(): Plugin<GraphqlContext, GraphqlContext> {
  return {
    onRequestParse({ serverContext, setRequestParser }) {
      setRequestParser(() => ({ ...serverContext.state.call }));
    },
    onParse:
      () =>
      ({ result, context }) => {
        if (!(result instanceof Error)) checkOperation(result, context.state);
      },
  };
}

function checkOperation(document: DocumentNode, { call, method, accepts }: GraphqlState): void {
  const kind = getOperationAST(document, call.operationName)?.operation;
  if (!kind)
    throw fieldError(
      'operationName',
      fault('unknown_id', 'must be the name of one operation of the document.'),
    );
  if (kind === 'mutation' && method === 'GET')
    throw new ServiceError('error_method_not_allowed', 'A mutation takes POST.', { allow: ['POST'] });
  if (kind === 'subscription' && !accepts.stream) throw notAcceptable('text/event-stream');
}
