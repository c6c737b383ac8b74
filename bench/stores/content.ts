/**
 * The content of a seeded store: organizations, their people, projects, tags and custom fields, and tasks that use all
 * of them.
 */
import type { DatabaseSync } from 'node:sqlite'
import { gids } from '../../src/lib/gid.ts'
import { defineFields } from './five_fields.ts'
import { makeLifelike } from './life.ts'
import { type Insert, inserter, rankOf, START } from './rows.ts'
import { fillTasks, isSubtask, type List, type Person } from './tasks.ts'

/** The size of each part; `fields` states whether tasks have their five custom fields. */
export interface Shape {
  tasks: number
  fields: boolean
  people: number
  projects: number
  /** Of the same size each; the first person is a member of all of them. */
  workspaces: number
  /** The number of members of the only team; without a number there is no team. */
  team: number
  /** Names with rare and common words, and rights that differ between people: see `stores/life.ts`. */
  isLifelike?: true
}

const TAGS = 20
const SAMPLE = 2000

/** The objects of the first workspace that the rows of the bench need. */
export interface Made {
  workspace: number
  /** A quarter of all tasks are in the only section of this project. */
  large: number
  /** A project of exactly 100 tasks. */
  hundred: number
  /** Some of the others. */
  others: number[]
  /** Tasks from the whole store, of every workspace. */
  tasks: number[]
  team: number | null
}

/** Writes everything; `hash` is the digest of the first user's token. Returns also every task without a parent. */
export function fill(database: DatabaseSync, shape: Shape, hash: string): { made: Made; all: number[] } {
  const insert = inserter(database)
  const gid = gids(() => START)
  const me = addUser(insert, gid, 0)
  insert('tokens', {
    ...{ gid: gid(), user: me, hash, kind: 'personal', name: 'bench', scopes: null, application: null },
    ...{ refresh_token: null, created_at: START, expires_at: null, last_used_at: null },
  })
  const worlds = Array.from({ length: shape.workspaces }, (_, place) => fillWorkspace(insert, gid, shape, me, place))
  if (shape.isLifelike) for (const world of worlds) makeLifelike(database, insert, gid, world)
  const [first] = worlds
  if (!first) throw new Error('The seed has no workspace.')
  const all = worlds.flatMap(({ tasks }) => tasks)
  const step = Math.max(1, Math.floor(all.length / SAMPLE))
  const tasks = Array.from({ length: Math.min(all.length, SAMPLE) }, (_, index) => all[index * step] ?? 0)
  const [large = 0, hundred = 0, ...others] = first.projects
  const { workspace, team } = first
  const parentless = worlds.flatMap(world => world.tasks.filter((_, index) => !isSubtask(index)))
  return { made: { workspace, team, large, hundred, others: others.slice(0, 20), tasks }, all: parentless }
}

function fillWorkspace(insert: Insert, gid: () => number, shape: Shape, me: number, place: number) {
  const workspace = gid()
  const domains = place === 0 ? '["example.com"]' : '[]'
  const organization = {
    name: `Example ${place}`,
    is_organization: 1,
    email_domains: domains,
    plan: 'enterprise',
    currency_code: 'USD',
    fiscal_year_start: 1,
  }
  insert('workspaces', { gid: workspace, ...organization, created_at: START })
  for (const base of ['guest', 'member', 'admin', 'super_admin']) {
    const standard = { name: base, description: '', is_standard_role: 1, base_role_type: base, permissions: '{}' }
    insert('roles', { gid: gid(), workspace, ...standard, creation_time: START, modified_at: START })
  }
  if (place === 0) insert('workspace_domains', { domain: 'example.com', workspace })
  const people = Array.from({ length: shape.people }, (_, index) => {
    const user = index === 0 ? me : addUser(insert, gid, place * shape.people + index)
    return addMember(insert, gid, workspace, user)
  })
  const tags = Array.from({ length: TAGS }, (_, index) => {
    const tag = gid()
    const shown = { name: `Tag ${index}`, color: 'dark-blue', notes: '', created_at: START, deleted_at: null }
    insert('tags', { gid: tag, workspace, ...shown })
    return tag
  })
  const projects = Array.from({ length: shape.projects }, (_, index) =>
    addProject(insert, gid, workspace, people[(index + 1) % people.length]?.user ?? 0, index),
  )
  const named = projects.map(([first]) => first?.project ?? 0)
  const fields = shape.fields ? defineFields(insert, gid, { workspace, by: me, projects: named }) : undefined
  const tasks = fillTasks(insert, gid, { workspace, people, tags, projects, fields }, shape.tasks)
  const team = shape.team > 0 ? addTeam(insert, gid, workspace, people.slice(0, shape.team)) : null
  return { workspace, projects: named, tasks, team, people }
}

function addUser(insert: Insert, gid: () => number, index: number): number {
  const user = gid()
  const shown = { name: `Person ${index}`, email: `person${index}@example.com`, time_zone: 'UTC', photo: null }
  insert('users', { gid: user, ...shown, created_at: START })
  return user
}

function addMember(insert: Insert, gid: () => number, workspace: number, user: number): Person {
  const project = gid()
  const flags = { is_active: 1, is_admin: 0, is_guest: 0, is_view_only: 0, is_service: 0, role: null, hides: 0 }
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
function addProject(insert: Insert, gid: () => number, workspace: number, owner: number, index: number): List[] {
  const made = gid()
  insert('projects', {
    ...{ gid: made, workspace, team: null, owner, name: `Project ${index}`, notes: '', html_notes: null },
    ...{ color: 'light-green', icon: 'list', default_view: 'list', privacy_setting: 'public_to_workspace' },
    ...{ default_access_level: 'editor', minimum_access_level_for_customization: 'editor' },
    ...{ minimum_access_level_for_sharing: 'editor', archived: 0, completed: 0, completed_at: null },
    ...{
      completed_by: null,
      current_status_update: null,
      created_from_template: null,
      start_on: null,
      due_on: null,
      created_at: START,
      modified_at: START,
    },
    ...{ deleted_at: null, deleted_by: null },
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

export function addTeam(
  insert: Insert,
  gid: () => number,
  workspace: number,
  people: Person[],
  name = 'Everybody',
): number {
  const team = gid()
  const level = 'all_team_members'
  insert('teams', {
    ...{ gid: team, organization: workspace, name, name_key: name.toLowerCase(), description: '' },
    ...{ html_description: null, visibility: 'public', edit_team_name_or_description_access_level: level },
    ...{ edit_team_visibility_or_trash_team_access_level: level, member_invite_management_access_level: level },
    ...{ guest_invite_management_access_level: level, join_request_management_access_level: level },
    ...{ team_member_removal_access_level: level, team_content_management_access_level: 'no_restriction' },
    ...{ endorsed: 0, created_at: START, deleted_at: null },
  })
  for (const [place, { user }] of people.entries()) {
    const role = { is_admin: place === 0 ? 1 : 0, is_limited_access: 0 }
    insert('team_memberships', { gid: gid(), team, user, workspace, ...role })
  }
  return team
}
