/** Loads project briefs. */
import { projectBrief } from '../../../resources/plan/project_brief.ts'
import { parseTexts } from '../../../resources/work/rules/rich_text.ts'
import { insert } from '../../../store/change.ts'
import { creatable } from '../../../vocabulary/resource.ts'
import { forEachObject, loader, parentOf } from '../given.ts'

export const projectBriefs = loader({
  type: 'project_brief',
  fields: creatable(projectBrief),
  load: ({ tx, workspace }, objects) =>
    forEachObject(objects, object => {
      const { gid, by, created_at, values } = object
      const text = parseTexts(values, ['text', 'html_text'], 'task')
      return insert(tx, 'project_briefs', {
        ...{ gid, project: parentOf(object), workspace, title: values.title ?? '' },
        ...{ text: text?.plain ?? '', html_text: text?.rich ?? null, created_by: by },
        ...{ created_at, modified_at: created_at, deleted_at: null, deleted_by: null },
      })
    }),
})
