/** Stories of the relations of a task: lists, tags, people, other tasks. */
import type { ChangeSubjects } from '../../store/queries/events/log.ts'
import { gidIn, type NetRowChange, type RowImage } from '../../vocabulary/change.ts'
import type { DraftDetail, StoryDraft } from './draft.ts'

type RelationColumn = string

/** A story of the task when a row is inserted or deleted. */
const ofRelation =
  (column: RelationColumn, added: string, removed: string | null, member = column) =>
  ({ before, after }: NetRowChange): StoryDraft[] => {
    const row = (after ?? before) as RowImage
    const subtype = after ? added : removed
    return subtype === null ? [] : [{ task: gidIn(row, 'task'), subtype, detail: { [member]: gidIn(row, column) } }]
  }

/** Only the owner sees My Tasks, so its memberships make no stories. */
export function ofTaskMembership({ before, after }: NetRowChange, subjects: ChangeSubjects): StoryDraft[] {
  const row = (after ?? before) as RowImage
  const [task, project] = [gidIn(row, 'task'), gidIn(row, 'project')]
  if (subjects.get(project)?.type === 'user_task_list') return []
  const story = (subtype: string, more: DraftDetail = {}): StoryDraft[] => [
    { task, subtype, detail: { project, ...more } },
  ]
  if (!before) return story('added_to_project')
  if (!after) return story('removed_from_project')
  if (before.section === after.section) return []
  return story('section_changed', { old_section: before.section, new_section: after.section })
}

export const ofTag = ofRelation('tag', 'added_to_tag', 'removed_from_tag')
export const ofFollower = ofRelation('user', 'follower_added', null, 'follower')

/** The author of the story is the person who likes the task. */
export const ofLike = ({ before, after }: NetRowChange): StoryDraft[] =>
  !before && after ? [{ task: gidIn(after, 'task'), subtype: 'liked', detail: {} }] : []

/** A dependency makes a story at both tasks. */
export function ofDependency({ before, after }: NetRowChange): StoryDraft[] {
  const row = (after ?? before) as RowImage
  const [task, dependency, how] = [gidIn(row, 'task'), gidIn(row, 'dependency'), after ? 'added' : 'removed']
  return [
    { task, subtype: `dependency_${how}`, detail: { dependency } },
    { task: dependency, subtype: `dependent_${how}`, detail: { task } },
  ]
}

/** A new attachment of a task. Its story stays when it is deleted. */
export const ofAttachment = ({ before, after }: NetRowChange): StoryDraft[] =>
  !before && after?.parent_type === 'task'
    ? [{ task: gidIn(after, 'parent'), subtype: 'attachment_added', detail: { attachment: gidIn(after, 'gid') } }]
    : []
