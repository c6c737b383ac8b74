/** Loads the custom roles of the workspace. The standard ones come with it. */
import { insertRole, permissionsInput, role } from '../../../resources/people/role.ts'
import { parsePermissions } from '../../../resources/people/rules/role_terms.ts'
import { update } from '../../../store/change.ts'
import { text, timestamp } from '../../../vocabulary/field.ts'
import { creatable } from '../../../vocabulary/resource.ts'
import { forEachObject, loader, without, writerOf } from '../given.ts'

export const roles = loader({
  type: 'role',
  fields: {
    ...without(creatable(role), 'workspace', 'description'),
    description: text({ max: 1024, doc: 'What the role is for.' }),
    ...permissionsInput,
    modified_at: timestamp({ doc: 'When it was last changed: when it was created, by default.' }),
  },
  load: (into, objects) =>
    forEachObject(objects, async object => {
      const { name, description = '', base_role_type: base, permissions = {}, modified_at } = object.values
      const terms = { base, given: parsePermissions(permissions, base) }
      const gid = await insertRole(writerOf(into, object), into.workspace, { name, description, terms })
      if (modified_at !== undefined) await update(into.tx, 'roles', { gid }, { modified_at })
    }),
})
