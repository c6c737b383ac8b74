/**
 * What a token lets its bearer see. A personal token and a session have no scopes: they are as good as the person.
 * An application has those that the person granted it; with `default` among them it is as good as the person too.
 */
import type { Name } from '../names.ts'
import type { Actor } from './actor.ts'

/** Everything that the person may do. */
export const FULL = 'default'

/** Who somebody is, and nothing else. Full permission includes it. */
export const identityScopes: readonly string[] = ['openid', 'email', 'profile']

/** Whether whoever has these scopes is as good as the person. */
export const isFull = (scopes: readonly string[] | null): boolean => scopes === null || scopes.includes(FULL)

/** The scopes of which any one opens the objects of a type. A type that is not here needs full permission. */
const opens: Partial<Record<Name, readonly string[]>> = {
  workspace: ['workspaces:read'],
  user: ['users:read'],
  user_task_list: ['tasks:read'],
  team: ['teams:read'],
  team_membership: ['team_memberships:read'],
  project: ['projects:read'],
  // wire: contract: no operation has this scope, but a task shows its sections only with it
  section: ['project_sections:read'],
  task_counts: ['projects:read'],
  task: ['tasks:read'],
  tag: ['tags:read'],
  story: ['stories:read'],
  custom_field: ['custom_fields:read'],
  enum_option: ['custom_fields:read'],
  // wire: contract: the settings of something are read with the scope of that thing
  custom_field_setting: ['projects:read', 'portfolios:read', 'goals:read', 'teams:read'],
}

/** Whether a caller may see more of objects of this type than that they are there. Says nothing of rights. */
export const mayRead = ({ scopes }: Pick<Actor, 'scopes'>, type: Name): boolean =>
  scopes === null || isFull(scopes) || (opens[type] ?? []).some(scope => scopes.includes(scope))
