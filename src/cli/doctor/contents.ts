/** What `doctor` looks at in the store: the data itself, its key, and what the program should have done with it. */
import { isRecorded, keyRecord } from '../../identity/key/record.ts'
import { BACKED_UP } from '../../store/copy/note.ts'
import { differingGrants } from '../../store/queries/access/difference.ts'
import { jobsOverdue, organizationsWithoutAdministrator, webhookHealth } from '../../store/queries/instances/health.ts'
import { settingOf } from '../../store/queries/settings.ts'
import { foundKey, missingKey, notTheKey, placed } from '../key/key.ts'
import { bad, doubtful, type Finding, good, type Scene } from './check.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** The version of the schema that has access grants. */
const FIRST_WITH_GRANTS = 8

/** A larger file takes too long to read while somebody waits. */
const MAX_READ_BYTES = 1e9

export const megabytes = (bytes: number): string =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`

export function checkIntegrity({ look }: Scene): Finding | undefined {
  if (!look || look.bytes === null) return undefined
  if (look.bytes > MAX_READ_BYTES)
    return good(`not read: ${megabytes(look.bytes)}; a backup reads and compares all of it`)
  const wrong = look.wrong()
  return wrong === undefined
    ? good(`all ${megabytes(look.bytes)} read, and every reference leads somewhere`)
    : bad(`the file is damaged (${wrong})`, 'restore a backup to another folder, and look at the disk')
}

export async function checkAdministrators({ look }: Scene): Promise<Finding | undefined> {
  if (!look) return undefined
  const names = await organizationsWithoutAdministrator(look.read)
  const [first] = names
  if (first === undefined) return good('every organization has an administrator')
  return bad(
    `nobody administers ${names.map(name => JSON.stringify(name)).join(', ')}`,
    `make somebody administrator: workloom setup --email E --organization ${JSON.stringify(first)}`,
  )
}

export async function checkRights({ look }: Scene): Promise<Finding | undefined> {
  // What was made by an older version derives them when it is brought up to date.
  if (!look || look.version < FIRST_WITH_GRANTS) return undefined
  const { length } = await differingGrants(look.read)
  return length === 0
    ? good('every access grant is as it is derived')
    : bad(`${length} access grants differ from what they are derived from`, 'correct them: workloom rights repair')
}

export async function checkKey({ settings, look }: Scene): Promise<Finding | undefined> {
  if (!look) return undefined
  const [found, record] = [foundKey(settings), await keyRecord(look.read)]
  if (!record) return good(found ? `${placed(found.place)}; nothing is sealed yet` : 'made at the first start')
  if (!found) return bad('the key of the installation is missing', missingKey(record))
  if (!isRecorded(record, found.key))
    return bad('another key than that of the installation', notTheKey(found.place, record))
  return good(`${placed(found.place)}, and that of this installation`)
}

export async function checkJobs({ look, now }: Scene): Promise<Finding | undefined> {
  if (!look) return undefined
  const { count, since } = await jobsOverdue(look.read, now - 5 * MINUTE_MS)
  if (since === null) return good('none is overdue')
  const late = `${count} overdue, the oldest for ${Math.round((now - since) / MINUTE_MS)} minutes`
  return doubtful(late, 'jobs are done while a server runs: look whether one does, and into its log')
}

export async function checkWebhooks({ look }: Scene): Promise<Finding | undefined> {
  if (!look) return undefined
  const { all, failing, inactive } = await webhookHealth(look.read)
  if (failing + inactive === 0) return good(all === 0 ? 'there are none' : `${all}, and none is failing`)
  return doubtful(
    `${failing} of ${all} failing, ${inactive} switched off`,
    'their owners see why in the web app, under Webhooks; one whose secret is lost must be created again',
  )
}

export async function checkBackup({ look, now }: Scene): Promise<Finding | undefined> {
  if (!look) return undefined
  const at = Number((await settingOf(look.read, BACKED_UP)) ?? Number.NaN)
  const todo = 'make one by a timer: workloom backup --to FILE'
  if (Number.isNaN(at)) return doubtful('workloom backup has not been run here', todo)
  const days = Math.floor((now - at) / DAY_MS)
  const age = `the last one was made at ${new Date(at).toISOString()}`
  return days < 3 ? good(age) : doubtful(`${age}, ${days} days ago`, todo)
}
