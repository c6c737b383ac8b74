/**
 * What the person can no longer see is forgotten, with everything that belongs to it: on the screen, in memory, and with
 * the next save on the disk.
 */
import { PROJECT_FIELDS, ROW_FIELDS } from './fields.ts'
import type { Lists } from './lists.ts'
import { loadRecords } from './load.ts'
import type { Gid, Patch, Records } from './records.ts'
import { storiesOf } from './stories.ts'

interface Recheck {
  readonly records: Records
  readonly lists: Lists
  /** The object to which access may be lost; all projects and their tasks without it. */
  readonly gid?: Gid
}

/** Asks the server about projects and tasks of the cache. Returns those that it did not send. Throws a Failure. */
export async function recheckAccess({ records, lists, gid }: Recheck): Promise<ReadonlySet<Gid>> {
  const gone = new Set<Gid>()
  const check = async (type: string, gids: readonly Gid[], fields: string) => {
    if (gids.length > 0) await loadRecords({ records, lists }, type, gids, fields)
    for (const one of gids) if (!records.confirmed(one)) gone.add(one)
  }
  const type = gid === undefined ? undefined : records.confirmed(gid)?.resource_type
  if (gid !== undefined && type === 'task') await check('task', [gid, ...below(lists, [gid])], ROW_FIELDS)
  else {
    const projects = gid !== undefined && type === 'project' ? [gid] : gidsOf(records, 'project')
    await check('project', projects, PROJECT_FIELDS)
    await check('task', below(lists, [...gone]), ROW_FIELDS)
  }
  if (gone.size > 0) records.confirm(belonging(records, gone))
  return gone
}

const isFromServer = (gid: Gid): boolean => /^\d+$/.test(gid)

const gidsOf = (records: Records, type: string): Gid[] =>
  [...records.confirmedRecords()].flatMap(({ gid, resource_type }) =>
    resource_type === type && isFromServer(gid) ? gid : [],
  )

/** The items of lists, with the subtasks of each. */
function below(lists: Lists, above: readonly Gid[]): Gid[] {
  const found = new Set<Gid>()
  const waiting = [...above]
  for (const list of waiting) {
    for (const { item } of lists.contents(list).entries) {
      if (found.has(item) || !isFromServer(item)) continue
      found.add(item)
      waiting.push(item)
    }
  }
  return [...found]
}

/** Removes what belongs to objects that are gone: places, sections, the level of access, and the activity of tasks. */
function belonging(records: Records, gone: ReadonlySet<Gid>): Patch[] {
  const all = [...records.confirmedRecords()]
  const activities = new Set([...gone].map(storiesOf))
  const stories = all.flatMap(({ list, item }) => (activities.has(list as Gid) ? (item as Gid) : []))
  const parts = all.flatMap(({ gid, list, item }) => {
    const isPart = gone.has(list as Gid) || gone.has(item as Gid) || activities.has(list as Gid)
    return isPart || gone.has(gid.replace(/^access\//, '')) ? gid : []
  })
  return [...stories, ...parts].map(gid => ({ gid, members: null }))
}
