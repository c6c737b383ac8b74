/** Views: from a list and the state of a view to the rows on the screen. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contextOf, enumValue, ME_IS, task } from './views/sample.ts'
import { arrange, DEFAULT_VIEW, isManual, type ViewState } from './views.ts'

const ben = { gid: '901', resource_type: 'user', name: 'Ben' }
const ann = { gid: ME_IS, resource_type: 'user', name: 'Ann' }
const priority = {
  ...{ gid: '77', resource_type: 'custom_field', name: 'Priority' },
  enum_options: [
    { gid: 'h', name: 'High' },
    { gid: 'l', name: 'Low' },
  ],
}

const context = contextOf(
  {
    Doing: [
      task('Task 10', { assignee: '901', due_on: '2026-12-08', ...enumValue('77', 'l', 'Low') }),
      task('Task 9', { due_on: '2026-12-10', ...enumValue('77', null) }),
    ],
    Done: [
      task('Late', { assignee: ME_IS, completed: true, due_on: '2026-12-01', ...enumValue('77', 'h', 'High') }),
      task('Alone', { assignee: ME_IS, ...enumValue('77', 'h', 'High') }),
    ],
  },
  [ann, ben, priority],
)

const rows = (view: Partial<ViewState>) =>
  arrange({ ...DEFAULT_VIEW, ...view }, context).map(({ kind, gid, title, count }) =>
    kind === 'task' ? gid : `${title} ${count}`,
  )

test('completed tasks are hidden unless the view shows them', () => {
  assert.deepEqual(rows({}), ['Doing 2', 'Task 10', 'Task 9', 'Done 1', 'Alone'])
  assert.deepEqual(rows({ show: 'completed' }), ['Doing 0', 'Done 1', 'Late'])
  assert.deepEqual(rows({ show: 'all' }), ['Doing 2', 'Task 10', 'Task 9', 'Done 2', 'Late', 'Alone'])
})

test('filters hide tasks and keep the sections', () => {
  const filters = [{ field: 'assignee', operator: 'is', value: ['me'] }]
  assert.deepEqual(rows({ filters }), ['Doing 0', 'Done 1', 'Alone'])
})

test('a task that was just added stays, although no filter matches it', () => {
  const view = { ...DEFAULT_VIEW, filters: [{ field: 'assignee', operator: 'is', value: ['me'] }] }
  const found = arrange(view, { ...context, isKept: gid => gid === 'Task 9' })
  assert.deepEqual(
    found.flatMap(({ kind, gid }) => (kind === 'task' ? gid : [])),
    ['Task 9', 'Alone'],
  )
})

test('tasks are sorted inside their sections, texts in natural order, empty values last in both directions', () => {
  assert.deepEqual(rows({ sort: ['name'] }), ['Doing 2', 'Task 9', 'Task 10', 'Done 1', 'Alone'])
  assert.deepEqual(rows({ show: 'all', sort: ['due_on'] }).slice(3), ['Done 2', 'Late', 'Alone'])
  assert.deepEqual(rows({ show: 'all', sort: ['-due_on'] }).slice(3), ['Done 2', 'Late', 'Alone'])
})

test('groups have the order of names or options, and the tasks without a value come last', () => {
  assert.deepEqual(rows({ group: 'assignee' }), ['Ann 1', 'Alone', 'Ben 1', 'Task 10', 'No assignee 1', 'Task 9'])
  assert.deepEqual(rows({ group: '77' }), ['High 1', 'Alone', 'Low 1', 'Task 10', 'None 1', 'Task 9'])
  assert.deepEqual(rows({ group: 'completed', show: 'completed' }), ['Completed 1', 'Late'])
})

test('due dates are grouped by period, and a completed task is not overdue', () => {
  assert.deepEqual(rows({ group: 'due_on', show: 'all' }), [
    ...['Overdue 1', 'Task 10', 'Tomorrow 1', 'Task 9', 'Earlier 1', 'Late', 'No due date 1', 'Alone'],
  ])
})

test('the gid of a group names its value, and a task keeps its section in it', () => {
  const [group, first] = arrange({ ...DEFAULT_VIEW, group: '77' }, context)
  assert.equal(group?.gid, 'group:h')
  assert.deepEqual([first?.gid, first?.section, first?.level], ['Alone', 'Done', 2])
})

test('a collapsed group hides its tasks', () => {
  const collapsed = { ...context, isCollapsed: (gid: string) => gid === 'group:h' }
  const found = arrange({ ...DEFAULT_VIEW, group: '77' }, collapsed)
  assert.deepEqual(
    found.slice(0, 2).map(({ gid, isExpanded }) => [gid, isExpanded]),
    [
      ['group:h', false],
      ['group:l', true],
    ],
  )
})

test('the order is manual without sort and groups', () => {
  assert.equal(isManual(DEFAULT_VIEW), true)
  assert.equal(isManual({ ...DEFAULT_VIEW, sort: ['name'] }), false)
  assert.equal(isManual({ ...DEFAULT_VIEW, group: 'tags' }), false)
})

test('the work of filtering, sorting and grouping ten thousand tasks is that of one sort', () => {
  let reads = 0
  const tasks = Array.from({ length: 10_000 }, (_, index) => {
    const one = task(`t${index}`, { assignee: index % 3 ? ME_IS : '901' })
    const get = () => {
      reads++
      return `Task ${(index * 7919) % 10_000}`
    }
    return Object.defineProperty(one, 'name', { get })
  })
  const large = contextOf({ One: tasks }, [ann, ben])
  const view: ViewState = { ...DEFAULT_VIEW, sort: ['name', '-due_on'], group: 'assignee' }
  assert.equal(arrange(view, large).length, 10_002)
  const comparisons = 10_000 * Math.ceil(Math.log2(10_000))
  assert.ok(reads <= 2 * comparisons, `${reads} reads of names`)
})
