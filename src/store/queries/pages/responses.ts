/** Queries for the stored responses to requests with an `Idempotency-Key`. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'

export type StoredResponse = Pick<Tables['idempotent_responses'], 'request' | 'status' | 'body' | 'location'>

const ofKey: Statement<StoredResponse> = statement(
  param => sql<StoredResponse>`select r.request as request, r.status as status, r.body as body, r.location as location
    from idempotent_responses r where r.token = ${param('token')} and r.key = ${param('key')}`,
)

/** The response that is stored for a key of a session. */
export const storedResponse = (reader: Reader, token: number, key: string): Promise<StoredResponse | undefined> =>
  reader.first(ofKey, { token, key })
