/**
 * A story is an entry in the history of a task or a goal: a comment by a user, or a system story about a change.
 * - Members of single subtypes are in the JSON column `detail`, with gids for the objects that they refer to.
 * - A system story has no stored text: it is generated for each reader from what that reader can see.
 */
import { any, computed, constant, flag, json, one, oneOf, text, timestamp } from '../../vocabulary/field.ts'
import { get, list, listing } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { likeFields, reactionSummary } from './rules/likes.ts'
import { storyRichText, storyText, textNeeds } from './rules/story_text.ts'
import { storyValue } from './rules/story_values.ts'

const dates = { start_on: true, due_at: true, due_on: true } as const
const options = { gid: true, resource_type: true, name: true, enabled: 'flag', color: true } as const
const people = { gid: true, resource_type: true, name: true } as const

/** The subtypes with values, by the type of the custom field; descriptions are texts too. */
const texts = ['notes_changed', 'text_custom_field_changed'] as const
const numbers = ['number_custom_field_changed'] as const
const enums = ['enum_custom_field_changed'] as const
const multiEnums = ['multi_enum_custom_field_changed'] as const
const days = ['date_custom_field_changed'] as const
const persons = ['people_custom_field_changed'] as const

const stickers = [
  'green_checkmark',
  'people_dancing',
  'dancing_unicorn',
  'heart',
  'party_popper',
  'people_waving_flags',
  'splashing_narwhal',
  'trophy',
  'yeti_riding_unicorn',
  'celebrating_people',
  'determined_climbers',
  'phoenix_spreading_love',
] as const

export const story = resource('story', {
  doc: 'An entry in the history of a task or a goal: a comment, or a record of a change.',
  guard: 'story',
  changes: {
    addedTo: { target: { types: ['task', 'goal'], column: 'target_type' } },
    task: 'target',
    streams: ['target'],
    deletedAs: 'removed',
    // wire: recording 2026-05: the event of a system story has no user; the story itself names its author
    withoutActor: row => row.type === 'system',
  },
  fields: {
    created_at: timestamp({ compact: true, doc: 'When the story was created.' }),
    created_by: one('user', {
      skipAccessCheck: true,
      compact: true,
      nullable: true,
      doc: 'The user who commented, or made the change.',
    }),
    resource_subtype: text({ compact: true, doc: 'The type of the comment or change.' }),
    text: computed(textNeeds, storyText, {
      compact: true,
      write: 'always',
      doc: 'The text, as plain text. The text of a system story names only what the caller can see.',
    }),
    html_text: computed([...textNeeds, 'html_text'], storyRichText, {
      optIn: true,
      write: 'always',
      doc: 'The text, as rich text.',
    }),
    type: oneOf(['comment', 'system'], { compact: true, doc: 'Whether it is a comment or a system story.' }),
    is_pinned: flag({ write: 'always', doc: 'Whether the comment is pinned.' }),
    sticker_name: oneOf(stickers, { write: 'always', nullable: true, doc: 'The sticker on a comment, or null.' }),
    is_editable: flag({ doc: 'Whether the caller can edit the text.' }),
    is_edited: flag({ doc: 'Whether the text was edited.' }),
    ...likeFields('story_likes', 'story'),
    reaction_summary: reactionSummary,
    previews: constant([], {
      shape: {
        fallback: true,
        footer: true,
        header: true,
        header_link: true,
        html_text: true,
        text: true,
        title: true,
        title_link: true,
      },
      doc: 'Previews of the pages that a comment links to.',
    }),
    old_name: text({ sparse: true, column: 'detail.old_name', doc: 'The name before a change.' }),
    new_name: text({ sparse: true, column: 'detail.new_name', doc: 'The name after a change.' }),
    old_dates: json({ sparse: true, column: 'detail.old_dates', shape: dates, doc: 'The dates before a change.' }),
    new_dates: json({ sparse: true, column: 'detail.new_dates', shape: dates, doc: 'The dates after a change.' }),
    old_resource_subtype: text({
      sparse: true,
      column: 'detail.old_resource_subtype',
      doc: 'The subtype before a change.',
    }),
    new_resource_subtype: text({
      sparse: true,
      column: 'detail.new_resource_subtype',
      doc: 'The subtype after a change.',
    }),
    custom_field: one('custom_field', { sparse: true, column: 'detail.custom_field', doc: 'The field that changed.' }),
    old_text_value: computed(['detail'], storyValue('old_text_value'), {
      subtypes: texts,
      nullable: true,
      doc: 'The text before a change.',
    }),
    new_text_value: computed(['detail'], storyValue('new_text_value'), {
      subtypes: texts,
      nullable: true,
      doc: 'The text after a change.',
    }),
    old_number_value: computed(['detail'], storyValue('old_number_value'), {
      subtypes: numbers,
      nullable: true,
      shows: 'number',
      doc: 'The number before a change.',
    }),
    new_number_value: computed(['detail'], storyValue('new_number_value'), {
      subtypes: numbers,
      nullable: true,
      shows: 'number',
      doc: 'The number after a change.',
    }),
    old_enum_value: one('enum_option', {
      subtypes: enums,
      nullable: true,
      column: 'detail.old_enum_value',
      doc: 'The option before a change.',
    }),
    new_enum_value: one('enum_option', {
      subtypes: enums,
      nullable: true,
      column: 'detail.new_enum_value',
      doc: 'The option after a change.',
    }),
    old_multi_enum_values: computed(['detail'], storyValue('old_multi_enum_values'), {
      subtypes: multiEnums,
      shape: options,
      shows: 'list',
      doc: 'The options before a change.',
    }),
    new_multi_enum_values: computed(['detail'], storyValue('new_multi_enum_values'), {
      subtypes: multiEnums,
      shape: options,
      shows: 'list',
      doc: 'The options after a change.',
    }),
    old_date_value: computed(['detail'], storyValue('old_date_value'), {
      subtypes: days,
      nullable: true,
      shape: dates,
      doc: 'The date before a change, with the time.',
    }),
    new_date_value: computed(['detail'], storyValue('new_date_value'), {
      subtypes: days,
      nullable: true,
      shape: dates,
      doc: 'The date after a change, with the time.',
    }),
    old_people_value: computed(['detail'], storyValue('old_people_value'), {
      subtypes: persons,
      shape: people,
      shows: 'list',
      doc: 'The users before a change.',
    }),
    new_people_value: computed(['detail'], storyValue('new_people_value'), {
      subtypes: persons,
      shape: people,
      shows: 'list',
      doc: 'The users after a change.',
    }),
    old_approval_status: text({
      sparse: true,
      column: 'detail.old_approval_status',
      doc: 'The approval before a change.',
    }),
    new_approval_status: text({
      sparse: true,
      column: 'detail.new_approval_status',
      doc: 'The approval after a change.',
    }),
    story: one('story', { sparse: true, column: 'detail.story', doc: 'The story that was liked.' }),
    assignee: one('user', {
      skipAccessCheck: true,
      sparse: true,
      column: 'detail.assignee',
      doc: 'The user whom the task was assigned to.',
    }),
    follower: one('user', { skipAccessCheck: true, sparse: true, column: 'detail.follower', doc: 'The new follower.' }),
    old_section: one('section', { sparse: true, column: 'detail.old_section', doc: 'The section before a move.' }),
    new_section: one('section', { sparse: true, column: 'detail.new_section', doc: 'The section after a move.' }),
    task: one('task', { sparse: true, column: 'detail.task', doc: 'The other task of the change.' }),
    project: one('project', { sparse: true, column: 'detail.project', doc: 'The project of the change.' }),
    tag: one('tag', { sparse: true, column: 'detail.tag', doc: 'The tag of the change.' }),
    duplicate_of: one('task', { sparse: true, column: 'detail.duplicate_of', doc: 'The original of a duplicate.' }),
    duplicated_from: one('task', {
      sparse: true,
      column: 'detail.duplicated_from',
      doc: 'The task that this one was copied from.',
    }),
    dependency: one('task', { sparse: true, column: 'detail.dependency', doc: 'The task that this one depends on.' }),
    source: oneOf(['web', 'email', 'mobile', 'api', 'unknown'], { doc: 'The client that created it.' }),
    target: any(['task', 'goal'], { skipAccessCheck: true, doc: 'The task or goal of the story.' }),
  },
})

export const operations = [
  get('/stories/{story_gid}', story, { id: 'getStory', doc: 'Gets a story.' }),
  list('/tasks/{task_gid}/stories', story, {
    id: 'getStoriesForTask',
    doc: 'Lists the stories of a task, the oldest first.',
    execute: listing('story', ({ path }) => ({ where: { target: path.task_gid }, order: ['gid'], guarded: false })),
  }),
  list('/goals/{goal_gid}/stories', story, {
    id: 'getStoriesForGoal',
    doc: 'Lists the stories of a goal, the oldest first.',
    execute: listing('story', ({ path }) => ({ where: { target: path.goal_gid }, order: ['gid'], guarded: false })),
  }),
]
