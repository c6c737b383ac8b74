/** A user is a person with an account. Users are above workspaces: one account can belong to several. */
import { notFound } from '../../lib/errors.ts'
import type { Reader } from '../../store/db.ts'
import { belongingsTo } from '../../store/queries/people.ts'
import { peopleByName, peopleOf } from '../../store/queries/people_lists.ts'
import { json, many, one, text } from '../../vocabulary/field.ts'
import { get, list, update } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'

export const user = resource('user', {
  doc: 'A person who can be given tasks and sign in.',
  guard: 'known_person',
  near: true,
  fields: {
    name: text({ compact: true, write: 'always', max: 255, doc: 'The name of the person.' }),
    email: text({ doc: 'The e-mail address of the person.' }),
    photo: json({
      shape: {
        image_21x21: true,
        image_27x27: true,
        image_36x36: true,
        image_60x60: true,
        image_128x128: true,
        image_1024x1024: true,
      },
      nullable: true,
      doc: 'Addresses of the picture of the person in several sizes, or null.',
    }),
    workspaces: many('workspace', {
      through: { table: 'active_memberships', from: 'user', to: 'workspace' },
      doc: 'The workspaces that the person shares with the caller.',
    }),
  },
})

/** The user, who must belong to the workspace. Throws 404. */
async function inside(reader: Reader, gid: number, workspace: number): Promise<number> {
  if (!(await belongingsTo(reader, workspace, [gid])).get(gid)?.is_active) throw notFound('user', gid)
  return gid
}

const workspace = one('workspace', { doc: 'The workspace that the user must belong to.' })

export const operations = [
  list('/users', user, {
    id: 'getUsers',
    doc: 'Lists the people of a workspace, of a team, or of everything that the caller belongs to.',
    query: {
      workspace: one('workspace', { doc: 'The workspace.' }),
      team: one('team', { doc: 'The team.' }),
    },
    find: ({ query, reader, actor, window }) => peopleOf(reader, actor.gid, query, window),
  }),
  get('/users/{user_gid}', user, {
    id: 'getUser',
    doc: 'Shows a user.',
    query: { workspace },
    find: async ({ path, query, reader }) =>
      query.workspace === undefined ? path.user_gid : inside(reader, path.user_gid, query.workspace),
  }),
  { ...update('/users/{user_gid}', user, { id: 'updateUser', doc: 'Renames the caller.' }), query: { workspace } },
  // wire: contract: both of these in the order of names
  list('/workspaces/{workspace_gid}/users', user, {
    id: 'getUsersForWorkspace',
    doc: 'Lists the people of a workspace by name.',
    find: ({ path, reader, actor, window }) => peopleByName(reader, actor.gid, 'workspace', path.workspace_gid, window),
  }),
  list('/teams/{team_gid}/users', user, {
    id: 'getUsersForTeam',
    doc: 'Lists the people of a team by name.',
    find: ({ path, reader, actor, window }) => peopleByName(reader, actor.gid, 'team', path.team_gid, window),
  }),
  get('/workspaces/{workspace_gid}/users/{user_gid}', user, {
    id: 'getUserForWorkspace',
    doc: 'Shows a user of a workspace.',
    find: ({ path, reader }) => inside(reader, path.user_gid, path.workspace_gid),
  }),
  update('/workspaces/{workspace_gid}/users/{user_gid}', user, {
    id: 'updateUserForWorkspace',
    doc: 'Renames the caller.',
    needs: { workspace_gid: 'view' },
  }),
]
