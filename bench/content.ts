/** What a seeded store holds: one organization, its people, projects, tags, and tasks that use all of them. */
import type { DatabaseSync } from 'node:sqlite'
import { gids } from '../src/lib/gid.ts'
import type { Tables } from '../src/store/tables.ts'

const USERS = 1000
const PROJECTS = 200
const TAGS = 20
const SAMPLE = 2000
const START = Date.UTC(2026, 0, 1)
const NOTES =
  'What is to be done, in a sentence or two: who needs it, what is there already, and when it is enough. '.repeat(3)

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The rank at a place: the keys of `fractional-indexing` with four digits behind their head, in order. */
function rankOf(index: number): string {
  let digits = ''
  for (let rest = index, place = 0; place < 4; place++, rest = Math.floor(rest / 62)) {
    digits = `${DIGITS[rest % 62]}${digits}`
  }
  return `d${digits}`
}

type Insert = <T extends keyof Tables>(table: T, row: Tables[T]) => void

function inserter(database: DatabaseSync): Insert {
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  return (table, row) => {
    let known = prepared.get(table)
    if (!known) {
      const columns = Object.keys(row).map(name => `"${name}"`)
      known = database.prepare(`insert into ${table} (${columns}) values (${columns.map(() => '?')})`)
      prepared.set(table, known)
    }
    known.run(...(Object.values(row) as (string | number | null)[]))
  }
}

interface List {
  project: number
  section: number
  count: number
}

interface Made {
  large: number
  hundred: number
  tasks: number[]
}

/** Writes everything; `hash` is the digest of the first user's token. */
export function fill(database: DatabaseSync, size: number, hash: string): Made {
  const insert = inserter(database)
  const gid = gids(() => START)
  const workspace = gid()
  const domains = '["example.com"]'
  const organization = { name: 'Example', is_organization: 1, email_domains: domains, plan: 'enterprise' }
  insert('workspaces', { gid: workspace, ...organization, created_at: START })
  const people = Array.from({ length: USERS }, (_, index) => person(insert, gid, workspace, index))
  const me = people[0]?.user ?? 0
  insert('tokens', {
    ...{ gid: gid(), user: me, hash, kind: 'personal', name: 'bench', scopes: null, application: null },
    ...{ refresh_token: null, created_at: START, expires_at: null, last_used_at: null },
  })
  const tags = Array.from({ length: TAGS }, (_, index) => {
    const tag = gid()
    const name = `Tag ${index}`
    insert('tags', { gid: tag, workspace, name, color: 'dark-blue', notes: '', created_at: START, deleted_at: null })
    return tag
  })
  const projects = Array.from({ length: PROJECTS }, (_, index) => {
    const owner = people[(index + 1) % USERS]?.user ?? 0
    return project(insert, gid, workspace, owner, index)
  })
  const tasks = fillTasks(insert, gid, { workspace, people, tags, projects }, size)
  const step = Math.max(1, Math.floor(size / SAMPLE))
  const sample = Array.from({ length: Math.min(size, SAMPLE) }, (_, index) => tasks[index * step] ?? 0)
  return { large: projects[0]?.[0]?.project ?? 0, hundred: projects[1]?.[0]?.project ?? 0, tasks: sample }
}

interface Person extends List {
  user: number
}

function person(insert: Insert, gid: () => number, workspace: number, index: number): Person {
  const [user, project] = [gid(), gid()]
  const name = `Person ${index}`
  insert('users', {
    gid: user,
    name,
    email: `person${index}@example.com`,
    time_zone: 'UTC',
    photo: null,
    created_at: START,
  })
  const flags = { is_active: 1, is_admin: 0, is_guest: 0, is_view_only: 0, is_service: 0 }
  insert('workspace_memberships', { gid: gid(), user, workspace, ...flags, created_at: START })
  insert('user_task_lists', { gid: project, owner: user, workspace, name: 'My Tasks' })
  const names = ['Recently assigned', 'Do today', 'Do next week', 'Do later']
  const [section = 0] = names.map((text, place) => addSection(insert, gid, workspace, project, text, place))
  return { user, project, section, count: 0 }
}

function addSection(insert: Insert, gid: () => number, workspace: number, project: number, name: string, at: number) {
  const section = gid()
  insert('sections', { gid: section, project, workspace, name, rank: rankOf(at), created_at: START })
  return section
}

/** A project with its sections; the first two have a single one. */
function project(insert: Insert, gid: () => number, workspace: number, owner: number, index: number): List[] {
  const made = gid()
  insert('projects', {
    gid: made,
    workspace,
    team: null,
    owner,
    name: `Project ${index}`,
    notes: '',
    html_notes: null,
    color: 'light-green',
    icon: 'list',
    default_view: 'list',
    privacy_setting: 'public_to_workspace',
    default_access_level: 'editor',
    minimum_access_level_for_customization: 'editor',
    minimum_access_level_for_sharing: 'editor',
    archived: 0,
    completed: 0,
    completed_at: null,
    completed_by: null,
    start_on: null,
    due_on: null,
    created_at: START,
    modified_at: START,
    deleted_at: null,
    deleted_by: null,
  })
  const role = { access_level: 'admin', is_follower: 1 }
  insert('project_memberships', { gid: gid(), project: made, member: owner, workspace, ...role })
  const names = index < 2 ? ['Everything'] : ['To do', 'Doing', 'Done']
  return names.map((name, place) => ({
    project: made,
    section: addSection(insert, gid, workspace, made, name, place),
    count: 0,
  }))
}

interface World {
  workspace: number
  people: Person[]
  tags: number[]
  projects: List[][]
}

/** Every task has a project, an assignee with it in My Tasks, two followers and a tag; every tenth has a parent. */
function fillTasks(insert: Insert, gid: () => number, world: World, size: number): number[] {
  const { workspace, people, tags, projects } = world
  const tasks: number[] = []
  for (let index = 0; index < size; index++) {
    const task = gid()
    const assignee = people[index % USERS]
    const other = people[(index * 7 + 13) % USERS]
    const list = listOf(projects, index, size)
    if (!assignee || !other || !list) throw new Error('The seed has no people or no projects.')
    insert('tasks', row(task, workspace, index, assignee.user, tasks[index - 1]))
    for (const { project, section, count } of [list, assignee]) {
      insert('task_memberships', { task, project, section, workspace, rank: rankOf(count) })
    }
    list.count++
    assignee.count++
    insert('task_followers', { task, user: assignee.user })
    if (other !== assignee) insert('task_followers', { task, user: other.user })
    insert('task_tags', { task, tag: tags[index % TAGS] ?? 0 })
    tasks.push(task)
  }
  return tasks
}

/** Every fourth task goes to the large project, one hundred to the next, the others all over the rest. */
function listOf(projects: List[][], index: number, size: number): List | undefined {
  const [large, hundred] = projects
  if (index % 4 === 0) return large?.[0]
  const turn = Math.floor(index / 4) * 3 + (index % 4) - 1
  if (hundred?.[0] && hundred[0].count < 100 && turn % Math.max(1, Math.floor((size * 3) / 400)) === 0)
    return hundred[0]
  const sections = projects[2 + (turn % (projects.length - 2))]
  return sections?.[Math.floor(turn / projects.length) % sections.length]
}

function row(gid: number, workspace: number, index: number, assignee: number, previous: number | undefined) {
  const done = index % 3 === 0
  return {
    gid,
    workspace,
    name: `Task ${index} of the seeded store`,
    resource_subtype: 'default_task',
    notes: NOTES,
    html_notes: null,
    completed: done ? 1 : 0,
    completed_at: done ? START : null,
    completed_by: done ? assignee : null,
    approval_status: null,
    assignee,
    assigned_by: assignee,
    assignee_status: 'inbox',
    start_on: null,
    start_at: null,
    due_on: index % 2 === 0 ? '2026-06-30' : null,
    due_at: null,
    parent: index % 10 === 9 ? (previous ?? null) : null,
    rank: index % 10 === 9 ? rankOf(0) : null,
    is_rendered_as_separator: 0,
    created_by: assignee,
    created_at: START + index,
    modified_at: START + index,
    deleted_at: null,
    deleted_by: null,
  } satisfies Tables['tasks']
}
