import type * as Types from '../../gql/schema.ts';
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type FindQueryVariables = Types.Exact<{
  query: Types.Scalars['String']['input'];
  limit: Types.Scalars['Int']['input'];
}>;


export type FindQuery = { __typename?: 'Query', search: { __typename?: 'SearchResults', hasMoreTransactions: boolean, hasMoreLines: boolean, transactions: Array<{ __typename?: 'FoundTransaction', transaction: { __typename?: 'Transaction', transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, endedAs?: Types.EndedKind | null, amount: number, finalAmount?: number | null, name: string, accountName?: string | null, appKey?: string | null, bank: string, bankAccountIban?: string | null, createdAt: string, sentAt?: string | null, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus } | null }, lastChange?: { __typename?: 'LastChange', change: Types.ChangeKind, actor: Types.ActorKind, name?: string | null, occurredAt: string } | null }>, lines: Array<{ __typename?: 'FoundLine', fileName: string, rule?: string | null, actorName?: string | null, note?: string | null, line: { __typename?: 'StatementLine', lineId: string, accountId: string, bookingDate?: string | null, valueDate?: string | null, direction: Types.LineDirection, amount: number, currency: string, counterpartyName?: string | null, remittance: Array<string>, state: string, transactionId?: string | null, planned?: { __typename?: 'PlannedConfirm', to: Types.TransactionStatus } | null } }>, payers: Array<{ __typename?: 'FoundPayer', name?: string | null, iban?: string | null, lineCount: number }> } };

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

export const FindDocument = new TypedDocumentString(`
    query Find($query: String!, $limit: Int!) {
  search(query: $query, limit: $limit) {
    transactions {
      transaction {
        transactionId
        type
        status
        endedAs
        amount
        finalAmount
        name
        accountName
        appKey
        bank
        bankAccountIban
        createdAt
        sentAt
        planned {
          to
        }
      }
      lastChange {
        change
        actor
        name
        occurredAt
      }
    }
    hasMoreTransactions
    lines {
      line {
        lineId
        accountId
        bookingDate
        valueDate
        direction
        amount
        currency
        counterpartyName
        remittance
        state
        transactionId
        planned {
          to
        }
      }
      fileName
      rule
      actorName
      note
    }
    hasMoreLines
    payers {
      name
      iban
      lineCount
    }
  }
}
    `) as unknown as TypedDocumentString<FindQuery, FindQueryVariables>;