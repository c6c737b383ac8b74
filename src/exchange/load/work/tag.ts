/** Loads tags. */
import { tag } from '../../../resources/work/tag.ts'
import { insertAll } from '../../../store/change.ts'
import { creatable } from '../../../vocabulary/resource.ts'
import { loader, without } from '../given.ts'

export const tags = loader({
  type: 'tag',
  fields: without(creatable(tag), 'workspace'),
  async load({ tx, workspace }, objects) {
    const rows = objects.map(({ gid, created_at, values: { name = '', color = null, notes = '' } }) => ({
      ...{ gid, workspace, name, color, notes, created_at, deleted_at: null },
    }))
    await insertAll(tx, 'tags', rows)
    const followers = objects.flatMap(({ gid, values }) =>
      [...new Set(values.followers)].map(user => ({ tag: gid, user })),
    )
    await insertAll(tx, 'tag_followers', followers)
  },
})
