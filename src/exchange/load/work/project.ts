/** Loads projects with their members, in the state in which they were. Its sections and fields are objects of their own. */

import { insertProject } from '../../../resources/templates/rules/new_project.ts'
import { project } from '../../../resources/work/project.ts'
import { addProjectMembers, followerLevel } from '../../../resources/work/rules/project_members.ts'
import { newProject, settleProject } from '../../../resources/work/rules/project_state.ts'
import { parseTexts } from '../../../resources/work/rules/rich_text.ts'
import { update } from '../../../store/change.ts'
import { isServiceAccount } from '../../../store/queries/identity/service_accounts.ts'
import { flag, one, timestamp } from '../../../vocabulary/field.ts'
import { creatable } from '../../../vocabulary/resource.ts'
import { forEachObject, loader, without, writerOf } from '../given.ts'
import { givenMembers, membersInput } from '../members.ts'

export const projects = loader({
  type: 'project',
  fields: {
    ...without(creatable(project), 'workspace'),
    ...membersInput,
    completed: flag({ doc: 'Whether the project is completed.' }),
    completed_at: timestamp({ doc: 'When it was completed.' }),
    completed_by: one('user', { need: 'view', doc: 'Who completed it: the author by default.' }),
    modified_at: timestamp({ doc: 'When it was last changed: when it was created, by default.' }),
  },
  load: (into, objects) =>
    forEachObject(objects, async object => {
      const { gid, by, created_at, values } = object
      const { tx, workspace } = into
      const writer = writerOf(into, object)
      const creator = (await isServiceAccount(tx, by)) ? null : by
      const state = settleProject(newProject(creator, values.team ?? null), values)
      await insertProject(writer, {
        ...{ workspace, creator, state, text: parseTexts(values, ['notes', 'html_notes'], 'task') },
        ...{ followers: values.followers ?? [], sections: [], template: null },
      })
      for (const member of givenMembers(values)) {
        const access_level = member.access_level ?? followerLevel(state.default_access_level)
        await addProjectMembers(writer, { gid, workspace }, [member.gid], { access_level, is_follower: 0 })
      }
      const { modified_at, completed = false, completed_at = modified_at ?? created_at, completed_by = by } = values
      if (modified_at !== undefined) await update(tx, 'projects', { gid }, { modified_at })
      if (completed) await update(tx, 'projects', { gid }, { completed: 1, completed_at, completed_by })
    }),
})
