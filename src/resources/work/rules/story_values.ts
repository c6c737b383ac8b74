/** The members of stories with values, for readers who can see the custom field. */
import type { LoadMany } from '../../../vocabulary/field.ts'
import { detailOf, loadNames, type StoryNames } from './story_names.ts'

function present(gid: number, names: StoryNames) {
  const found = names.get(gid)
  if (!found) return []
  const { type, name, color, enabled } = found
  const shown = { gid: String(gid), resource_type: type, name }
  return [type === 'enum_option' ? { ...shown, enabled: enabled === 1, color } : shown]
}

/** A member of `detail`; undefined if the reader cannot see its custom field. Lists of gids become lists of objects. */
export const storyValue =
  (member: string): LoadMany =>
  async (rows, context) => {
    const names = await loadNames(rows, context)
    return rows.map(row => {
      const { [member]: value, custom_field: field } = detailOf(row)
      if (field !== undefined && names.get(field as number) === undefined) return undefined
      return Array.isArray(value) ? value.flatMap(gid => present(gid, names)) : value
    })
  }
