/** The attributes by which tasks are searched. */
import { taskRelations } from '../../../store/queries/search/relations.ts'
import { oneOf } from '../../../vocabulary/field.ts'
import { commonOrders, type SearchDeclaration } from './declaration.ts'

const people = { type: 'user', by: ['any', 'not'] } as const
const group = ['any', 'not', 'all'] as const

/** A moment, with the days around it. */
const stamp = (column: string, noun: string) => ({ noun, moment: column, hasMoments: true, indexed: [column] })

export const taskSearch: SearchDeclaration = {
  type: 'task',
  texts: 'the name, the notes, comments or custom fields',
  lists: {
    assignee: { ...people, noun: 'assignees', column: 'assignee', index: 'indexed' },
    projects: { type: 'project', noun: 'projects', by: group, relation: taskRelations.projects },
    sections: { type: 'section', noun: 'sections', by: group, relation: taskRelations.sections },
    tags: { type: 'tag', noun: 'tags', by: group, relation: taskRelations.tags },
    portfolios: {
      ...{ type: 'portfolio', noun: 'portfolios of their projects', by: ['any'], relation: taskRelations.portfolios },
    },
    teams: { type: 'team', noun: 'teams of their projects', by: ['any'], relation: taskRelations.teams },
    followers: { ...people, noun: 'followers', relation: taskRelations.followers },
    created_by: { ...people, noun: 'creators', column: 'created_by' },
    assigned_by: { ...people, noun: 'people who assigned them', column: 'assigned_by' },
    liked_by: { ...people, noun: 'people who like them', relation: taskRelations.liked_by },
    commented_on_by: { ...people, noun: 'people who commented on them', relation: taskRelations.commented_on_by },
  },
  dates: {
    due: { noun: 'due', day: 'due_on', moment: 'due_at', hasMoments: true, indexed: ['due_on'] },
    start: { noun: 'that start', day: 'start_on', hasMoments: false, indexed: [] },
    created: stamp('created_at', 'created'),
    completed: stamp('completed_at', 'completed'),
    modified: stamp('modified_at', 'modified'),
  },
  flags: {
    is_blocking: 'Whether they are incomplete and other tasks depend on them.',
    is_blocked: 'Whether they depend on an incomplete task.',
    has_attachment: 'Whether they have an attachment.',
    completed: 'Whether they are completed.',
    is_subtask: 'Whether they have a parent.',
  },
  words: {
    resource_subtype: oneOf(['default_task', 'milestone', 'approval', 'custom'], { doc: 'The kind of the tasks.' }),
    assignee_status: oneOf(['inbox', 'today', 'upcoming', 'later'], { doc: 'Where their assignees planned them.' }),
  },
  hasCustomTypes: true,
  orders: { ...commonOrders, likes: 'likes' },
}
