/** Lists of the web app, read as its pages read them: one JSON text on each line. */
import { ranksBetween } from '../../src/lib/rank.ts'
import { insertAll } from '../../src/store/change.ts'
import { pageHeaders, type Visitor } from './sign_in/console.ts'
import type { Project } from './work.ts'
import type { Json, World } from './world.ts'

export interface ReadList {
  status: number
  headers: Record<string, unknown>
  /** The first line. */
  head: Json
  /** The lines of the elements. */
  elements: Json[]
  gids: string[]
  /** Whether the last line says that the list is complete. */
  isComplete: boolean
  message: string | undefined
}

/** Reads a list; `path` follows `/-/lists/`. */
export async function readList({ app }: Pick<World, 'app'>, { session }: Visitor, path: string): Promise<ReadList> {
  const {
    statusCode: status,
    headers,
    payload,
  } = await app.inject({
    ...{ method: 'GET', url: `/-/lists/${path}`, headers: pageHeaders(session) },
  })
  if (status !== 200) {
    const message = JSON.parse(payload).errors[0].message
    return { status, headers, head: {}, elements: [], gids: [], isComplete: false, message }
  }
  return { status, headers, message: undefined, ...parseLines(payload) }
}

/** The parts of the text of a list. */
export function parseLines(text: string): Pick<ReadList, 'head' | 'elements' | 'gids' | 'isComplete'> {
  const [head = {}, ...lines] = text.split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line) as Json]))
  const isComplete = lines.at(-1)?.end === true
  const elements = isComplete ? lines.slice(0, -1) : lines
  return { head, elements, gids: elements.map(({ gid }) => gid), isComplete }
}

/** Adds tasks to the first section of a project, directly in the store, as copies of `model` or of one that the API creates. */
export async function fillProject(
  { ann, store, workspace }: Pick<World, 'ann' | 'store' | 'workspace'>,
  { gid: project, sections }: Project,
  count: number,
  model?: string,
): Promise<void> {
  const like = Number(model ?? (await ann.create('/tasks', { workspace, name: 'Task' })))
  const row = await store.read.db.selectFrom('tasks').selectAll().where('gid', '=', like).executeTakeFirstOrThrow()
  const place = { project: Number(project), section: Number(sections[0]), workspace: Number(workspace) }
  await store.write(async tx => {
    const tasks = ranksBetween(null, null, count).map(rank => ({ rank, gid: tx.gid() }))
    await insertAll(
      tx,
      'tasks',
      tasks.map(({ gid }) => ({ ...row, gid })),
    )
    await insertAll(
      tx,
      'task_memberships',
      tasks.map(({ gid, rank }) => ({ task: gid, ...place, rank })),
    )
  })
}
