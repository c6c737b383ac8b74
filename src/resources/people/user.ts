/** A user is a person with an account. One account can belong to several workspaces. */
import { notFound } from '../../lib/errors.ts'
import { update as set } from '../../store/change.ts'
import type { Reader } from '../../store/db.ts'
import { membershipsIn } from '../../store/queries/people.ts'
import { peopleByName, peopleOf } from '../../store/queries/people_lists.ts'
import { columns } from '../../vocabulary/columns.ts'
import { computed, many, one, text, type Values } from '../../vocabulary/field.ts'
import { get, list, update, type WriteCall } from '../../vocabulary/operation.ts'
import { resource, type updatable } from '../../vocabulary/resource.ts'
import { customFieldsOf } from '../fields/rules/value_fields.ts'
import { customFieldValuesInput } from '../fields/rules/value_input.ts'
import { setValues } from '../fields/rules/values.ts'
import { photoShape, photoUrls } from './rules/photo.ts'

export const user = resource('user', {
  doc: 'A person with an account.',
  guard: 'known_person',
  cached: true,
  changes: { none: 'a user belongs to several workspaces, and a change to one' },
  fields: {
    name: text({ compact: true, write: 'always', max: 255, doc: 'The name of the user.' }),
    email: text({ doc: 'The e-mail address of the user.' }),
    photo: computed(['photo'], photoUrls, {
      cacheable: true,
      shape: photoShape,
      nullable: true,
      doc: 'The addresses of the photo in several sizes, or null.',
    }),
    workspaces: many('workspace', {
      through: { table: 'active_memberships', from: 'user', to: 'workspace' },
      doc: 'The workspaces that the user and the caller have in common.',
    }),
    // wire: recorded: a user is shown without them
    custom_fields: customFieldsOf('user_fields', {
      optIn: true,
      doc: 'The custom fields of the user, each with its value: those of the teams of the user.',
    }),
  },
})

/** Throws 404 unless the user belongs to the workspace. */
async function memberOf(reader: Reader, gid: number, workspace: number): Promise<number> {
  if (!(await membershipsIn(reader, workspace, [gid])).get(gid)?.is_active) throw notFound('user', gid)
  return gid
}

const workspace = one('workspace', { doc: 'The workspace that the user must belong to.' })

type UpdateUserCall = WriteCall<
  { user_gid: number },
  Values<ReturnType<typeof updatable<(typeof user)['fields']>>> & Values<typeof customFieldValuesInput>
>

async function updateUser({ path, body: { custom_fields, ...rest }, tx, actor }: UpdateUserCall): Promise<void> {
  const gid = path.user_gid
  await set(tx, 'users', { gid }, columns(user.fields, rest))
  if (custom_fields !== undefined) await setValues(tx, actor, { type: 'user', gid }, custom_fields)
}

const doc = 'Updates the name and the custom field values of the caller.'

export const operations = [
  list('/users', user, {
    id: 'getUsers',
    doc: 'Lists the users of a workspace, of a team, or of all workspaces of the caller.',
    query: {
      workspace: one('workspace', { doc: 'The workspace.' }),
      team: one('team', { doc: 'The team.' }),
    },
    execute: ({ query, reader, actor, window }) => peopleOf(reader, actor.gid, query, window),
  }),
  get('/users/{user_gid}', user, {
    id: 'getUser',
    doc: 'Gets a user.',
    query: { workspace },
    execute: async ({ path, query, reader }) =>
      query.workspace === undefined ? path.user_gid : memberOf(reader, path.user_gid, query.workspace),
  }),
  {
    ...update('/users/{user_gid}', user, {
      id: 'updateUser',
      doc,
      body: customFieldValuesInput,
      execute: updateUser,
    }),
    query: { workspace },
  },
  // wire: contract: both of these are ordered by name
  list('/workspaces/{workspace_gid}/users', user, {
    id: 'getUsersForWorkspace',
    doc: 'Lists the users of a workspace, ordered by name.',
    execute: ({ path, reader, actor, window }) =>
      peopleByName(reader, actor.gid, 'workspace', path.workspace_gid, window),
  }),
  list('/teams/{team_gid}/users', user, {
    id: 'getUsersForTeam',
    doc: 'Lists the users of a team, ordered by name.',
    execute: ({ path, reader, actor, window }) => peopleByName(reader, actor.gid, 'team', path.team_gid, window),
  }),
  get('/workspaces/{workspace_gid}/users/{user_gid}', user, {
    id: 'getUserForWorkspace',
    doc: 'Gets a user of a workspace.',
    execute: ({ path, reader }) => memberOf(reader, path.user_gid, path.workspace_gid),
  }),
  update('/workspaces/{workspace_gid}/users/{user_gid}', user, {
    id: 'updateUserForWorkspace',
    doc,
    needs: { workspace_gid: 'view' },
    body: customFieldValuesInput,
    execute: updateUser,
  }),
]
