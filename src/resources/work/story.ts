/**
 * A story is something that happened to a task: a comment by a person, or a note that the program wrote of a change.
 * What only some subtypes have is kept in the JSON column `detail`, with gids for what it refers to. A note keeps no
 * text: each reader gets one of what that reader may see.
 */
import { computed, constant, flag, json, number, one, oneOf, parts, text, timestamp } from '../../vocabulary/field.ts'
import { get, list, listing } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { storyRichText, storyText, textNeeds } from './rules/story_text.ts'
import { storyValue } from './rules/story_values.ts'

const like = {
  gid: text({ doc: 'The gid of the like.' }),
  user: one('user', { open: true, compact: true, doc: 'Who likes it.' }),
}
const likes = { table: 'story_likes', from: 'story', to: 'user' }

const dates = { start_on: true, due_at: true, due_on: true } as const
const options = { gid: true, resource_type: true, name: true, enabled: 'flag', color: true } as const
const people = { gid: true, resource_type: true, name: true } as const

/** The subtypes that tell of a value, by the type of the custom field; descriptions are texts too. */
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
  doc: 'Something that happened to a task: a comment, or a note of a change.',
  guard: 'story',
  fields: {
    created_at: timestamp({ compact: true, doc: 'When it happened.' }),
    created_by: one('user', { open: true, compact: true, nullable: true, doc: 'Who did it.' }),
    resource_subtype: text({ compact: true, doc: 'What happened.' }),
    text: computed(textNeeds, storyText, {
      compact: true,
      write: 'always',
      doc: 'What was said, as plain text; what the program notes is said to each reader of what that reader may see.',
    }),
    html_text: computed([...textNeeds, 'html_text'], storyRichText, {
      optIn: true,
      write: 'always',
      doc: 'What was said, as rich text.',
    }),
    type: oneOf(['comment', 'system'], { compact: true, doc: 'Whether a person wrote it.' }),
    is_pinned: flag({ write: 'always', doc: 'Whether it is shown first.' }),
    sticker_name: oneOf(stickers, { write: 'always', nullable: true, doc: 'The sticker on a comment, or null.' }),
    is_editable: flag({ doc: 'Whether the caller may change its text.' }),
    is_edited: flag({ doc: 'Whether its text was changed.' }),
    hearted: flag({ column: 'liked', doc: 'The older name of `liked`.' }),
    hearts: parts('user', like, { open: true, through: likes, doc: 'The older name of `likes`.' }),
    num_hearts: number({ column: 'num_likes', doc: 'The older name of `num_likes`.' }),
    liked: flag({ doc: 'Whether the caller likes it.' }),
    likes: parts('user', like, { open: true, through: likes, doc: 'Who likes it.' }),
    num_likes: number({ doc: 'How many like it.' }),
    reaction_summary: constant([], {
      shape: { emoji_base: true, variant: true, count: 'number', reacted: 'flag' },
      doc: 'The reactions to it, counted by emoji.',
    }),
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
      doc: 'The day before a change, and the moment.',
    }),
    new_date_value: computed(['detail'], storyValue('new_date_value'), {
      subtypes: days,
      nullable: true,
      shape: dates,
      doc: 'The day after a change, and the moment.',
    }),
    old_people_value: computed(['detail'], storyValue('old_people_value'), {
      subtypes: persons,
      shape: people,
      shows: 'list',
      doc: 'The people before a change.',
    }),
    new_people_value: computed(['detail'], storyValue('new_people_value'), {
      subtypes: persons,
      shape: people,
      shows: 'list',
      doc: 'The people after a change.',
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
    assignee: one('user', { open: true, sparse: true, column: 'detail.assignee', doc: 'Who it was assigned to.' }),
    follower: one('user', { open: true, sparse: true, column: 'detail.follower', doc: 'Who now follows it.' }),
    old_section: one('section', { sparse: true, column: 'detail.old_section', doc: 'The section it left.' }),
    new_section: one('section', { sparse: true, column: 'detail.new_section', doc: 'The section it came to.' }),
    task: one('task', { sparse: true, column: 'detail.task', doc: 'The other task of the change.' }),
    project: one('project', { sparse: true, column: 'detail.project', doc: 'The project of the change.' }),
    tag: one('tag', { sparse: true, column: 'detail.tag', doc: 'The tag of the change.' }),
    duplicate_of: one('task', { sparse: true, column: 'detail.duplicate_of', doc: 'The task that it repeats.' }),
    duplicated_from: one('task', {
      sparse: true,
      column: 'detail.duplicated_from',
      doc: 'The task that it was copied from.',
    }),
    dependency: one('task', { sparse: true, column: 'detail.dependency', doc: 'The task that it waits for.' }),
    source: oneOf(['web', 'email', 'mobile', 'api', 'unknown'], { doc: 'How it came in.' }),
    target: one('task', { open: true, doc: 'The task that it belongs to.' }),
  },
})

export const operations = [
  get('/stories/{story_gid}', story, { id: 'getStory', doc: 'Shows a story.' }),
  list('/tasks/{task_gid}/stories', story, {
    id: 'getStoriesForTask',
    doc: 'Lists what happened to a task, the oldest first.',
    find: listing('story', ({ path }) => ({ where: { target: path.task_gid }, order: ['gid'], guarded: false })),
  }),
]
