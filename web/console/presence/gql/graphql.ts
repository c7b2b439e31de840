import type * as Types from '../../gql/schema.ts';
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type UpdatePresenceMutationVariables = Types.Exact<{
  windowId: Types.Scalars['String']['input'];
  open?: Types.InputMaybe<Types.Scalars['String']['input']>;
}>;


export type UpdatePresenceMutation = { __typename?: 'Mutation', updatePresence?: { __typename?: 'Presence', others: Array<{ __typename?: 'OpenByOther', open: string, name: string }> } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}

export const UpdatePresenceDocument = new TypedDocumentString(`
    mutation UpdatePresence($windowId: String!, $open: String) {
  updatePresence(windowId: $windowId, open: $open) {
    others {
      open
      name
    }
  }
}
    `) as unknown as TypedDocumentString<UpdatePresenceMutation, UpdatePresenceMutationVariables>;