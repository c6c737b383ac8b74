/** The files of a project and of a task as the web app lists them: with the person and the media type, which the API lacks. */
import { parseTimestamp } from '../../../lib/date.ts'
import { invalid, notFound } from '../../../lib/errors.ts'
import { parseGid } from '../../../lib/gid.ts'
import { allows, rights } from '../../../policy/rights.ts'
import {
  type FileKind,
  type FilePage,
  fileKinds,
  filesOf,
  filesOfProject,
  type ListedFile,
} from '../../../store/queries/files/listed.ts'
import type { Query } from '../../options.ts'
import { showObjects } from '../records/shown.ts'
import { type ConsoleRoute, type SessionCall, sessionRoute } from '../route.ts'

const PAGE_SIZE = 50

/** The API shows no more of an object either. */
const MAX_OWN_FILES = 100

const FIELDS = 'name,resource_subtype,created_at,download_url,view_url,parent.name,parent.resource_type'

function gidIn(query: Query, name: string): number | undefined {
  const text = query[name]
  if (text === undefined) return undefined
  const gid = parseGid(text)
  if (gid === undefined) throw invalid(name, `Not a recognized ID: ${text}`)
  return gid
}

function kindIn({ type }: Query): FileKind | undefined {
  const kind = fileKinds.find(one => one === type)
  if (type !== undefined && !kind) throw invalid('type', `Must be one of ${fileKinds.join(', ')}`)
  return kind
}

/** The requested page. Throws 400. */
const pageIn = (query: Query): FilePage => ({
  before: gidIn(query, 'before') ?? Number.MAX_SAFE_INTEGER,
  since: query.since === undefined ? 0 : parseTimestamp('since', query.since),
  until: query.until === undefined ? Number.MAX_SAFE_INTEGER : parseTimestamp('until', query.until),
  limit: PAGE_SIZE + 1,
  kind: kindIn(query),
  person: gidIn(query, 'person'),
})

/** Throws 404 unless the caller sees the object. */
async function checkVisible({ console, actor }: SessionCall, type: 'project' | 'task', gid: number): Promise<void> {
  const found = await rights(console.store.read, actor.gid, type, [gid])
  if (!allows(found.get(gid), 'view')) throw notFound(type, gid)
}

const selecting = (fields: string) => ({ fields, form: 'compact', counts: [] }) as const

/** The files that the caller sees, with the people whom they know. */
async function present(call: SessionCall, listed: readonly ListedFile[]) {
  const objects = await showObjects(
    call,
    'attachment',
    listed.map(({ gid }) => gid),
    selecting(FIELDS),
  )
  const creators = [...new Set(listed.map(({ created_by: gid }) => gid))]
  const known = await showObjects(call, 'user', creators, selecting('name'))
  const parse = ({ first, rest }: (typeof objects)[number]) => JSON.parse(`{${first}${rest}`)
  const people = new Map(known.map(person => [person.gid, parse(person)]))
  const rows = new Map(listed.map(row => [row.gid, row]))
  return objects.map(object => {
    const { size = null, media_type = null, created_by = 0 } = rows.get(object.gid) ?? {}
    return { ...parse(object), size, media_type, created_by: people.get(created_by) ?? null }
  })
}

const ownFiles = async (call: SessionCall, parent: number) => ({
  data: { files: await present(call, await filesOf(call.console.store.read, parent, MAX_OWN_FILES)) },
})

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/projects/:project_gid/files', {
    doc:
      'The files of a project and of its tasks, the latest first, at most 50: `{files: [{gid, name, resource_subtype, ' +
      'created_at, size, media_type, download_url, view_url, parent, created_by}], next}`. `created_by` is null for a ' +
      'person whom the caller cannot see; `size` and `media_type` are null for a link. `?type=` is `image`, `pdf`, ' +
      '`video`, `audio`, `text`, `other` or `link`; `&person=` the gid of the person who attached it; `&since=` and ' +
      '`&until=` are date-times, the second one excluded. `next` is null at the end; for the next page, send it as `&before=`. ' +
      '`?own=true` lists only those of the project itself, the oldest first, at most 100.',
    async execute(call) {
      const { project_gid: project = 0 } = call.path
      const page = pageIn(call.query)
      await checkVisible(call, 'project', project)
      if (call.query.own === 'true') return ownFiles(call, project)
      const found = await filesOfProject(call.console.store.read, project, page)
      const shown = found.slice(0, PAGE_SIZE)
      const next = found.length > PAGE_SIZE ? String(shown.at(-1)?.gid) : null
      return { data: { files: await present(call, shown), next } }
    },
  }),
  sessionRoute('GET', '/tasks/:task_gid/files', {
    doc: 'The files of a task, the oldest first, at most 100: `{files}` as those of a project.',
    async execute(call) {
      const { task_gid: task = 0 } = call.path
      await checkVisible(call, 'task', task)
      return ownFiles(call, task)
    },
  }),
]
