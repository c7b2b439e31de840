import type { TypedDocument } from '../../../../src/client/graphql-client.ts';
import type * as Types from '../../gql/schema.ts';
export type UpdatePresenceMutationVariables = Types.Exact<{
  windowId: Types.Scalars['String']['input'];
  open?: Types.InputMaybe<Types.Scalars['String']['input']>;
}>;


export type UpdatePresenceMutation = { __typename?: 'Mutation', updatePresence?: { __typename?: 'Presence', others: Array<{ __typename?: 'OpenByOther', open: string, name: string }> } | null };

export const UpdatePresenceDocument: TypedDocument<UpdatePresenceMutation, UpdatePresenceMutationVariables> = "mutation UpdatePresence($windowId:String!$open:String){updatePresence(windowId:$windowId open:$open){others{open name}}}";
