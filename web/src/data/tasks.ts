/**
 * The verbs of tasks: each makes the steps of an act, with what is painted at once, the call of the API, and the step
 * that takes it back.
 */
import type { Cache } from './cache.ts'
import { type Entry, entryGid, entryPatch, type Place, removeEntry } from './lists.ts'
import type { Step } from './outbox.ts'
import type { Gid, Patch, WorkRecord } from './records.ts'

/** A new local gid, until the server sends its own. */
export const localGid = (): Gid => `local-${crypto.randomUUID()}`

export const isLocal = (gid: Gid): boolean => gid.startsWith('local-')

const API = '/api/1.0'

type Members = Readonly<Record<string, unknown>>

/**
 * Sets members of an object. `shown` are the members as records have them; `sent` the members of the call, where they differ.
 */
export function setMembers(cache: Cache, gid: Gid, shown: Members, sent: Members = shown): Step {
  const record = cache.records.get(gid)
  const former = Object.fromEntries(Object.keys(shown).map(name => [name, record?.[name] ?? null]))
  const wasSent = Object.fromEntries(Object.keys(sent).map(name => [name, formerValue(record, name)]))
  const path = `${API}/${record?.resource_type ?? 'task'}s/${gid}`
  const step = (members: Members, data: Members) =>
    ({ subject: gid, patches: [{ gid, members }], call: { method: 'PUT', path, data } }) as const
  return { ...step(shown, sent), inverse: step(former, wasSent) }
}

/** The value of a member as a PUT takes it. */
function formerValue(record: WorkRecord | undefined, name: string): unknown {
  const value = record?.[name] ?? null
  return name === 'name' && value === null ? '' : value
}

export const setCompleted = (cache: Cache, task: Gid, isCompleted: boolean, now: string): Step =>
  setMembers(
    cache,
    task,
    { completed: isCompleted, completed_at: isCompleted ? now : null },
    { completed: isCompleted },
  )

/** The value of a custom field, as the record of a task has it and as a PUT takes it. */
export interface FieldChange {
  readonly field: Gid
  /** The members of the value in `custom_fields`, such as `enum_value` and `display_value`. */
  readonly shown: Members
  readonly sent: unknown
  /** The value that undoing sends. */
  readonly former: unknown
}

export function setCustomField(cache: Cache, task: Gid, { field, shown, sent, former }: FieldChange): Step {
  const fields = (cache.records.get(task)?.custom_fields ?? []) as readonly (Members & { gid: Gid })[]
  const changed = fields.map(one => (one.gid === field ? { ...one, ...shown } : one))
  const step = (custom_fields: readonly Members[], value: unknown) => ({
    subject: task,
    patches: [{ gid: task, members: { custom_fields } }],
    call: { method: 'PUT', path: `${API}/tasks/${task}`, data: { custom_fields: { [field]: value } } } as const,
  })
  return { ...step(changed, sent), inverse: step(fields, former) }
}

/** Where a new task goes. */
export interface Destination {
  readonly list: Gid
  readonly kind: 'project' | 'my_tasks' | 'subtasks' | 'tag' | 'workspace'
  readonly section: Gid | null
  readonly place: Place
}

/** Creates a task with members as records have them, such as `{name, assignee: gid, due_on}`. */
export function createTask(cache: Cache, { list, kind, section, place }: Destination, members: Members): Step[] {
  const gid = localGid()
  const isInList = kind !== 'workspace'
  const shown = {
    ...{ resource_type: 'task', resource_subtype: 'default_task', completed: false, tags: [], custom_fields: [] },
    ...{ num_subtasks: 0, num_comments: 0, num_attachments: 0, created_at: new Date().toISOString() },
    ...(kind === 'project' && { memberships: [{ project: list, section }] }),
    ...(kind === 'my_tasks' && { assignee: cache.user, assignee_section: section }),
    ...(kind === 'subtasks' && { parent: list }),
    ...(kind === 'tag' && { tags: [list] }),
    ...members,
  }
  const rank = isInList ? cache.lists.rankAt(list, section, place) : ''
  const patches: Patch[] = [{ gid, members: shown }, ...(isInList ? [entryPatch(list, gid, section, rank)] : [])]
  const destination = {
    project: { memberships: [{ project: list, ...(section && { section }) }] },
    my_tasks: { workspace: cache.workspace, assignee: 'me', ...(section && { assignee_section: section }) },
    subtasks: {},
    tag: { workspace: cache.workspace, tags: [list] },
    workspace: { workspace: cache.workspace },
  }[kind]
  const path = kind === 'subtasks' ? `${API}/tasks/${list}/subtasks` : `${API}/tasks`
  const removal = patches.map((patch): Patch => ({ gid: patch.gid, members: null }))
  const restoring = { subject: gid, patches, call: { method: 'POST', path: `/-/trash/${gid}/restore` } } as const
  const create: Step = {
    ...{ subject: gid, creates: gid, patches },
    call: { method: 'POST', path, data: { ...destination, ...members } },
    inverse: {
      subject: gid,
      patches: removal,
      call: { method: 'DELETE', path: `${API}/tasks/${gid}` },
      inverse: restoring,
    },
  }
  const position = positionCall({ list, kind, section }, gid, neighbourOf(cache, list, section, place))
  if (!position) return [create]
  // The server creates a task at another place first: until it has moved, the entry shows where it goes.
  const placed = isInList ? [entryPatch(list, gid, section, rank)] : []
  return [create, { subject: gid, patches: placed, call: position, inverse: nothing(gid) }]
}

/** An inverse that has nothing to do, because the inverse of another step of the act covers it. */
const nothing = (subject: Gid): Step => ({
  subject,
  patches: [],
  call: { method: 'PUT', path: `${API}/tasks/${subject}`, data: {} },
})

export type Neighbour = { readonly insert_after?: Gid | null; readonly insert_before?: Gid | null }

/** The neighbour that a call names for a place in a section; undefined where the server's default is that place. */
function neighbourOf({ lists }: Cache, list: Gid, section: Gid | null, place: Place): Neighbour | undefined {
  if (typeof place === 'object')
    return 'after' in place ? { insert_after: place.after } : { insert_before: place.before }
  const items = lists.contents(list).entries.filter(entry => entry.section === section)
  const first = items[0]?.item
  const last = items.at(-1)?.item
  if (place === 'top') return first ? { insert_before: first } : undefined
  return last ? { insert_after: last } : undefined
}

/** The call that puts an item at a place of a list. */
function positionCall(
  { list, kind, section }: Omit<Destination, 'place'>,
  item: Gid,
  neighbour: Neighbour | undefined,
): Step['call'] | undefined {
  if (kind === 'project' && section) {
    return { method: 'POST', path: `${API}/sections/${section}/addTask`, data: { task: item, ...neighbour } }
  }
  if (kind === 'subtasks')
    return { method: 'POST', path: `${API}/tasks/${item}/setParent`, data: { parent: list, ...neighbour } }
  if (kind !== 'my_tasks' || !neighbour) return undefined
  return { method: 'POST', path: `${API}/user_task_lists/${list}/tasks/insert`, data: { task: item, ...neighbour } }
}

/** What a move of several tasks knows of each: its rank, and the neighbour to which undoing returns it. */
export interface MoveDetails {
  readonly rank?: string | undefined
  readonly former?: Neighbour | undefined
}

/** Moves a task inside a list. A move sends the task and its neighbour, never the whole section. */
export function moveTask(
  cache: Cache,
  item: Gid,
  { list, kind, section, place }: Destination,
  details: MoveDetails = {},
): Step[] {
  const entry = cache.records.get(entryGid(list, item)) as Entry | undefined
  if (!entry) return []
  const rank = details.rank ?? cache.lists.rankAt(list, section, place)
  const neighbour = neighbourOf(cache, list, section, place)
  const before = cache.lists.neighbour(list, item, -1)
  const after = cache.lists.neighbour(list, item, 1)
  const formerNeighbour =
    details.former ?? (before ? { insert_after: before } : after ? { insert_before: after } : undefined)
  const patchesOf = (to: Gid | null, at: string): Patch[] => [
    entryPatch(list, item, to, at),
    ...membershipPatch(cache, list, kind, item, to),
  ]
  const patches = patchesOf(section, rank)
  const formerPatches = patchesOf(entry.section, entry.rank)
  const steps: Step[] = []
  if (kind === 'my_tasks' && section !== entry.section) {
    const path = `${API}/tasks/${item}`
    const call = (to: Gid | null) => ({ method: 'PUT', path, data: { assignee_section: to } }) as const
    steps.push({
      subject: item,
      patches,
      call: call(section),
      inverse: { subject: item, patches: formerPatches, call: call(entry.section) },
    })
  }
  const call = positionCall({ list, kind, section }, item, neighbour)
  const back = positionCall({ list, kind, section: entry.section }, item, formerNeighbour)
  if (call) {
    const inverse = back ? { subject: item, patches: formerPatches, call: back } : nothing(item)
    steps.push({ subject: item, patches, call, inverse })
  }
  return steps
}

function membershipPatch(
  { records }: Cache,
  list: Gid,
  kind: Destination['kind'],
  item: Gid,
  section: Gid | null,
): Patch[] {
  if (kind === 'my_tasks') return [{ gid: item, members: { assignee_section: section } }]
  if (kind !== 'project') return []
  const memberships = (records.get(item)?.memberships ?? []) as readonly { project: Gid; section: Gid | null }[]
  const changed = memberships.map(one => (one.project === list ? { ...one, section } : one))
  return [{ gid: item, members: { memberships: changed } }]
}

/** Deletes a task: it goes to the trash, from where undoing restores it. */
export function deleteTask({ records, lists }: Cache, task: Gid): Step {
  const entries = lists.listsOf(task).flatMap(list => records.get(entryGid(list, task)) ?? [])
  const all = [...entries, ...(records.get(task) ? [records.get(task) as WorkRecord] : [])]
  return {
    subject: task,
    patches: all.map(({ gid }): Patch => ({ gid, members: null })),
    call: { method: 'DELETE', path: `${API}/tasks/${task}` },
    inverse: {
      subject: task,
      patches: all.map(({ gid, ...members }): Patch => ({ gid, members })),
      call: { method: 'POST', path: `/-/trash/${task}/restore` },
    },
  }
}

/** Relations that are added and removed by pairs of calls: the member, and the member of the call. */
const RELATIONS = {
  tags: { add: 'addTag', remove: 'removeTag', sent: (gid: Gid) => ({ tag: gid }) },
  followers: { add: 'addFollowers', remove: 'removeFollowers', sent: (gid: Gid) => ({ followers: [gid] }) },
  dependencies: { add: 'addDependencies', remove: 'removeDependencies', sent: (gid: Gid) => ({ dependencies: [gid] }) },
  dependents: { add: 'addDependents', remove: 'removeDependents', sent: (gid: Gid) => ({ dependents: [gid] }) },
} as const

/** Adds an object to a relation of a task, or removes it. */
export function setRelation(
  cache: Cache,
  task: Gid,
  relation: keyof typeof RELATIONS,
  gid: Gid,
  isAdded: boolean,
): Step {
  const { add, remove, sent } = RELATIONS[relation]
  const former = (cache.records.get(task)?.[relation] ?? []) as readonly Gid[]
  const without = former.filter(one => one !== gid)
  const step = (isMember: boolean): Step => ({
    subject: task,
    patches: [{ gid: task, members: { [relation]: isMember ? [...without, gid] : without } }],
    call: { method: 'POST', path: `${API}/tasks/${task}/${isMember ? add : remove}`, data: sent(gid) },
  })
  return { ...step(isAdded), inverse: step(!isAdded) }
}

/** Adds a task to a project, or removes it from one. Undoing a removal puts it back to its place. */
export function setProject(
  cache: Cache,
  task: Gid,
  project: Gid,
  section: Gid | null,
  isAdded: boolean,
  place: Place = 'bottom',
  { rank: givenRank }: Pick<MoveDetails, 'rank'> = {},
): Step {
  const { records, lists } = cache
  const former = (records.get(task)?.memberships ?? []) as readonly { project: Gid; section: Gid | null }[]
  const without = former.filter(one => one.project !== project)
  const entry = records.get(entryGid(project, task)) as Entry | undefined
  const before = lists.neighbour(project, task, -1)
  const after = lists.neighbour(project, task, 1)
  const formerPlace = before ? { insert_after: before } : after ? { insert_before: after } : undefined
  const adding = (to: Gid | null, rank: string, memberships: readonly unknown[], place?: Neighbour): Step => ({
    subject: task,
    patches: [{ gid: task, members: { memberships } }, entryPatch(project, task, to, rank)],
    call: {
      method: 'POST',
      path: `${API}/tasks/${task}/addProject`,
      data: { project, ...(to && { section: to }), ...place },
    },
  })
  const removing: Step = {
    subject: task,
    patches: [{ gid: task, members: { memberships: without } }, removeEntry(project, task)],
    call: { method: 'POST', path: `${API}/tasks/${task}/removeProject`, data: { project } },
  }
  if (isAdded) {
    const rank = givenRank ?? lists.rankAt(project, section, place)
    const neighbour = place === 'bottom' ? undefined : neighbourOf(cache, project, section, place)
    return { ...adding(section, rank, [...without, { project, section }], neighbour), inverse: removing }
  }
  const present = former.find(one => one.project === project)
  const rank = entry?.rank ?? lists.rankAt(project, present?.section ?? null, 'bottom')
  return { ...removing, inverse: adding(present?.section ?? null, rank, former, formerPlace) }
}
