/** Loads comments on tasks and goals. The history of given objects has no system stories. */
import { parseTexts } from '../../../resources/work/rules/rich_text.ts'
import { newStory } from '../../../resources/work/rules/story_row.ts'
import { story } from '../../../resources/work/story.ts'
import { insertAll, tryInsertAll } from '../../../store/change.ts'
import type { Tables } from '../../../store/tables.ts'
import { creatable } from '../../../vocabulary/resource.ts'
import { forEachObject, loader, parentOf, writerOf } from '../given.ts'

export const stories = loader({
  type: 'story',
  fields: creatable(story),
  async load(into, objects) {
    const { tx, workspace } = into
    const rows: Tables['stories'][] = []
    await forEachObject(objects, object => {
      const { values, parent } = object
      const text = parseTexts(values, ['text', 'html_text'], 'text')
      if (!text || text.plain.trim() === '') throw new Error('text: Missing input')
      const target_type = parent?.type === 'goal' ? 'goal' : 'task'
      const about = { target: parentOf(object), target_type, workspace }
      rows.push({
        ...newStory(writerOf(into, object), { ...about, type: 'comment', resource_subtype: 'comment_added' }),
        ...{ text: text.plain, html_text: text.rich, is_pinned: Number(values.is_pinned ?? false) },
        sticker_name: values.sticker_name ?? null,
      })
    })
    await insertAll(tx, 'stories', rows)
    const followers = rows.flatMap(({ target, target_type, created_by }) =>
      target_type === 'task' && created_by !== null ? { task: target, user: created_by } : [],
    )
    await tryInsertAll(tx, 'task_followers', followers)
  },
})
