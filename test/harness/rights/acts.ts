/** Random acts of people that may change rights. Each act chooses among the objects that exist at its time. */
import { emptyTrash } from '../../../src/jobs/retention.ts'
import { ApiError } from '../../../src/lib/errors.ts'
import { createCustomType } from '../../../src/resources/fields/rules/custom_types.ts'
import { assignRole } from '../../../src/resources/people/rules/assign_role.ts'
import { restore } from '../../../src/resources/platform/rules/restore.ts'
import { deleteWhere, update } from '../../../src/store/change.ts'
import { TRASH_RETENTION_MS, trashEntryOf, trashOf } from '../../../src/store/queries/trash/entries.ts'
import { makeProjectTemplate, makeTaskTemplate } from '../samples/templates.ts'
import type { Person, World } from '../world.ts'
import { type Facts, factsOf } from './facts.ts'

export interface ActScene {
  all: World
  people: Person[]
}

interface ActTurn extends ActScene {
  /** The person who acts; mostly one who is permitted. */
  actor: Person
  facts: Facts
  /** The gid of one of these rows; 0 if there are none. */
  one(rows: readonly { gid: number }[]): number
  person(): Person
  some<T>(choices: readonly T[]): T
}

const privacies = ['private', 'private_to_team', 'public_to_workspace']
const levels = ['admin', 'editor', 'commenter', 'viewer'] as const
const portfolioLevels = ['admin', 'editor', 'viewer'] as const

/** Who has access to a goal. */
const goalAccess = (some: ActTurn['some']) => ({
  privacy_setting: some(['members_only', 'public_to_workspace']),
  default_access_level: some(levels),
})

/** The terms of a custom role that hides some of what is open to the workspace. */
const roleTerms = (some: ActTurn['some']) => ({
  ...{ name: 'R', description: 'x', base_role_type: some(['member', 'member', 'admin', 'guest']) },
  permissions: Object.fromEntries(
    ['view_public_teams', 'view_shared_with_org_projects', 'view_shared_with_org_portfolios'].flatMap(name =>
      some([true, false]) ? [[name, false]] : [],
    ),
  ),
})

const isCustom = ({ is_standard_role }: { is_standard_role: number }) => is_standard_role === 0

const serviceSession = {
  token: 0,
  kind: 'service',
  scopes: null,
  application: null,
  timeZone: 'UTC',
  roles: [],
} as const

function refusedOnly(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}

type Act = (turn: ActTurn) => Promise<unknown>

/** A refusal is a valid outcome: it changes nothing. */
const acts: Record<string, Act> = {
  'create a project': ({ all, actor, facts, one, some }) =>
    actor.post('/projects', {
      ...{ workspace: all.workspace, name: 'P', privacy_setting: some(privacies), default_access_level: some(levels) },
      ...(some([true, false]) && facts.teams.length > 0 ? { team: String(one(facts.teams)) } : {}),
    }),
  'change the privacy of a project': ({ actor, facts, one, some }) =>
    actor.put(
      `/projects/${one(facts.projects)}`,
      some([{ privacy_setting: some(privacies) }, { default_access_level: some(levels) }]),
    ),
  'move a project to a team': ({ actor, facts, one }) =>
    actor.put(`/projects/${one(facts.projects)}`, { team: String(one(facts.teams)) }),
  'share a project': ({ actor, facts, one, some, person }) =>
    actor.post(`/projects/${one(facts.projects)}/${some(['addMembers', 'addFollowers'])}`, members(person())),
  'remove a person from a project': ({ actor, facts, one, person }) =>
    actor.post(`/projects/${one(facts.projects)}/removeMembers`, members(person())),
  'share a project with a team': ({ actor, facts, one, some }) =>
    actor.post('/memberships', {
      ...{ parent: String(one(facts.projects)), member: String(one(facts.teams)), access_level: some(levels) },
    }),
  'share a field': ({ actor, facts, one, some, person }) =>
    actor.post('/memberships', {
      ...{ parent: String(one(facts.custom_fields)), member: some([person().gid, String(one(facts.teams))]) },
      access_level: some(['admin', 'editor', 'user']),
    }),
  'create a custom type': ({ all, actor, facts, one }) =>
    all.store
      .write(tx => createCustomType(tx, Number(actor.gid), { project: String(one(facts.projects)), name: 'Y' }))
      .catch(() => undefined),
  'share a custom type': ({ actor, facts, one, some, person }) =>
    actor.post('/memberships', {
      ...{ parent: String(one(facts.custom_types)), member: some([person().gid, String(one(facts.teams))]) },
      access_level: some(['admin', 'editor', 'user', 'viewer']),
    }),
  'change a membership': ({ actor, facts, one, some }) =>
    actor.put(`/memberships/${one(facts.memberships)}`, { access_level: some([...levels, 'user']) }),
  'end a membership': ({ actor, facts, one }) => actor.delete(`/memberships/${one(facts.memberships)}`),
  'change an access level on a project': ({ all, facts, one, some }) =>
    all.store.write(tx =>
      update(tx, 'project_memberships', { gid: one(facts.project_memberships) }, { access_level: some(levels) }),
    ),
  'delete a membership of a project': ({ all, facts, one }) =>
    all.store.write(tx => deleteWhere(tx, 'project_memberships', { gid: one(facts.project_memberships) })),
  'delete a project': ({ actor, facts, one }) => actor.delete(`/projects/${one(facts.projects)}`),
  'create a portfolio': ({ all, actor, some }) =>
    actor.post('/portfolios', {
      ...{ workspace: all.workspace, name: 'F', privacy_setting: some(['members_only', 'public_to_domain']) },
      default_access_level: some(portfolioLevels),
    }),
  'change the privacy of a portfolio': ({ actor, facts, one, some }) =>
    actor.put(
      `/portfolios/${one(facts.portfolios)}`,
      some([
        { privacy_setting: some(['members_only', 'public_to_domain']) },
        { default_access_level: some(portfolioLevels) },
      ]),
    ),
  'share a portfolio': ({ actor, facts, one, some, person }) =>
    actor.post(`/portfolios/${one(facts.portfolios)}/${some(['addMembers', 'removeMembers'])}`, members(person())),
  'share a portfolio with a team': ({ actor, facts, one, some }) =>
    actor.post('/memberships', {
      ...{
        parent: String(one(facts.portfolios)),
        member: String(one(facts.teams)),
        access_level: some(portfolioLevels),
      },
    }),
  'change an access level on a portfolio': ({ all, facts, one, some }) =>
    all.store.write(tx =>
      update(
        tx,
        'portfolio_memberships',
        { gid: one(facts.portfolio_memberships) },
        { access_level: some(portfolioLevels) },
      ),
    ),
  'add an item to a portfolio': ({ actor, facts, one, some }) =>
    actor.post(`/portfolios/${one(facts.portfolios)}/addItem`, {
      item: String(one(some([facts.projects, facts.projects, facts.portfolios]))),
    }),
  'remove an item from a portfolio': ({ actor, facts, one }) => {
    const row = facts.portfolio_items.find(({ gid }) => gid === one(facts.portfolio_items))
    return actor.post(`/portfolios/${row?.portfolio ?? 0}/removeItem`, { item: String(row?.item ?? 0) })
  },
  'inherit the access of a portfolio': ({ actor, facts, one, some }) =>
    actor.put(`/project_portfolio_settings/${one(facts.portfolio_items)}`, {
      is_access_control_inherited: some([true, true, false]),
    }),
  'delete a portfolio': ({ actor, facts, one }) => actor.delete(`/portfolios/${one(facts.portfolios)}`),
  'create a goal': ({ all, actor, some }) =>
    actor.post('/goals', { workspace: all.workspace, name: 'G', ...goalAccess(some) }),
  'change the privacy of a goal': ({ actor, facts, one, some }) =>
    actor.put(`/goals/${one(facts.goals)}`, goalAccess(some)),
  'follow a goal': ({ actor, facts, one, some, person }) =>
    actor.post(`/goals/${one(facts.goals)}/${some(['addFollowers', 'removeFollowers'])}`, {
      followers: [person().gid],
    }),
  'share a goal': ({ actor, facts, one, some, person }) =>
    actor.post('/memberships', {
      ...{ parent: String(one(facts.goals)), member: some([person().gid, String(one(facts.teams))]) },
      access_level: some(levels),
    }),
  'support a goal': ({ actor, facts, one, some }) =>
    actor.post(`/goals/${one(facts.goals)}/addSupportingRelationship`, {
      supporting_resource: String(one(some([facts.goals, facts.projects, facts.tasks, facts.portfolios]))),
    }),
  'comment on a goal': ({ actor, facts, one }) => actor.post(`/goals/${one(facts.goals)}/stories`, { text: 'C' }),
  'delete a goal': ({ actor, facts, one }) => actor.delete(`/goals/${one(facts.goals)}`),
  'create a team': ({ all, actor, some }) =>
    actor.post('/teams', {
      organization: all.workspace,
      name: 'T',
      visibility: some(['public', 'secret', 'request_to_join']),
    }),
  'join a team': ({ actor, facts, one, person }) =>
    actor.post(`/teams/${one(facts.teams)}/addUser`, { user: person().gid }),
  'leave a team': ({ actor, facts, one, person }) =>
    actor.post(`/teams/${one(facts.teams)}/removeUser`, { user: person().gid }),
  'change a role in a team': ({ all, facts, one, some }) =>
    all.store.write(tx =>
      update(
        tx,
        'team_memberships',
        { gid: one(facts.team_memberships) },
        some([{ is_admin: 0 }, { is_admin: 1 }, { is_limited_access: 1 }, { is_limited_access: 0 }]),
      ),
    ),
  'limit a person in a team': ({ all, facts, one }) =>
    all.store.write(tx =>
      update(tx, 'team_memberships', { gid: one(facts.team_memberships) }, { is_limited_access: 1 }),
    ),
  'delete a team': ({ all, facts, one }) =>
    all.store.write(tx => update(tx, 'teams', { gid: one(facts.teams) }, { deleted_at: tx.now })),
  'change a role in the organization': ({ all, some, person }) =>
    all.store.write(tx => {
      const flag = some(['is_admin', 'is_guest', 'is_view_only', 'is_active'] as const)
      return update(tx, 'workspace_memberships', { user: Number(person().gid) }, { [flag]: some([0, 1]) })
    }),
  'define a role': ({ all, some }) => all.ann.post('/roles', { workspace: all.workspace, ...roleTerms(some) }),
  'change the terms of a role': ({ all, facts, one, some }) =>
    all.ann.put(`/roles/${one(facts.roles.filter(isCustom))}`, roleTerms(some)),
  'delete a role': ({ all, facts, one }) => all.ann.delete(`/roles/${one(facts.roles.filter(isCustom))}`),
  'give a role': ({ all, people, facts, one, person }) => {
    const own = facts.roles.filter(({ workspace }) => workspace === Number(all.workspace))
    const to = { workspace: Number(all.workspace), user: Number(person().gid) }
    const by = { gid: Number(people[0]?.gid), ...serviceSession }
    return all.store.write(tx => assignRole(tx, by, to, one(own))).catch(refusedOnly)
  },
  'leave the organization': ({ all, person }) =>
    all.ann.post(`/workspaces/${all.workspace}/removeUser`, { user: person().gid }),
  'join the organization': ({ all, person }) =>
    all.ann.post(`/workspaces/${all.workspace}/addUser`, { user: person().email }),
  'create a template': ({ all, actor, facts, one, some }) =>
    makeProjectTemplate(all, actor, {
      public: some([true, false]),
      ...(some([true, false]) && facts.teams.length > 0 ? { team: one(facts.teams) } : {}),
    }),
  'create a template of a task': async ({ all, actor, facts, one }) =>
    facts.projects.length > 0 && makeTaskTemplate(all, actor, String(one(facts.projects))).catch(() => undefined),
  'delete a template': ({ actor, facts, one }) => actor.delete(`/project_templates/${one(facts.project_templates)}`),
  'create a field': ({ all, actor, some }) =>
    actor.post('/custom_fields', { workspace: all.workspace, ...field(some) }),
  'create a field of a project': ({ actor, facts, one, some }) =>
    actor.post(`/projects/${one(facts.projects)}/addCustomFieldSetting`, { custom_field: field(some) }),
  'create a field of a portfolio': ({ actor, facts, one, some }) =>
    actor.post(`/portfolios/${one(facts.portfolios)}/addCustomFieldSetting`, { custom_field: field(some) }),
  'apply a field to a project': ({ actor, facts, one }) =>
    actor.post(`/projects/${one(facts.projects)}/addCustomFieldSetting`, {
      custom_field: String(one(facts.custom_fields)),
    }),
  'change the privacy of a field': ({ actor, facts, one, some }) =>
    actor.put(`/custom_fields/${one(facts.custom_fields)}`, openness(some)),
  'delete a field': ({ actor, facts, one }) => actor.delete(`/custom_fields/${one(facts.custom_fields)}`),
  'create a task': ({ actor, all, facts, one, some, person }) =>
    actor.post('/tasks', {
      ...{ name: 'T', workspace: all.workspace, followers: some([[], [person().gid]]) },
      ...some([{}, { assignee: person().gid }]),
      ...(facts.projects.length > 0 ? { projects: [String(one(facts.projects))] } : {}),
    }),
  'add a task to a project': ({ actor, facts, one }) =>
    actor.post(`/tasks/${one(facts.tasks)}/addProject`, { project: String(one(facts.projects)) }),
  'remove a task from a project': ({ actor, facts, one }) =>
    actor.post(`/tasks/${one(facts.tasks)}/removeProject`, { project: String(one(facts.projects)) }),
  'set the parent of a task': ({ actor, facts, one, some }) =>
    actor.post(`/tasks/${one(facts.tasks)}/setParent`, { parent: some([null, String(one(facts.tasks))]) }),
  'create a subtask': ({ actor, facts, one }) => actor.post(`/tasks/${one(facts.tasks)}/subtasks`, { name: 'S' }),
  'assign a task': ({ actor, facts, one, some, person }) =>
    actor.put(`/tasks/${one(facts.tasks)}`, { assignee: some([null, person().gid]) }),
  'follow a task': ({ actor, facts, one, some, person }) =>
    actor.post(`/tasks/${one(facts.tasks)}/${some(['addFollowers', 'removeFollowers'])}`, {
      followers: [person().gid],
    }),
  'comment on a task': ({ actor, facts, one }) => actor.post(`/tasks/${one(facts.tasks)}/stories`, { text: 'C' }),
  'delete a task': ({ actor, facts, one }) => actor.delete(`/tasks/${one(facts.tasks)}`),
  'restore an object': async ({ all, one }) => {
    const gid = one(await trashOf(all.store.read, Number(all.workspace)))
    const back = all.store.write(async tx => {
      const entry = await trashEntryOf(tx, gid)
      if (entry) await restore(tx, entry)
    })
    // Another object may have its name by now.
    await back.catch(() => undefined)
  },
  'empty the trash': ({ all }) => {
    const kind = emptyTrash({ store: all.store, clock: () => all.clock.now + TRASH_RETENTION_MS })
    return (kind.perform as () => Promise<unknown>)()
  },
}

const members = ({ gid }: Person) => ({ members: [gid], followers: [gid] })

const openness = (some: ActTurn['some']) => ({
  privacy_setting: some(['private', 'public', 'public_with_guests']),
  default_access_level: some(['admin', 'editor', 'user']),
})

let fields = 0
const field = (some: ActTurn['some']) => ({
  ...{ name: `F${fields++}`, resource_subtype: 'enum', enum_options: [{ name: 'O' }], ...openness(some) },
})

export const actNames = Object.keys(acts)

/** Executes one act; the numbers choose the actor and the objects. */
export async function act(scene: ActScene, name: string, numbers: readonly number[]): Promise<void> {
  let next = 0
  const some = <T>(choices: readonly T[]): T => choices[(numbers[next++ % numbers.length] ?? 0) % choices.length] as T
  const facts = await factsOf(scene.all.store)
  await acts[name]?.({
    ...{ ...scene, facts, some, actor: some(scene.people), person: () => some(scene.people) },
    one: rows => (rows.length === 0 ? 0 : some(rows).gid),
  })
}
