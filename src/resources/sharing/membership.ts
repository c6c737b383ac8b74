/**
 * A membership shares an object with a user or a team. It is one type over the rows of several tables: the membership of a
 * project is also a `project_membership` with the same gid.
 */
import { missingInput } from '../../lib/errors.ts'
import type { Reader } from '../../store/db.ts'
import { sharedTypes, teamOfMember } from '../../store/queries/sharing/memberships.ts'
import { any, oneOf, text } from '../../vocabulary/field.ts'
import { create, get, list, listing, remove, update } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { changeLevel, share, unshare } from './rules/members.ts'
import { accessLevels } from './rules/shared.ts'

const memberTypes = ['user', 'team'] as const

export const membership = resource('membership', {
  doc: 'The membership of a user or a team in an object that is shared with them.',
  guard: 'membership',
  changes: {
    none: 'those of projects are recorded as project memberships; the API has no events of custom fields and types',
  },
  fields: {
    // wire: contract: the memberships of custom fields and types have types of their own
    resource_type: oneOf(['membership', 'custom_field_membership', 'custom_type_membership'], {
      compact: true,
      doc: 'The name of its type: memberships of custom fields and custom types have their own.',
    }),
    parent: any(sharedTypes, {
      skipAccessCheck: true,
      compact: true,
      write: 'create',
      need: 'view',
      required: true,
      doc: 'The object that is shared. Cannot change.',
    }),
    member: any(memberTypes, {
      skipAccessCheck: ['user'],
      compact: true,
      write: 'create',
      need: 'view',
      required: true,
      doc: 'The user or team. Cannot change.',
    }),
    access_level: oneOf(accessLevels, {
      compact: true,
      write: 'always',
      doc: 'The access level of the member: `user` only for custom fields and custom types, which have no commenters.',
    }),
    resource_subtype: oneOf(
      sharedTypes.map(type => `${type}_membership` as const),
      {
        compact: true,
        doc: 'The type of the object that is shared.',
      },
    ),
  },
})

// `view` is enough to leave; the functions check more for everything else.
const needs = { membership_gid: 'view' } as const

export const operations = [
  list('/memberships', membership, {
    id: 'getMemberships',
    doc: 'Lists the memberships of an object, or those of a team in projects.',
    query: {
      parent: any(sharedTypes, { doc: 'The object that is shared. Required unless `member` is a team.' }),
      member: any(memberTypes, { doc: 'Only memberships of this user or team.' }),
      resource_subtype: oneOf(['project_membership'], {
        doc: 'Only memberships of projects. Required without `parent`.',
      }),
    },
    async execute(call) {
      const { parent, member, resource_subtype } = call.query
      if (parent === undefined) await mustNameTeam(call.reader, member, resource_subtype)
      const where = Object.entries({ parent, member, resource_subtype }).filter(([, value]) => value !== undefined)
      return listing('membership', () => ({
        where: Object.fromEntries(where) as Record<string, string | number>,
        order: [parent === undefined ? 'parent' : 'gid'],
        guarded: parent === undefined,
      }))(call)
    },
  }),
  create('/memberships', membership, {
    id: 'createMembership',
    doc: 'Shares an object with a user or a team. A member gets the given access level.',
    body: { role: text({ max: 100, doc: 'The older name of `access_level`.' }) },
    execute({ tx, actor, body, rights }) {
      const { parent, member, access_level, role } = body
      const at = { parent: 'parent', member: 'member', level: access_level === undefined ? 'role' : 'access_level' }
      const by = { me: actor.gid, right: rights.parent }
      return share(tx, by, { parent, member, level: access_level ?? role, at })
    },
  }),
  get('/memberships/{membership_gid}', membership, { id: 'getMembership', doc: 'Gets a membership.' }),
  update('/memberships/{membership_gid}', membership, {
    id: 'updateMembership',
    doc: 'Changes the access level of a member. Members can lower their own.',
    needs,
    async execute({ tx, actor, path, body, rights }) {
      if (body.access_level === undefined) return
      const by = { me: actor.gid, right: rights.membership_gid }
      await changeLevel(tx, by, path.membership_gid, body.access_level)
    },
  }),
  remove('/memberships/{membership_gid}', membership, {
    id: 'deleteMembership',
    doc: 'Ends a membership. Members can leave by themselves.',
    needs,
    execute: ({ tx, actor, path, rights }) =>
      unshare(tx, { me: actor.gid, right: rights.membership_gid }, path.membership_gid),
  }),
]

// wire: contract: without a parent, only the memberships of a team in projects are listed
async function mustNameTeam(reader: Reader, member: number | undefined, subtype: string | undefined): Promise<void> {
  if (member === undefined || !(await teamOfMember(reader, member))) throw missingInput('parent')
  if (subtype === undefined) throw missingInput('resource_subtype')
}
