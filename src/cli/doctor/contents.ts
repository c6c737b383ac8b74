/** The checks of `doctor` that read the store: its data, its key, its jobs and its backups. */
import { getKeyRecord, isRecorded } from '../../identity/key/record.ts'
import { grantDifferences } from '../../store/queries/access/difference.ts'
import { jobsOverdue, organizationsWithoutAdministrator, webhookHealth } from '../../store/queries/instances/health.ts'
import { settingOf } from '../../store/queries/settings.ts'
import { countTextDifferences } from '../../store/search/difference.ts'
import { countNameDifferences } from '../../store/search/name_difference.ts'
import { currentSchema } from '../../store/transfer/schema.ts'
import { BACKED_UP } from '../../store/transfer/setting.ts'
import { foundKey, keySourceText, missingKeyText, wrongKeyText } from '../key/key.ts'
import { type CheckContext, type Finding, failure, ok, warning } from './check.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** The first version of the schema with access grants. */
const FIRST_VERSION_WITH_GRANTS = 8

/** Reading a larger file takes too long for a command. */
const MAX_READ_BYTES = 1e9

export const megabytes = (bytes: number): string =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`

export function checkIntegrity({ inspection }: CheckContext): Finding | undefined {
  if (!inspection || inspection.bytes === null) return undefined
  if (inspection.bytes > MAX_READ_BYTES)
    return ok(`not read: ${megabytes(inspection.bytes)}; a backup reads and compares all of it`)
  const problem = inspection.integrityError()
  return problem === undefined
    ? ok(`all ${megabytes(inspection.bytes)} read, and no reference is broken`)
    : failure(`the file is damaged (${problem})`, 'restore a backup to another folder, and check the disk')
}

export async function checkAdministrators({ inspection }: CheckContext): Promise<Finding | undefined> {
  if (!inspection) return undefined
  const names = await organizationsWithoutAdministrator(inspection.read)
  const [first] = names
  if (first === undefined) return ok('every organization has an administrator')
  return failure(
    `no administrator in ${names.map(name => JSON.stringify(name)).join(', ')}`,
    `appoint one: workloom setup --email E --organization ${JSON.stringify(first)}`,
  )
}

export async function checkRights({ inspection }: CheckContext): Promise<Finding | undefined> {
  // The migration of an older version derives the grants.
  if (!inspection || inspection.version < FIRST_VERSION_WITH_GRANTS) return undefined
  const { length } = await grantDifferences(inspection.read)
  return length === 0
    ? ok('every access grant is correct')
    : failure(`${length} access grants differ from their derivation`, 'correct them: workloom rights repair')
}

export async function checkSearch({ inspection }: CheckContext): Promise<Finding | undefined> {
  // The migration of an older version indexes all texts.
  if (!inspection || inspection.version !== (await currentSchema()).version) return undefined
  const count = (await countTextDifferences(inspection.read)) + (await countNameDifferences(inspection.read))
  return count === 0
    ? ok('every text is indexed')
    : failure(`${count} texts of the index differ from their rows`, 'correct them: workloom search repair')
}

export async function checkKey({ settings, inspection }: CheckContext): Promise<Finding | undefined> {
  if (!inspection) return undefined
  const [found, record] = [foundKey(settings), await getKeyRecord(inspection.read)]
  if (!record) return ok(found ? `${keySourceText(found.source)}; nothing is sealed yet` : 'created by the first start')
  if (!found) return failure('the key of the installation is missing', missingKeyText(record))
  if (!isRecorded(record, found.key))
    return failure('the key differs from that of the installation', wrongKeyText(found.source, record))
  return ok(`${keySourceText(found.source)}, and matches the installation`)
}

export async function checkJobs({ inspection, now }: CheckContext): Promise<Finding | undefined> {
  if (!inspection) return undefined
  const { count, since } = await jobsOverdue(inspection.read, now - 5 * MINUTE_MS)
  if (since === null) return ok('none is overdue')
  const late = `${count} overdue, the oldest for ${Math.round((now - since) / MINUTE_MS)} minutes`
  return warning(late, 'check that a server is running, and its log: only a server runs jobs')
}

export async function checkWebhooks({ inspection }: CheckContext): Promise<Finding | undefined> {
  if (!inspection) return undefined
  const { all, failing, inactive } = await webhookHealth(inspection.read)
  if (failing + inactive === 0) return ok(all === 0 ? 'there are none' : `${all}, and none is failing`)
  return warning(
    `${failing} of ${all} failing, ${inactive} inactive`,
    'their owners see the reason in the web app, under Webhooks; a webhook without its secret must be created again',
  )
}

export async function checkBackup({ inspection, now }: CheckContext): Promise<Finding | undefined> {
  if (!inspection) return undefined
  const at = Number((await settingOf(inspection.read, BACKED_UP)) ?? Number.NaN)
  const advice = 'schedule one: workloom backup --to FILE'
  if (Number.isNaN(at)) return warning('workloom backup was never run here', advice)
  const days = Math.floor((now - at) / DAY_MS)
  const age = `last backup at ${new Date(at).toISOString()}`
  return days < 3 ? ok(age) : warning(`${age}, ${days} days ago`, advice)
}
