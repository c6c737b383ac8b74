/** A team is a group of users in an organization; projects can be shared with it. Plain workspaces have none. */
import { invalid } from '../../lib/errors.ts'
import { rights } from '../../policy/rights.ts'
import { getForUpdate, insert, update as set } from '../../store/change.ts'
import { isOpen } from '../../store/queries/roles/openness.ts'
import { workspaceKind } from '../../store/queries/workspaces.ts'
import { columns } from '../../vocabulary/columns.ts'
import { computed, flag, many, one, oneOf, text, type Values } from '../../vocabulary/field.ts'
import { create, get, list, listing, type PermissionNeed, update, type WriteCall } from '../../vocabulary/operation.ts'
import { type creatable, resource, type updatable } from '../../vocabulary/resource.ts'
import { lockMembers } from '../work/rules/membership.ts'
import { parseTexts, plainText, richText } from '../work/rules/rich_text.ts'
import { createTeam, nameColumns, teamDefaults } from './rules/create_team.ts'
import { links } from './rules/permalink.ts'
import { mustAllowRequests, mustBeAllowedToEndorse, mustBeAllowedToUpdate } from './rules/team_settings.ts'

const level = ['all_team_members', 'only_team_admins'] as const

export const team = resource('team', {
  doc: 'A group of users in an organization who share projects.',
  guard: 'team',
  cached: true,
  changes: { addedTo: { organization: 'workspace' }, streams: ['organization'] },
  fields: {
    name: text({ compact: true, write: 'always', required: true, max: 255, doc: 'The name of the team.' }),
    description: computed(['description', 'html_description'], plainText('description', 'html_description'), {
      optIn: true,
      write: 'always',
      doc: 'The description of the team, as plain text.',
    }),
    html_description: computed(['description', 'html_description'], richText('description', 'html_description'), {
      optIn: true,
      write: 'always',
      doc: 'The description of the team, as rich text.',
    }),
    organization: one('workspace', {
      write: 'create',
      need: 'edit',
      required: true,
      doc: 'The organization. Cannot change.',
    }),
    permalink_url: computed([], links('team'), { cacheable: true, doc: 'The address of the team in the app.' }),
    visibility: oneOf(['secret', 'request_to_join', 'public'], {
      write: 'always',
      doc: 'Who can see and join the team.',
    }),
    edit_team_name_or_description_access_level: oneOf(level, {
      write: 'always',
      doc: 'Who can change its name and description.',
    }),
    edit_team_visibility_or_trash_team_access_level: oneOf(level, {
      write: 'always',
      doc: 'Who can change its visibility or delete it.',
    }),
    member_invite_management_access_level: oneOf(level, { write: 'always', doc: 'Who can invite members.' }),
    guest_invite_management_access_level: oneOf(level, { write: 'always', doc: 'Who can invite guests.' }),
    join_request_management_access_level: oneOf(level, { write: 'always', doc: 'Who can manage requests to join.' }),
    team_member_removal_access_level: oneOf(level, { write: 'always', doc: 'Who can remove members.' }),
    team_content_management_access_level: oneOf(['no_restriction', 'only_team_admins'], {
      write: 'always',
      doc: 'Who can create and share content in it.',
    }),
    custom_field_settings: many('custom_field_setting', {
      through: { table: 'custom_field_settings', from: 'parent', to: 'gid', order: 'rank' },
      optIn: true,
      doc: 'The custom fields of the team.',
    }),
    endorsed: flag({ write: 'always', doc: 'Whether the organization endorses the team.' }),
  },
})

type TeamFields = (typeof team)['fields']

type CreateTeamCall = WriteCall<unknown, Values<ReturnType<typeof creatable<TeamFields>>>>

async function createTeamWithAdmin({ body, rights, tx, actor }: CreateTeamCall): Promise<number> {
  const { organization, name } = body
  if ((await workspaceKind(tx, organization)) !== 'organization') {
    throw invalid('organization', 'Only organizations have teams')
  }
  if (body.endorsed) mustBeAllowedToEndorse(rights.organization)
  mustAllowRequests(body, body.visibility ?? teamDefaults.visibility)
  const gid = await createTeam(tx, { ...columnsOf(body), organization, name })
  // wire: docs: the creator of a team is its first member and administrator; a service account is in no team
  if (actor.kind === 'service') return gid
  await lockMembers(tx, organization, [actor.gid], () => 'organization')
  const membership = { gid: tx.gid(), team: gid, user: actor.gid, workspace: organization }
  await insert(tx, 'team_memberships', { ...membership, is_admin: 1, is_limited_access: 0 })
  return gid
}

type UpdateTeamCall = WriteCall<{ team_gid: number }, Values<ReturnType<typeof updatable<TeamFields>>>>

async function updateTeam(call: UpdateTeamCall): Promise<void> {
  const { path, body, tx, actor } = call
  const before = await getForUpdate(tx, 'teams', path.team_gid)
  await mustBeAllowedToUpdate(call, call.rights.team_gid, before, Object.keys(body))
  if (body.endorsed !== undefined && body.endorsed !== (before.endorsed === 1)) {
    const { organization } = before
    mustBeAllowedToEndorse((await rights(tx, actor.gid, 'workspace', [organization])).get(organization))
  }
  mustAllowRequests(body, body.visibility ?? before.visibility)
  await set(tx, 'teams', { gid: before.gid }, columnsOf(body))
}

function columnsOf({ description, html_description, ...rest }: UpdateTeamCall['body']) {
  const given = parseTexts({ description, html_description }, ['description', 'html_description'], 'text')
  const described = given ? { description: given.plain, html_description: given.rich } : {}
  return { ...columns(team.fields, rest), ...(rest.name === undefined ? {} : nameColumns(rest.name)), ...described }
}

/** The teams of an organization that are visible to the caller. */
const ofOrganization = listing<{ workspace_gid: number }, unknown>('team', ({ path }) => ({
  where: { organization: path.workspace_gid },
  order: ['gid'],
  guarded: true,
}))

/** Whether the call makes the team public: clients also send back what they have read. */
const opens: PermissionNeed['applies'] = async ({ reader, path: { team_gid: gid }, body }) =>
  body.visibility === 'public' && !(gid !== undefined && (await isOpen(reader, 'team', gid)))

export const operations = [
  create('/teams', team, {
    id: 'createTeam',
    doc: 'Creates a team in an organization; the caller becomes its administrator.',
    permissions: [{ name: 'create_team' }, { name: 'share_teams_with_org', applies: opens }],
    execute: createTeamWithAdmin,
  }),
  get('/teams/{team_gid}', team, { id: 'getTeam', doc: 'Gets a team.' }),
  update('/teams/{team_gid}', team, {
    id: 'updateTeam',
    doc: 'Updates the given fields of a team, if its settings allow it.',
    permissions: [{ name: 'share_teams_with_org', applies: opens }],
    execute: updateTeam,
  }),
  list('/workspaces/{workspace_gid}/teams', team, {
    id: 'getTeamsForWorkspace',
    doc: 'Lists the teams of an organization that are visible to the caller.',
    execute: ofOrganization,
  }),
  // wire: removed from the contract, still used by older clients
  list('/organizations/{workspace_gid}/teams', team, {
    id: 'getTeamsForOrganization',
    doc: 'Lists the teams of an organization, by the older path.',
    execute: ofOrganization,
  }),
  list('/users/{user_gid}/teams', team, {
    id: 'getTeamsForUser',
    doc: 'Lists the teams of a user in an organization.',
    query: { organization: one('workspace', { required: true, doc: 'The organization.' }) },
    execute: listing('team', ({ path, query }) => ({
      through: { table: 'team_memberships', to: 'team' },
      where: { user: path.user_gid, workspace: query.organization },
      order: ['team'],
      guarded: true,
    })),
  }),
]
