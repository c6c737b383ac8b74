/**
 * Objects as the API shows them, for the web app: with the same selections and the same planner, and with what the API
 * lacks. Loading them is the access check: an object that the caller cannot see is absent.
 */
import { parsePaths } from '../../../graph/parse.ts'
import { textOf } from '../../../lib/strings.ts'
import type { Name } from '../../../names.ts'
import { countsOfTasks, type TaskCount, taskCounts } from '../../../store/queries/lists/counts.ts'
import type { LoadContext } from '../../../vocabulary/field.ts'
import type { SessionCall } from '../route.ts'

/** What the caller selects of each object. */
export interface RecordSelection {
  /** As `opt_fields`; empty if absent. */
  fields: string
  /** The form if no fields are named. */
  form: 'compact' | 'full'
  /** The counts of tasks among the fields. */
  counts: readonly TaskCount[]
}

/** Parses `fields`. Throws 400 for a selection that is too large. */
export function askedIn({ query: { fields = '' } }: SessionCall, form: RecordSelection['form']): RecordSelection {
  const names = parsePaths(fields)
  return { fields, form, counts: taskCounts.filter(name => names.has(name)) }
}

/** An object as JSON, without the brace at its start. */
export interface ShownObject {
  gid: number
  /** `"gid":"1"`, then the members that the caller of this module inserts. */
  first: string
  /** The other members, each after a comma, and the brace at the end. */
  rest: string
}

/** Those of these objects that the caller can see, in this order. The number of statements does not depend on them. */
export async function showObjects(
  call: SessionCall,
  type: Name | readonly Name[],
  gids: readonly number[],
  { fields, form, counts: names }: RecordSelection,
): Promise<ShownObject[]> {
  const { graph, store } = call.console
  const context = contextOf(call)
  const counts = type === 'task' ? names : []
  // Counted before the access check of the graph, which therefore decides about the counts too.
  const counted =
    counts.length > 0 ? await countsOfTasks(store.read, call.actor.gid, gids, counts) : new Map<number, number[]>()
  const selection = { ...{ fields, form, expand: '' }, guarded: true }
  const loaded = await graph(type, gids, selection, context)
  const { objects, gids: visible } = loaded.isConsistent
    ? loaded
    : await store.snapshot(reader => graph(type, gids, selection, { ...context, reader }))
  return visible.map((gid, at) => {
    const json = objects[at]
    const first = `"gid":"${gid}"`
    const own = counts.map((name, index) => `,"${name}":${showCount(name, counted.get(gid)?.[index] ?? 0)}`)
    return { gid, first, rest: own.join('') + (json === undefined ? '' : textOf(json).slice(first.length + 1)) }
  })
}

const showCount = (name: TaskCount, count: number) => (name === 'is_blocked' ? count > 0 : count)

/** What computed fields need of the call of a route. */
export const contextOf = ({ console, actor, client }: SessionCall): LoadContext => ({
  ...{ actor, reader: console.store.read, publicUrl: client.origin, enabled: new Set() },
  ...{ downloads: console.downloads, clock: console.clock },
})
