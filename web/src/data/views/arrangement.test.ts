/** Arrangements: the rows of a view after changes are those of the view, and a change costs its own work only. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createLists, entryGid, entryPatch } from '../lists.ts'
import { createRecords, type Gid, type Patch } from '../records.ts'
import { arrange, DEFAULT_VIEW, type ViewRow, type ViewState } from '../views.ts'
import { type ArrangementContext, createArrangement } from './arrangement.ts'
import { ME_IS, TODAY_IS } from './sample.ts'

const LIST = 'list'
const FIELD = '77'
const HOURS = '78'
const section = (gid: Gid, rank: string, name = gid): Patch => ({
  gid,
  members: { resource_type: 'section', name, list: LIST, rank },
})
const option = (gid: Gid | null) => [{ gid: FIELD, resource_subtype: 'enum', enum_value: gid && { gid, name: gid } }]
const hours = (number_value: number | null) => [{ gid: HOURS, resource_subtype: 'number', number_value }]
const person = (gid: Gid, name: string): Patch => ({ gid, members: { resource_type: 'user', name } })
const BLANK = { resource_type: 'task', completed: false, assignee: null, due_on: null, tags: [], num_subtasks: 0 }
const task = (gid: Gid, members: Readonly<Record<string, unknown>> = {}): Patch => ({
  gid,
  members: { ...BLANK, name: gid, ...members },
})

/** A list on a page: its records, the rows of a view that follows them, and those of the view computed anew. */
function pageOf(view: ViewState, patches: readonly Patch[]) {
  const records = createRecords()
  const lists = createLists(records)
  records.confirm([
    ...[section('s1', 'a1'), section('s2', 'a2'), person(ME_IS, 'Ann'), person('901', 'Ben')],
    {
      gid: FIELD,
      members: { resource_type: 'custom_field', name: 'Priority', enum_options: [{ gid: 'h' }, { gid: 'l' }] },
    },
    ...patches,
  ])
  const changed = new Set<Gid>()
  records.subscribe(gids => {
    for (const gid of gids) changed.add(gid)
  })
  let layout: Omit<ArrangementContext, 'contents'> = {
    ...{ user: ME_IS, today: TODAY_IS, canAdd: true, isCollapsed: () => false, isExpanded: gid => gid === 't1' },
    summed: [HOURS],
    subtasks: gid => lists.contents(gid).entries.map(({ item }) => item),
  }
  let reads = 0
  const arrangement = createArrangement(LIST, one => {
    reads++
    return records.get(one)
  })
  const context = (): ArrangementContext => ({ ...layout, contents: lists.contents(LIST) })
  const follow = (): readonly ViewRow[] => {
    const rows = arrangement.rows(view, context(), new Set(changed))
    changed.clear()
    return rows
  }
  /** The rows after everything that no longer matches was released. */
  const settled = (): readonly ViewRow[] => {
    follow()
    for (const gid of arrangement.kept()) arrangement.release(gid)
    return follow()
  }
  const anew = () => arrange(view, { ...context(), get: records.get })
  /** The sums of a section, added up anew from the tasks of its rows. */
  const sumsAnew = (of: Gid): Readonly<Record<Gid, number>> => {
    const flat = {
      ...context(),
      isCollapsed: () => false,
      isExpanded: () => false,
      growing: undefined,
      get: records.get,
    }
    const numbers = arrange({ ...view, group: null }, flat).flatMap(({ kind, gid: one, section: at }) => {
      const [value] =
        kind === 'task' && at === of ? ((records.get(one)?.custom_fields as ReturnType<typeof hours>) ?? []) : []
      return typeof value?.number_value === 'number' ? value.number_value : []
    })
    const sum = numbers.reduce((all, one) => all + one, 0)
    return layout.summed?.includes(HOURS) && numbers.length > 0 ? { [HOURS]: Math.round(sum * 10) / 10 || 0 } : {}
  }
  const draw = (part: Partial<ArrangementContext>) => {
    layout = { ...layout, ...part }
  }
  return { records, arrangement, follow, settled, anew, sumsAnew, draw, reads: () => reads }
}

const TASKS = ['t1', 't2', 't3', 't4', 't5', 't6']
const gid = fc.constantFrom(...TASKS)
const members = fc.oneof(
  fc.record({ name: fc.constantFrom('', 'a', 'b 2', 'b 10', 'Ä') }),
  fc.record({ completed: fc.boolean() }),
  fc.record({ assignee: fc.constantFrom(null, ME_IS, '901') }),
  fc.record({ due_on: fc.constantFrom(null, '2026-12-01', '2026-12-09', '2026-12-20') }),
  fc.record({ custom_fields: fc.constantFrom(null, 'h', 'l', 'archived').map(option) }),
  fc.record({ custom_fields: fc.constantFrom(null, 0.1, 0.2, -0.3, 7).map(hours) }),
  fc.record({ num_subtasks: fc.constantFrom(0, 1) }),
)
const rank = fc.constantFrom('a1', 'a3', 'a5', 'b1')
const sectionGid = fc.constantFrom(null, 's1', 's2')
/** What changes at once: tasks, places, what tasks refer to. */
const change: fc.Arbitrary<Patch> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ gid, members }) },
  { weight: 2, arbitrary: fc.tuple(gid, members).map(([one, more]) => task(one, more)) },
  { weight: 1, arbitrary: gid.map(one => ({ gid: one, members: null })) },
  { weight: 4, arbitrary: fc.tuple(gid, sectionGid, rank).map(([one, of, at]) => entryPatch(LIST, one, of, at)) },
  { weight: 1, arbitrary: gid.map(one => ({ gid: entryGid(LIST, one), members: null })) },
  { weight: 1, arbitrary: fc.tuple(gid, rank).map(([one, at]) => entryPatch('t1', one, null, at)) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('s1', 's2', 's3'), rank).map(([one, at]) => section(one, at)) },
  { weight: 1, arbitrary: fc.constantFrom('Ann', 'Zoe').map(name => person(ME_IS, name)) },
)
/** What else changes: what is folded and unfolded, and the day. */
const drawing: fc.Arbitrary<Partial<ArrangementContext>> = fc.oneof(
  fc.constantFrom('s1', 'group:h', '').map(one => ({ isCollapsed: (gid: Gid) => gid === one })),
  gid.map(one => ({ isExpanded: (other: Gid) => other === one })),
  fc.record({ canAdd: fc.boolean() }),
  fc.record({ growing: fc.constantFrom(undefined, ...TASKS) }),
  fc.record({ today: fc.constantFrom(TODAY_IS, '2026-12-20') }),
  fc.record({ hasEmptyGroups: fc.boolean() }),
  fc.record({ summed: fc.constantFrom([], [HOURS]) }),
)
const view: fc.Arbitrary<ViewState> = fc
  .record({
    show: fc.constantFrom('incomplete', 'completed', 'all'),
    filters: fc.constantFrom(
      ...[
        [],
        [{ field: 'assignee', operator: 'is', value: ['me'] }],
        [{ field: 'due_on', operator: 'overdue', value: [] }],
      ],
    ),
    sort: fc.uniqueArray(fc.constantFrom('name', '-due_on', 'assignee', FIELD, '-completed'), { maxLength: 3 }),
    group: fc.constantFrom(null, 'assignee', 'due_on', FIELD),
  })
  .map(state => ({ ...DEFAULT_VIEW, ...state }) as ViewState)

test('rows and sums that follow changes are those of the view', () => {
  const start = TASKS.flatMap((one, at) => [task(one), entryPatch(LIST, one, at % 2 ? 's1' : 's2', `a${at}`)])
  fc.assert(
    fc.property(view, fc.array(fc.tuple(fc.array(change, { maxLength: 3 }), fc.option(drawing))), (state, all) => {
      // Many tasks that do not change, so that one change is not one of few.
      const still = Array.from({ length: 40 }, (_, at) => [task(`x${at}`), entryPatch(LIST, `x${at}`, 's1', `b${at}`)])
      const page = pageOf(state, [...start, ...still.flat()])
      const agree = () => {
        assert.deepEqual(page.settled(), page.anew())
        for (const one of ['s1', 's2']) assert.deepEqual(page.arrangement.sums(one), page.sumsAnew(one))
      }
      agree()
      for (const [patches, drawn] of all) {
        page.records.confirm(patches)
        page.draw(drawn ?? {})
        agree()
      }
    }),
    { numRuns: 300 },
  )
})

const COUNT = 10_000
const LARGE = Array.from({ length: COUNT }, (_, at) => [
  task(`${at}`, { name: `Task ${(at * 7919) % COUNT}`, assignee: at % 3 ? ME_IS : '901' }),
  entryPatch(LIST, `${at}`, at % 2 ? 's1' : 's2', `a${String(at).padStart(5, '0')}`),
]).flat()

for (const [what, state, patch, drawn] of [
  ['a name that the view does not read', {}, { gid: '5', members: { name: 'Other' } }, 0],
  ['a name by which it sorts', { sort: ['name'] }, { gid: '5', members: { name: 'Other' } }, 0],
  ['a number that is summed', {}, { gid: '5', members: { custom_fields: hours(2) } }, 0],
  ['a place', {}, entryPatch(LIST, '5', 's2', 'a00500'), 3],
  ['a group', { group: 'assignee', sort: ['name'] }, { gid: '5', members: { assignee: null } }, 4],
] as const) {
  test(`a change of ${what} among ten thousand tasks reads and draws few rows`, () => {
    const page = pageOf({ ...DEFAULT_VIEW, ...state }, LARGE)
    const former = new Set(page.follow())
    page.records.confirm([patch])
    const before = page.reads()
    const rows = page.follow()
    assert.ok(page.reads() - before < 20, `${page.reads() - before} records were read`)
    assert.ok(rows.filter(row => !former.has(row)).length <= drawn)
    assert.deepEqual(rows, page.anew())
  })
}

test('a task that is completed stays until it is released, and nothing stays when the view changes', () => {
  const page = pageOf(DEFAULT_VIEW, [
    task('a'),
    task('b'),
    entryPatch(LIST, 'a', 's1', 'a1'),
    entryPatch(LIST, 'b', 's1', 'a2'),
  ])
  const tasks = (rows: readonly ViewRow[]) => rows.flatMap(({ kind, gid: one }) => (kind === 'task' ? one : []))
  page.follow()
  page.records.confirm([{ gid: 'a', members: { completed: true } }])
  assert.deepEqual(tasks(page.follow()), ['a', 'b'])
  assert.deepEqual(page.arrangement.kept(), ['a'])
  page.arrangement.release('a')
  assert.deepEqual(tasks(page.follow()), ['b'])
  page.records.confirm([{ gid: 'b', members: { completed: true } }])
  assert.deepEqual(tasks(page.follow()), ['b'])
  page.records.remove(['b'])
  assert.deepEqual(tasks(page.follow()), [])
})

test('a person by whose name tasks are sorted is part of what the rows follow', () => {
  const page = pageOf({ ...DEFAULT_VIEW, sort: ['assignee'] }, [
    task('a', { assignee: '901' }),
    entryPatch(LIST, 'a', 's1', 'a1'),
  ])
  page.follow()
  assert.equal(page.arrangement.refersTo('901'), true)
  assert.equal(page.arrangement.refersTo('902'), false)
})
