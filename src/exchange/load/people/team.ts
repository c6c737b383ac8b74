/** Loads teams with their members. */
import { nameColumns, teamDefaults } from '../../../resources/people/rules/create_team.ts'
import { team } from '../../../resources/people/team.ts'
import { parseTexts } from '../../../resources/work/rules/rich_text.ts'
import { insertAll } from '../../../store/change.ts'
import { columns } from '../../../vocabulary/columns.ts'
import { many } from '../../../vocabulary/field.ts'
import { creatable } from '../../../vocabulary/resource.ts'
import { type GivenObject, loader, without } from '../given.ts'

const fields = {
  ...without(creatable(team), 'organization'),
  members: many('user', {
    need: 'view',
    doc: 'Its members. The first is its administrator, unless `admins` are given.',
  }),
  admins: many('user', { need: 'view', doc: 'The members who administer it.' }),
}

/** The members, each with whether they administer the team: at least one does. */
function membersOf({ values }: GivenObject<{ members?: number[]; admins?: number[] }>): Map<number, boolean> {
  const { members = [], admins = members.slice(0, 1) } = values
  return new Map([...members, ...admins].map(user => [user, admins.includes(user)]))
}

export const teams = loader({
  type: 'team',
  fields,
  async load(into, objects) {
    const { tx, workspace } = into
    const rows = objects.map(({ gid, created_at, values: { members, admins, ...values } }) => {
      const text = parseTexts(values, ['description', 'html_description'], 'task')
      const { description, html_description, name, ...settings } = values
      return {
        ...{ gid, organization: workspace, ...teamDefaults, ...columns(fields, settings), ...nameColumns(name) },
        ...{ description: text?.plain ?? '', html_description: text?.rich ?? null, created_at, deleted_at: null },
      }
    })
    await insertAll(tx, 'teams', rows)
    const memberships = objects.flatMap(object => {
      const within = into.gidsWithin(object)
      return [...membersOf(object)].map(([user, isAdmin]) => ({
        ...{ gid: within(), team: object.gid, user, workspace, is_admin: Number(isAdmin), is_limited_access: 0 },
      }))
    })
    await insertAll(tx, 'team_memberships', memberships)
  },
})
