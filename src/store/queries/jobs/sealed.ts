/**
 * The values that are sealed with the key of the installation, other than settings: webhook secrets and private keys.
 */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'

const secrets: Statement<{ gid: number; secret: string }> = statement((param, db) =>
  db
    .selectFrom('webhooks')
    .select(['gid', 'secret'])
    .where('gid', '>', param('after'))
    .orderBy('gid')
    .limit(sql.lit(1000)),
)

/** The sealed secrets of webhooks, at most 1000, after the webhook `after`. */
export const sealedWebhookSecrets = (reader: Reader, after: number): Promise<{ gid: number; secret: string }[]> =>
  reader.all(secrets, { after })

const privateKeys: Statement<{ kid: string; private_key: string }> = statement((_param, db) =>
  db.selectFrom('signing_keys').select(['kid', 'private_key']).orderBy('kid'),
)

export const sealedPrivateKeys = (reader: Reader): Promise<{ kid: string; private_key: string }[]> =>
  reader.all(privateKeys, {})
