/** Stories of a goal: of its columns, its members and its custom field values. A new goal has none. */

import type { ChangeSubjects } from '../../store/queries/events/log.ts'
import type { GoalRow } from '../../store/queries/goals/goals.ts'
import { type Change, gidIn, type NetRowChange } from '../../vocabulary/change.ts'
import type { DraftDetail, StoryDraft } from './draft.ts'
import { ofValue } from './value.ts'

/** A story of a goal before it is inserted. */
interface GoalStoryDraft {
  goal: number
  workspace: number
  subtype: string
  detail: DraftDetail
}

/** The stories of the goals that a transaction changed. */
export function ofGoals(
  changes: readonly Change[],
  rows: readonly NetRowChange[],
  subjects: ChangeSubjects,
): GoalStoryDraft[] {
  const fresh = new Set(rows.filter(({ table, before }) => table === 'goals' && !before).map(({ after }) => after?.gid))
  const ofColumns = rows.flatMap(net => {
    if (net.table === 'goals') return columnStories(net)
    return net.table === 'goal_memberships' && !fresh.has(net.after?.goal) ? memberStory(net) : []
  })
  const ofValues = changes
    .filter(({ type, field, resource }) => type === 'goal' && field === 'custom_fields' && !fresh.has(resource))
    .flatMap(change => ofValue(change, subjects).map(draft => ofDraft(draft, change.workspace ?? 0)))
  return [...ofColumns, ...ofValues]
}

const ofDraft = ({ task: goal, ...draft }: StoryDraft, workspace: number): GoalStoryDraft => ({
  goal,
  workspace,
  ...draft,
})

function columnStories({ before, after }: NetRowChange): GoalStoryDraft[] {
  const [was, is] = [before as GoalRow | null, after as GoalRow | null]
  if (!was || !is || was.deleted_at !== null || is.deleted_at !== null) return []
  const story = (subtype: string, detail: DraftDetail) => ({ goal: is.gid, workspace: is.workspace, subtype, detail })
  const isDue = was.due_on !== is.due_on
  return [
    ...(was.name === is.name ? [] : [story('name_changed', { old_name: was.name, new_name: is.name })]),
    ...(was.notes === is.notes && was.html_notes === is.html_notes
      ? []
      : [story('notes_changed', { old_text_value: was.notes, new_text_value: is.notes })]),
    ...(isDue || was.start_on !== is.start_on
      ? [
          story(isDue ? 'due_date_changed' : 'start_date_changed', {
            old_dates: datesOf(was),
            new_dates: datesOf(is),
          }),
        ]
      : []),
  ]
}

const datesOf = ({ start_on, due_on }: GoalRow): DraftDetail => ({ start_on, due_at: null, due_on })

function memberStory({ before, after }: NetRowChange): GoalStoryDraft[] {
  if (before || !after) return []
  const [goal, workspace] = [gidIn(after, 'goal'), gidIn(after, 'workspace')]
  return [{ goal, workspace, subtype: 'follower_added', detail: { follower: gidIn(after, 'member') } }]
}
