/**
 * A second implementation of the rights, from the written rules (`docs/decisions/0014-rights.md`, and the published
 * texts on access levels), over all rows at once and without regard to speed. It shares nothing with the statements and
 * the stored grants.
 */
import type { Name } from '../../../src/names.ts'
import { found, givesTo, inWorkspace, isThere, type Level, levelOf, type Rule } from './basics.ts'
import type { Facts } from './facts.ts'

const workspace: Rule = (facts, me, gid) =>
  inWorkspace(facts, me, gid, ({ isGuest, isAdmin }) => [isAdmin ? 4 : isGuest ? 2 : 3])

const team: Rule = (facts, me, gid) => {
  const row = found(facts.teams, gid)
  if (!row) return 0
  const members = facts.team_memberships.filter(membership => membership.team === gid)
  const own = members.find(({ user }) => user === me)
  const hasAdmin = members.some(({ is_admin }) => is_admin === 1)
  return inWorkspace(facts, me, row.organization, ({ isGuest, isAdmin, sees }) => [
    isAdmin ? 4 : 0,
    !isGuest && sees('view_public_teams') && row.visibility !== 'secret' ? 1 : 0,
    own ? 3 : 0,
    own?.is_admin || (own && !isGuest && !hasAdmin) ? 4 : 0,
  ])
}

/** The levels that a portfolio gives: to its members, and to its audience. */
function portfolioLevels(facts: Facts, me: number, gid: number, isAudience: boolean): Level[] {
  const row = found(facts.portfolios, gid)
  if (!row) return []
  return [
    row.privacy_setting === 'public_to_domain' && isAudience ? levelOf(row.default_access_level) : 0,
    ...facts.portfolio_memberships
      .filter(({ portfolio, member }) => portfolio === gid && (member === me || givesTo(facts, me, member)))
      .map(membership => levelOf(membership.access_level)),
  ]
}

const portfolio: Rule = (facts, me, gid) => {
  const row = found(facts.portfolios, gid)
  if (!row) return 0
  return inWorkspace(facts, me, row.workspace, ({ isGuest, sees }) =>
    portfolioLevels(facts, me, gid, !isGuest && sees('view_shared_with_org_portfolios')),
  )
}

/** A goal is open to full members of its workspace, unless it is private, and to its own members. */
const goal: Rule = (facts, me, gid) => {
  const row = found(facts.goals, gid)
  if (!row) return 0
  return inWorkspace(facts, me, row.workspace, ({ isGuest }) => [
    row.privacy_setting === 'public_to_workspace' && !isGuest ? levelOf(row.default_access_level) : 0,
    ...facts.goal_memberships
      .filter(one => one.goal === gid && (one.member === me || givesTo(facts, me, one.member)))
      .map(({ access_level }) => levelOf(access_level)),
  ])
}

const project: Rule = (facts, me, gid) => {
  const row = found(facts.projects, gid)
  if (!row) return 0
  const shared = levelOf(row.default_access_level)
  return inWorkspace(facts, me, row.workspace, ({ isGuest, sees }) => [
    row.privacy_setting === 'public_to_workspace' && !isGuest && sees('view_shared_with_org_projects') ? shared : 0,
    row.privacy_setting !== 'private' && row.team !== null && givesTo(facts, me, row.team) ? shared : 0,
    ...facts.project_memberships
      .filter(
        membership => membership.project === gid && (membership.member === me || givesTo(facts, me, membership.member)),
      )
      .map(membership => levelOf(membership.access_level)),
    ...facts.portfolio_items
      .filter(({ item, is_access_control_inherited }) => item === gid && is_access_control_inherited === 1)
      .filter(item => isThere(found(facts.portfolios, item.portfolio)))
      .flatMap(item => portfolioLevels(facts, me, item.portfolio, !isGuest && sees('view_shared_with_org_projects'))),
  ])
}

const portfolioSetting: Rule = (facts, me, gid) => {
  const row = found(facts.portfolio_items, gid)
  if (!row || !isThere(found(facts.portfolios, row.portfolio)) || !isThere(found(facts.projects, row.item))) return 0
  const level = project(facts, me, row.item)
  if (portfolio(facts, me, row.portfolio) === 0) return 0
  return level === 4 ? 4 : Math.min(1, level)
}

/** The level that a project or My Tasks gives to its tasks and sections. */
const list: Rule = (facts, me, gid) => {
  const mine = found(facts.user_task_lists, gid)
  if (mine) return inWorkspace(facts, me, mine.workspace, () => [mine.owner === me ? 4 : 0])
  return isThere(found(facts.projects, gid)) ? project(facts, me, gid) : 0
}

const task: Rule = (facts, me, gid) => {
  const row = found(facts.tasks, gid)
  if (!row) return 0
  const chain = [row]
  for (;;) {
    const above = found(facts.tasks, chain.at(-1)?.parent ?? 0)
    if (!above || !isThere(above)) break
    chain.push(above)
  }
  const levels = chain.flatMap(one => [
    one.assignee === me ||
    facts.task_followers.some(membership => membership.task === one.gid && membership.user === me)
      ? 3
      : 0,
    ...facts.task_memberships
      .filter(membership => membership.task === one.gid && isThere(found(facts.projects, membership.project)))
      .map(membership => project(facts, me, membership.project)),
  ])
  return inWorkspace(facts, me, row.workspace, () => levels)
}

/** Only who can see both sees that one supports the other. */
const goalRelationship: Rule = (facts, me, gid) => {
  const row = found(facts.goal_relationships, gid)
  if (!row || !isThere(found(facts.goals, row.supported_goal))) return 0
  const rows: { gid: number }[] = [...facts.goals, ...facts.projects, ...facts.tasks, ...facts.portfolios]
  const rule = { goal, project, task, portfolio }[row.supporting_type as 'goal']
  const isSeen = isThere(found(rows, row.supporting_resource)) && rule(facts, me, row.supporting_resource) > 0
  return isSeen ? goal(facts, me, row.supported_goal) : 0
}

const story: Rule = (facts, me, gid) => {
  const { target } = found(facts.stories, gid) ?? { target: 0 }
  if (isThere(found(facts.goals, target))) return goal(facts, me, target)
  return isThere(found(facts.tasks, target)) ? task(facts, me, target) : 0
}

const project_template: Rule = (facts, me, gid) => {
  const row = found(facts.project_templates, gid)
  if (!row || (row.team !== null && !isThere(found(facts.teams, row.team)))) return 0
  const ofTeam = row.team === null ? 0 : team(facts, me, row.team)
  return Math.max(
    ofTeam === 4 ? 4 : 0,
    inWorkspace(facts, me, row.workspace, ({ isGuest, isAdmin }) => [
      row.owner === me || (row.team === null && isAdmin) ? 4 : 0,
      row.is_public && (row.team === null ? !isGuest : givesTo(facts, me, row.team)) ? 1 : 0,
    ]),
  )
}

const custom_field: Rule = (facts, me, gid) => {
  const row = found(facts.custom_fields, gid)
  if (!row) return 0
  const isOf = (rows: readonly { gid: number }[]) => isThere(found(rows, row.project ?? 0))
  const above = isOf(facts.portfolios) ? portfolio : isOf(facts.goals) ? goal : list
  const canSeeProject = row.project === null || above(facts, me, row.project) > 0
  return inWorkspace(facts, me, row.workspace, ({ isGuest, isAdmin }) => {
    const most = isGuest ? 2 : 4
    if (isAdmin || row.created_by === me) return [most]
    if (!canSeeProject) return []
    const own = facts.custom_field_memberships
      .filter(({ custom_field: field, member }) => field === gid && (member === me || givesTo(facts, me, member)))
      .map(({ access_level }) => Math.min(most, Math.max(2, levelOf(access_level))))
    const isOpen = row.privacy_setting === 'public_with_guests' || (row.privacy_setting === 'public' && !isGuest)
    return isOpen ? [...own, 2, isGuest ? 0 : levelOf(row.default_access_level)] : own
  })
}

/** An object inside another one has the level of that one, unless it is in the trash. */
const inside =
  <
    T extends
      | 'team_memberships'
      | 'project_memberships'
      | 'sections'
      | 'tags'
      | 'status_updates'
      | 'task_templates'
      | 'project_briefs'
      | 'enum_options'
      | 'custom_type_status_options'
      | 'portfolio_memberships',
  >(
    table: T,
    above: keyof Facts,
    of: (row: Facts[T][number]) => number,
    rule: Rule,
  ): Rule =>
  (facts, me, gid) => {
    const row = (facts[table] as Facts[T][number][]).find(one => one.gid === gid)
    const root = row && (facts[above] as { gid: number }[]).find(one => one.gid === of(row))
    return row && (above === 'user_task_lists' || isThere(root)) ? rule(facts, me, of(row)) : 0
  }

/** The level of a member of a custom type. */
const TYPE_LEVELS = ['viewer', 'user', 'editor', 'admin']

const custom_type: Rule = (facts, me, gid) => {
  const row = found(facts.custom_types, gid)
  if (!row || !isThere(found(facts.projects, row.project))) return 0
  const own = facts.custom_type_memberships
    .filter(one => one.custom_type === gid && (one.member === me || givesTo(facts, me, one.member)))
    .map(({ access_level }) => TYPE_LEVELS.indexOf(access_level) + 1)
  return Math.max(
    project(facts, me, row.project),
    inWorkspace(facts, me, row.workspace, () => own),
  )
}

const setting: Rule = (facts, me, gid) => {
  const row = found(facts.custom_field_settings, gid)
  if (!row || !isThere(found(facts.custom_fields, row.custom_field))) return 0
  if (custom_field(facts, me, row.custom_field) === 0) return 0
  const above = found(facts.portfolios, row.parent)
  if (above) return isThere(above) ? portfolio(facts, me, row.parent) : 0
  if (isThere(found(facts.goals, row.parent))) return goal(facts, me, row.parent)
  return list(facts, me, row.parent)
}

const membership: Rule = (facts, me, gid) => {
  const { parent } = found(facts.memberships, gid) ?? { parent: 0 }
  if (isThere(found(facts.projects, parent))) return project(facts, me, parent)
  if (isThere(found(facts.portfolios, parent))) return portfolio(facts, me, parent)
  if (isThere(found(facts.goals, parent))) return goal(facts, me, parent)
  if (isThere(found(facts.custom_types, parent))) return custom_type(facts, me, parent)
  return isThere(found(facts.custom_fields, parent)) ? custom_field(facts, me, parent) : 0
}

const statusUpdate: Rule = (facts, me, gid) => {
  const { parent } = found(facts.status_updates, gid) ?? { parent: 0 }
  if (isThere(found(facts.portfolios, parent))) return portfolio(facts, me, parent)
  if (isThere(found(facts.goals, parent))) return goal(facts, me, parent)
  return isThere(found(facts.projects, parent)) ? project(facts, me, parent) : 0
}

/** The tables whose rows are objects of a type, and the level of a person on each. */
export const definition = {
  workspace: { table: 'workspaces', rule: workspace },
  team: { table: 'teams', rule: team },
  team_membership: { table: 'team_memberships', rule: inside('team_memberships', 'teams', row => row.team, team) },
  project: { table: 'projects', rule: project },
  task_counts: { table: 'projects', rule: project },
  project_membership: {
    table: 'project_memberships',
    rule: inside('project_memberships', 'projects', row => row.project, project),
  },
  membership: { table: 'memberships', rule: membership },
  section: { table: 'sections', rule: inside('sections', 'user_task_lists', row => row.project, list) },
  task: { table: 'tasks', rule: task },
  story: { table: 'stories', rule: story },
  goal: { table: 'goals', rule: goal },
  goal_relationship: { table: 'goal_relationships', rule: goalRelationship },
  status_update: { table: 'status_updates', rule: statusUpdate },
  project_brief: { table: 'project_briefs', rule: inside('project_briefs', 'projects', row => row.project, project) },
  project_status: { table: 'status_updates', rule: inside('status_updates', 'projects', row => row.parent, project) },
  portfolio: { table: 'portfolios', rule: portfolio },
  portfolio_membership: {
    table: 'portfolio_memberships',
    rule: inside('portfolio_memberships', 'portfolios', row => row.portfolio, portfolio),
  },
  project_portfolio_setting: { table: 'portfolio_items', rule: portfolioSetting },
  tag: { table: 'tags', rule: inside('tags', 'workspaces', row => row.workspace, workspace) },
  project_template: { table: 'project_templates', rule: project_template },
  task_template: { table: 'task_templates', rule: inside('task_templates', 'projects', row => row.project, project) },
  custom_field: { table: 'custom_fields', rule: custom_field },
  enum_option: {
    table: 'enum_options',
    rule: inside('enum_options', 'custom_fields', row => row.custom_field, custom_field),
  },
  custom_field_setting: { table: 'custom_field_settings', rule: setting },
  custom_type: { table: 'custom_types', rule: custom_type },
  custom_type_status_option: {
    table: 'custom_type_status_options',
    rule: inside('custom_type_status_options', 'custom_types', row => row.custom_type, custom_type),
  },
} as const satisfies Partial<Record<Name, { table: keyof Facts; rule: Rule }>>

/** The objects of a type that are not in the trash. */
export const objectsOf = (facts: Facts, table: keyof Facts): number[] =>
  facts[table].filter(isThere).map(row => (row as { gid: number }).gid)
