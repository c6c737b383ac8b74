/**
 * The model of what the people of a cell may see, and the comparison of a response with it. A cell is two projects, a
 * team, and their content, with people of its own, so that cells do not wait for each other.
 *
 * Every named object has a key, which its name contains with a version: `c1T3 v17`. Once a later version was
 * acknowledged, no response shows an earlier one. A name also lists who had no right to the object when it got that
 * name: `not:c1R2;`. Before a person gets a right, the object is renamed, so that the person never reads the old name.
 */
import type { Caller, Reply, Stage } from './stage.ts'

export interface Reader extends Caller {
  key: string
  name: string
  role: 'member' | 'guest' | 'none'
  /** Their role in the team. */
  inTeam: 'no' | 'limited' | 'yes'
}

export interface NamedObject {
  key: string
  gid: string
  version: number
  /** People who must not know its name. */
  hidden: Set<string>
}

export interface Project extends NamedObject {
  privacy: 'private' | 'private_to_team' | 'public_to_workspace'
  members: Set<string>
  isTrashed: boolean
}

export interface Task extends NamedObject {
  projects: Set<Project>
  followers: Set<string>
  assignee: string | null
  /** Its parent task, which passes on its access. */
  parent: Task | null
  isTrashed: boolean
}

export interface Cell {
  number: number
  writer: Caller
  admin: Caller
  readers: Reader[]
  projects: Project[]
  sections: (NamedObject & { project: Project })[]
  tasks: Task[]
  team: NamedObject
  field: NamedObject
  option: NamedObject
  /** Projects that have the field. */
  settings: Set<Project>
  /** Counts started and finished acts: while it is even, the cell describes the current state. */
  turn: number
  /** The last acknowledged version, by key. */
  floor: Map<string, number>
}

export function seesProject(reader: Reader, project: Project): boolean {
  if (reader.role === 'none' || project.isTrashed) return false
  if (project.members.has(reader.key)) return true
  if (project.privacy === 'public_to_workspace' && reader.role === 'member') return true
  return project.privacy !== 'private' && reader.inTeam === 'yes'
}

/**
 * Whether a task exists: it is deleted with the last of its projects, or with its parent task, unless it has an
 * assignee.
 */
export function isThere({ isTrashed, parent, projects, assignee }: Task): boolean {
  if (isTrashed) return false
  if (parent !== null) return isThere(parent) || (assignee !== null && !parent.isTrashed)
  return assignee !== null || projects.size === 0 || [...projects].some(project => !project.isTrashed)
}

export function seesTask(reader: Reader, task: Task): boolean {
  if (reader.role === 'none' || !isThere(task)) return false
  if (task.followers.has(reader.key) || task.assignee === reader.key) return true
  if ([...task.projects].some(project => seesProject(reader, project))) return true
  return task.parent !== null && seesTask(reader, task.parent)
}

/** What a reader can see of a cell, by key. */
export function visibleObjects({ projects, sections, tasks }: Cell, reader: Reader): Set<string> {
  const seen = new Set<string>()
  for (const project of projects) if (seesProject(reader, project)) seen.add(project.key)
  for (const { key, project } of sections) if (seesProject(reader, project)) seen.add(key)
  for (const task of tasks) if (seesTask(reader, task)) seen.add(task.key)
  return seen
}

export const nameOf = ({ key, version, hidden }: NamedObject): string =>
  `${key} v${version} ${[...hidden].map(reader => `not:${reader};`).join('')}`

const NAMES = /\b(c\d+[A-Z]\d*) v(\d+)\b/g

/** The state when a read began. */
interface Before {
  turn: number
  floor: Map<string, number>
  /** Whether the object can be seen; null while that is about to change. */
  sees: boolean | null
  /** The keys of tasks that the response must and must not contain; null if not checked. */
  keys: string[] | null
}

export interface ListRequest {
  path: string
  sees(reader: Reader): boolean
  /** The keys of all objects in a list response. */
  keys?(): string[]
}

export function before({ turn, floor }: Cell, reader: Reader, { sees, keys }: ListRequest): Before {
  const isSettled = turn % 2 === 0
  return { turn, floor: new Map(floor), sees: isSettled ? sees(reader) : null, keys: (isSettled && keys?.()) || null }
}

/** Compares a response with what it may contain. */
export function compare(stage: Stage, cell: Cell, reader: Reader, path: string, reply: Reply, was: Before): void {
  const about = `cell ${cell.number}, ${reader.key} (${reader.gid}) reads ${path}, request ${stage.counts.requests}`
  const found = (what: 'leaks' | 'stale', why: string) =>
    stage.report(what, `${about}: ${why}: ${reply.status} ${reply.text.slice(0, 2000)}`)
  if (reply.text.includes(`not:${reader.key};`)) found('leaks', 'a name that they must not see')
  for (const [, key = '', version] of reply.text.matchAll(NAMES)) {
    const least = was.floor.get(key) ?? 0
    if (Number(version) < least) found('stale', `${key} is not v${version} since v${least} was acknowledged`)
  }
  if (was.sees === null || was.turn !== cell.turn || reply.status === 0 || reply.status >= 429) return
  const isShown = reply.status === 200
  if (isShown !== was.sees) found(isShown ? 'leaks' : 'stale', isShown ? 'they had no right' : 'they had the right')
  if (!isShown || !was.sees || was.keys === null) return
  const shown = (reply.data as { name: string }[]).map(({ name }) => name.split(' ')[0] ?? '')
  const [is, expected] = [shown.sort().join(' '), was.keys.sort().join(' ')]
  if (is !== expected)
    found(shown.length > was.keys.length ? 'leaks' : 'stale', `not all of ${expected}, and nothing else`)
}
