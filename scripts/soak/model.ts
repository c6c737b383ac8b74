/**
 * What the people of a cell may see, as the soak believes it; and how an answer is compared with that. A cell is two
 * projects, a team, and what is in them, with people of its own, so that cells do not wait for each other.
 *
 * Everything with a name has a key, which is in its name with a version: `c1T3 v17`. A version is never seen again once
 * a later one was acknowledged. A name also says who had no right to the object when it got that name: `not:c1R2;`. Before
 * somebody gets a right, the name becomes another, so that person never sees it.
 */
import type { Caller, Heard, Stage } from './stage.ts'

export interface Reader extends Caller {
  key: string
  name: string
  role: 'member' | 'guest' | 'none'
  /** Where they are in the team. */
  inTeam: 'no' | 'limited' | 'yes'
}

export interface Thing {
  key: string
  gid: string
  version: number
  /** Who must not see its name. */
  hidden: Set<string>
}

export interface Project extends Thing {
  privacy: 'private' | 'private_to_team' | 'public_to_workspace'
  members: Set<string>
  isTrashed: boolean
}

export interface Task extends Thing {
  projects: Set<Project>
  followers: Set<string>
  assignee: string | null
  /** The task above it, which gives what it has. */
  parent: Task | null
  isTrashed: boolean
}

export interface Cell {
  number: number
  keeper: Caller
  admin: Caller
  readers: Reader[]
  projects: Project[]
  sections: (Thing & { project: Project })[]
  tasks: Task[]
  team: Thing
  field: Thing
  option: Thing
  /** Projects that have the field. */
  settings: Set<Project>
  /** Counts acts that have begun and acts that have ended: while it is even, everything is as it is said here. */
  turn: number
  /** The last version that was acknowledged, by key. */
  floor: Map<string, number>
}

export function seesProject(reader: Reader, project: Project): boolean {
  if (reader.role === 'none' || project.isTrashed) return false
  if (project.members.has(reader.key)) return true
  if (project.privacy === 'public_to_workspace' && reader.role === 'member') return true
  return project.privacy !== 'private' && reader.inTeam === 'yes'
}

/** Whether a task is there: it goes with the last of its projects, or with the task above it, unless somebody does it. */
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
export function sight({ projects, sections, tasks }: Cell, reader: Reader): Set<string> {
  const seen = new Set<string>()
  for (const project of projects) if (seesProject(reader, project)) seen.add(project.key)
  for (const { key, project } of sections) if (seesProject(reader, project)) seen.add(key)
  for (const task of tasks) if (seesTask(reader, task)) seen.add(task.key)
  return seen
}

export const nameOf = ({ key, version, hidden }: Thing): string =>
  `${key} v${version} ${[...hidden].map(reader => `not:${reader};`).join('')}`

const NAMES = /\b(c\d+[A-Z]\d*) v(\d+)\b/g

/** What was so when a read began. */
interface Before {
  turn: number
  floor: Map<string, number>
  /** Whether the object that is read can be seen; null where that is about to change. */
  sees: boolean | null
  /** What must be in the answer, and what must not: the keys of tasks; null where nothing is said of that. */
  keys: string[] | null
}

export interface Wanted {
  path: string
  sees(reader: Reader): boolean
  /** The keys of all that are in the answer, of a list. */
  keys?(): string[]
}

export function before({ turn, floor }: Cell, reader: Reader, { sees, keys }: Wanted): Before {
  const isSettled = turn % 2 === 0
  return { turn, floor: new Map(floor), sees: isSettled ? sees(reader) : null, keys: (isSettled && keys?.()) || null }
}

/** Compares an answer with what may be in it. */
export function compare(stage: Stage, cell: Cell, reader: Reader, path: string, heard: Heard, was: Before): void {
  const about = `cell ${cell.number}, ${reader.key} (${reader.gid}) reads ${path}, request ${stage.counts.requests}`
  const found = (what: 'leaks' | 'stale', why: string) =>
    stage.found(what, `${about}: ${why}: ${heard.status} ${heard.text.slice(0, 2000)}`)
  if (heard.text.includes(`not:${reader.key};`)) found('leaks', 'a name that they must not see')
  for (const [, key = '', version] of heard.text.matchAll(NAMES)) {
    const least = was.floor.get(key) ?? 0
    if (Number(version) < least) found('stale', `${key} is not v${version} since v${least} was acknowledged`)
  }
  if (was.sees === null || was.turn !== cell.turn || heard.status === 0 || heard.status >= 429) return
  const isShown = heard.status === 200
  if (isShown !== was.sees) found(isShown ? 'leaks' : 'stale', isShown ? 'they had no right' : 'they had the right')
  if (!isShown || !was.sees || was.keys === null) return
  const shown = (heard.data as { name: string }[]).map(({ name }) => name.split(' ')[0] ?? '')
  const [is, must] = [shown.sort().join(' '), was.keys.sort().join(' ')]
  if (is !== must) found(shown.length > was.keys.length ? 'leaks' : 'stale', `not all of ${must}, and nothing else`)
}
