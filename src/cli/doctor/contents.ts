/** The checks of `doctor` that read the store: its data, its key, its jobs and its backups. */
import { getKeyRecord, isRecorded } from '../../identity/key/record.ts'
import { grantDifferences } from '../../store/queries/access/difference.ts'
import { jobsOverdue, organizationsWithoutAdministrator, webhookHealth } from '../../store/queries/instances/health.ts'
import { settingOf } from '../../store/queries/settings.ts'
import { BACKED_UP } from '../../store/transfer/setting.ts'
import { foundKey, keySourceText, missingKeyText, wrongKeyText } from '../key/key.ts'
import { bad, type CheckContext, doubtful, type Finding, good } from './check.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** The first version of the schema with access grants. */
const FIRST_WITH_GRANTS = 8

/** Reading a larger file takes too long for a command. */
const MAX_READ_BYTES = 1e9

export const megabytes = (bytes: number): string =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`

export function checkIntegrity({ look }: CheckContext): Finding | undefined {
  if (!look || look.bytes === null) return undefined
  if (look.bytes > MAX_READ_BYTES)
    return good(`not read: ${megabytes(look.bytes)}; a backup reads and compares all of it`)
  const wrong = look.integrityError()
  return wrong === undefined
    ? good(`all ${megabytes(look.bytes)} read, and no reference is broken`)
    : bad(`the file is damaged (${wrong})`, 'restore a backup to another folder, and check the disk')
}

export async function checkAdministrators({ look }: CheckContext): Promise<Finding | undefined> {
  if (!look) return undefined
  const names = await organizationsWithoutAdministrator(look.read)
  const [first] = names
  if (first === undefined) return good('every organization has an administrator')
  return bad(
    `no administrator in ${names.map(name => JSON.stringify(name)).join(', ')}`,
    `appoint one: workloom setup --email E --organization ${JSON.stringify(first)}`,
  )
}

export async function checkRights({ look }: CheckContext): Promise<Finding | undefined> {
  // The migration of an older version derives the grants.
  if (!look || look.version < FIRST_WITH_GRANTS) return undefined
  const { length } = await grantDifferences(look.read)
  return length === 0
    ? good('every access grant is correct')
    : bad(`${length} access grants differ from their derivation`, 'correct them: workloom rights repair')
}

export async function checkKey({ settings, look }: CheckContext): Promise<Finding | undefined> {
  if (!look) return undefined
  const [found, record] = [foundKey(settings), await getKeyRecord(look.read)]
  if (!record)
    return good(found ? `${keySourceText(found.source)}; nothing is sealed yet` : 'created by the first start')
  if (!found) return bad('the key of the installation is missing', missingKeyText(record))
  if (!isRecorded(record, found.key))
    return bad('the key differs from that of the installation', wrongKeyText(found.source, record))
  return good(`${keySourceText(found.source)}, and matches the installation`)
}

export async function checkJobs({ look, now }: CheckContext): Promise<Finding | undefined> {
  if (!look) return undefined
  const { count, since } = await jobsOverdue(look.read, now - 5 * MINUTE_MS)
  if (since === null) return good('none is overdue')
  const late = `${count} overdue, the oldest for ${Math.round((now - since) / MINUTE_MS)} minutes`
  return doubtful(late, 'check that a server is running, and its log: only a server runs jobs')
}

export async function checkWebhooks({ look }: CheckContext): Promise<Finding | undefined> {
  if (!look) return undefined
  const { all, failing, inactive } = await webhookHealth(look.read)
  if (failing + inactive === 0) return good(all === 0 ? 'there are none' : `${all}, and none is failing`)
  return doubtful(
    `${failing} of ${all} failing, ${inactive} inactive`,
    'their owners see the reason in the web app, under Webhooks; a webhook without its secret must be created again',
  )
}

export async function checkBackup({ look, now }: CheckContext): Promise<Finding | undefined> {
  if (!look) return undefined
  const at = Number((await settingOf(look.read, BACKED_UP)) ?? Number.NaN)
  const todo = 'schedule one: workloom backup --to FILE'
  if (Number.isNaN(at)) return doubtful('workloom backup was never run here', todo)
  const days = Math.floor((now - at) / DAY_MS)
  const age = `last backup at ${new Date(at).toISOString()}`
  return days < 3 ? good(age) : doubtful(`${age}, ${days} days ago`, todo)
}
