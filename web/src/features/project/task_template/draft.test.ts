import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FieldValue, withSent } from '../../../data/custom_fields.ts'
import type { TaskTemplate, TemplateTask } from '../../../data/task_templates.ts'
import {
  ancestorsOf,
  blankTask,
  changeOf,
  draftOf,
  isSame,
  moved,
  possibleDependencies,
  problemIn,
  subtasksOf,
  type TaskDraft,
  type TemplateDraft,
  withoutTask,
  withSubtasks,
  withTask,
  withType,
} from './draft.ts'

const task = (name: string, parent: number | null, more: Partial<TemplateTask> = {}): TemplateTask => ({
  ...{ name, parent, resource_subtype: 'default_task', html_notes: '<body></body>', assignee: null, followers: [] },
  ...{ start_on: null, due_on: null, due_time: null, tags: [], custom_fields: {}, dependencies: [], ...more },
})

const template: TaskTemplate = {
  ...{ gid: '1', name: 'Hire', modified_at: '2026-01-05T12:00:00.000Z' },
  tasks: [
    task('Hire', null, { dependencies: [3] }),
    task('Plan', 0, { due_on: 1 }),
    task('Interview', 0, { dependencies: [1] }),
    task('Questions', 2),
    task('Sign', 0, { dependencies: [2] }),
  ],
}

const draft = draftOf(template)

const named = (one: TemplateDraft, name: string): TaskDraft => {
  const found = one.tasks.find(other => other.name === name)
  assert.ok(found, name)
  return found
}

/** Each task as it is sent: its name, and the names of its parent and of its dependencies. */
const sent = (one: TemplateDraft) => {
  const { tasks } = changeOf(one)
  const at = (position: number | null) => (position === null ? null : tasks[position]?.name)
  return tasks.map(({ name, parent, dependencies }) => [name, at(parent), ...dependencies.map(at)])
}

test('a draft without changes is the template, and each task says where it was', () => {
  assert.ok(isSame(draft, draftOf(template)))
  const tasks = template.tasks.map((one, former) => ({ ...one, former }))
  assert.deepEqual(changeOf(draft), { name: 'Hire', tasks })
  assert.deepEqual(changeOf(draft, false).tasks, template.tasks)
})

test('the task has the name of the template, unless it had another one', () => {
  assert.equal(changeOf({ ...draft, name: ' Recruit ' }).tasks[0]?.name, 'Recruit')
  const [first, ...rest] = template.tasks
  assert.ok(first)
  const other = draftOf({ ...template, tasks: [{ ...first, name: 'Other' }, ...rest] })
  const { name, tasks } = changeOf({ ...other, name: 'Recruit' })
  assert.deepEqual([name, tasks[0]?.name], ['Recruit', 'Other'])
})

test('subtasks of all levels follow their parents, and new ones come last', () => {
  const more = withSubtasks(draft, named(draft, 'Plan').key, ['Budget', 'Dates'])
  assert.deepEqual(sent(more), [
    ['Hire', null, 'Questions'],
    ['Plan', 'Hire'],
    ['Budget', 'Plan'],
    ['Dates', 'Plan'],
    ['Interview', 'Hire', 'Plan'],
    ['Questions', 'Interview'],
    ['Sign', 'Hire', 'Interview'],
  ])
  assert.deepEqual(
    changeOf(more).tasks.map(({ former }) => former),
    [0, 1, undefined, undefined, 2, 3, 4],
  )
  assert.deepEqual(
    ancestorsOf(more, named(more, 'Dates')).map(({ key }) => key),
    [more.tasks[0]?.key, named(more, 'Plan').key],
  )
})

test('a subtask moves among those of its parent, and not beyond them', () => {
  const names = (one: TemplateDraft) => subtasksOf(one, one.tasks[0]?.key ?? '').map(({ name }) => name)
  const up = moved(draft, named(draft, 'Sign'), -1)
  assert.deepEqual(names(up), ['Plan', 'Sign', 'Interview'])
  assert.deepEqual(sent(up).at(-1), ['Questions', 'Interview'])
  assert.equal(moved(draft, named(draft, 'Sign'), 1), draft)
  assert.equal(moved(draft, named(draft, 'Questions'), -1), draft)
})

test('a removed task takes its subtasks and what depends on them along', () => {
  assert.deepEqual(sent(withoutTask(draft, named(draft, 'Interview'))), [
    ['Hire', null],
    ['Plan', 'Hire'],
    ['Sign', 'Hire'],
  ])
})

test('a task cannot depend on itself or on one that depends on it', () => {
  const offered = (name: string) => possibleDependencies(draft, named(draft, name)).map(one => one.name || 'Hire')
  assert.deepEqual(offered('Plan'), ['Hire', 'Questions'])
  assert.deepEqual(offered('Interview'), ['Hire', 'Plan', 'Questions'])
  assert.deepEqual(offered('Questions'), ['Plan', 'Interview', 'Sign'])
})

test('a milestone has no start', () => {
  const { key } = named(draft, 'Plan')
  const dated = withTask(draft, key, { start_on: 0 })
  assert.equal(changeOf(withType(dated, key, 'milestone')).tasks[1]?.start_on, null)
  assert.equal(changeOf(withType(dated, key, 'approval')).tasks[1]?.start_on, 0)
})

test('a task without a name is found, and so is the task of a message', () => {
  assert.equal(blankTask(draft), undefined)
  assert.equal(blankTask({ ...draft, name: ' ' })?.key, draft.tasks[0]?.key)
  const { key } = named(draft, 'Questions')
  assert.equal(blankTask(withTask(draft, key, { name: ' ' }))?.key, key)
  const problem = problemIn(draft, 'tasks: [3]: start_on: Must not be after the due date')
  assert.deepEqual(problem, { key, text: 'Start date: Must not be after the due date' })
  assert.equal(problemIn(draft, 'name: Missing input'), null)
})

test('a field gets the value of a template, with the names that are known', () => {
  const field = (resource_subtype: string): FieldValue => ({ gid: '9', name: 'Field', resource_subtype })
  const find = (gid: string) => (gid === '5' ? { gid, name: 'Five' } : undefined)
  const value = (type: string, given: unknown) => {
    const { gid: _, name: __, resource_subtype: ___, ...rest } = withSent(field(type), given, find)
    return rest
  }
  const five = { gid: '5', name: 'Five' }
  const hidden = { gid: '6', name: 'Private' }
  assert.deepEqual(value('text', 'high'), { text_value: 'high' })
  assert.deepEqual(value('number', 1.5), { number_value: 1.5 })
  assert.deepEqual(value('enum', '5'), { enum_value: five, display_value: 'Five' })
  assert.deepEqual(value('multi_enum', ['5']), { multi_enum_values: [five], display_value: 'Five' })
  assert.deepEqual(value('people', ['5', '6']), { people_value: [five, hidden], display_value: 'Five, Private' })
  assert.deepEqual(value('date', { date: '2026-02-03' }), { date_value: { date: '2026-02-03', date_time: null } })
  assert.deepEqual(value('enum', undefined), { enum_value: null, display_value: null })
  assert.deepEqual(value('people', undefined), { people_value: [], display_value: null })
  assert.deepEqual(value('date', undefined), { date_value: null })
})
