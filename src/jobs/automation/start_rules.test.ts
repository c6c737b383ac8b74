/** Triggers: which changes start a rule, once each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RuleWorld, ruleWorld } from '../../../test/harness/automation/rules.ts'
import { ok } from '../../../test/harness/sample.ts'
import { createOperationRunner } from '../../http/operations.ts'
import { START_DATED_RULES } from '../../resources/automation/rules/dated.ts'
import { MAX_WAITING_RUNS, startRuns } from '../../resources/automation/rules/start_runs.ts'
import { insertAll, update } from '../../store/change.ts'
import { nextRun } from '../../store/queries/automation/runs.ts'
import { listJobs } from '../../store/queries/jobs/queue.ts'
import { createJobs } from '../kinds.ts'
import { startDatedRules } from './start_dated_rules.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const comment = (text = 'ran') => [{ kind: 'comment', text }]

test('a task that is created in the project starts a rule, and one elsewhere does not', async () => {
  const { rule, task, comments, other } = await ruleWorld()
  await rule({ kind: 'task_added' }, comment())
  assert.deepEqual(await comments(await task()), ['ran'])
  assert.deepEqual(await comments(await task({ projects: [other] })), [])
})

test('a task that is added to the project later starts a rule', async () => {
  const { rule, task, comments, other, project, ann, tick } = await ruleWorld()
  await rule({ kind: 'task_added' }, comment())
  const gid = await task({ projects: [other] })
  await ok(ann.post(`/tasks/${gid}/addProject`, { project }))
  await tick()
  assert.deepEqual(await comments(gid), ['ran'])
})

test('a subtask of a task in the project starts no rule', async () => {
  const { rule, task, comments, ann, tick } = await ruleWorld()
  const parent = await task()
  await rule({ kind: 'task_completed' }, comment())
  const subtask = await ann.create(`/tasks/${parent}/subtasks`, { name: 'Part' })
  await ok(ann.put(`/tasks/${subtask}`, { completed: true }))
  await tick()
  assert.deepEqual(await comments(subtask), [])
  assert.deepEqual(await comments(parent), [])
})

test('a task that comes into a section starts the rules of that section and of any section', async () => {
  const { rule, task, comments, ann, tick, sections } = await ruleWorld()
  const [todo, done] = sections
  await rule({ kind: 'task_moved' }, comment('any'))
  await rule({ kind: 'task_moved', section: done }, comment('done'))
  const gid = await task()
  assert.deepEqual(await comments(gid), ['any'])
  await ok(ann.post(`/sections/${done}/addTask`, { task: gid }))
  await tick()
  assert.deepEqual(await comments(gid), ['any', 'any', 'done'])
  await ok(ann.post(`/sections/${todo}/addTask`, { task: gid }))
  await tick()
  assert.deepEqual(await comments(gid), ['any', 'any', 'done', 'any'])
})

test('a move between sections of another project starts no rule of this one', async () => {
  const { rule, task, comments, ann, tick, other, project } = await ruleWorld()
  const gid = await task({ projects: [project, other] })
  await rule({ kind: 'task_moved' }, comment())
  const section = await ann.create(`/projects/${other}/sections`, { name: 'Later' })
  await ok(ann.post(`/sections/${section}/addTask`, { task: gid }))
  await tick()
  assert.deepEqual(await comments(gid), [])
})

test('a task that is completed starts a rule, and one that is reopened does not', async () => {
  const { rule, task, comments, ann, tick } = await ruleWorld()
  await rule({ kind: 'task_completed' }, comment())
  const gid = await task()
  await ok(ann.put(`/tasks/${gid}`, { completed: true }))
  await tick()
  await ok(ann.put(`/tasks/${gid}`, { completed: false }))
  await tick()
  assert.deepEqual(await comments(gid), ['ran'])
})

test('a change of a field starts only the rules of that field', async () => {
  const { rule, task, comments, ann, tick } = await ruleWorld()
  await rule({ kind: 'field_changed', field: 'assignee' }, comment('assignee'))
  await rule({ kind: 'field_changed', field: 'due_on' }, comment('due date'))
  await rule({ kind: 'field_changed', field: 'tags' }, comment('tags'))
  const gid = await task()
  await ok(ann.put(`/tasks/${gid}`, { assignee: 'me', name: 'Other' }))
  await tick()
  await ok(ann.put(`/tasks/${gid}`, { due_on: '2026-03-01' }))
  await tick()
  assert.deepEqual(await comments(gid), ['assignee', 'due date'])
})

test('a change of the value of a custom field starts only the rules of that custom field', async () => {
  const { rule, task, comments, ann, tick, workspace, project } = await ruleWorld()
  const field = async (name: string) => {
    const custom_field = await ann.create('/custom_fields', {
      workspace,
      name,
      resource_subtype: 'number',
      precision: 0,
    })
    await ok(ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field }))
    return custom_field
  }
  const [effort, cost] = [await field('Effort'), await field('Cost')]
  await rule({ kind: 'custom_field_changed', custom_field: effort }, comment('effort'))
  const gid = await task()
  for (const custom_fields of [{ [cost]: 1 }, { [effort]: 2 }]) {
    await ok(ann.put(`/tasks/${gid}`, { custom_fields }))
    await tick()
  }
  assert.deepEqual(await comments(gid), ['effort'])
})

test('a date starts a rule once when it approaches, and once more when it changed', async () => {
  const { rule, task, comments, ann, tick } = await ruleWorld()
  await rule({ kind: 'date_approaching', field: 'due_on', days: 2 }, comment())
  // The clock starts on 5 January 2026.
  const gid = await task({ due_on: '2026-01-08' })
  const completed = await task({ due_on: '2026-01-08', completed: true })
  const past = await task({ due_on: '2026-01-01' })
  await tick(DAY_MS / 2)
  assert.deepEqual(await comments(gid), [])
  await tick(DAY_MS / 2)
  await tick(DAY_MS / 2)
  await tick(DAY_MS)
  assert.deepEqual(await comments(gid), ['ran'])
  await ok(ann.put(`/tasks/${gid}`, { due_on: '2026-01-09' }))
  await tick(DAY_MS / 4)
  await tick(DAY_MS / 4)
  assert.deepEqual(await comments(gid), ['ran', 'ran'])
  assert.deepEqual([...(await comments(completed)), ...(await comments(past))], [])
})

const dateApproaches = { kind: 'date_approaching', field: 'due_on', days: 2 }

/** The job about dates, on a store that calls `before` and `after` around each write. */
const datedJob = ({ store, clock }: RuleWorld, { before = async () => {}, after = async () => {} }) =>
  startDatedRules({
    clock: () => clock.now,
    store: {
      ...store,
      async write(...args) {
        await before()
        const value = await store.write(...args)
        await after()
        return value
      },
    },
  })

test('a rule that is paused, changed or deleted while its dates are read does not start, and others do', async () => {
  const w = await ruleWorld()
  const { rule, task, console, store } = w
  for (const act of [
    (path: string) => console.post(`${path}/pause`),
    (path: string) => console.put(path, { trigger: { ...dateApproaches, days: 0 } }),
    (path: string) => console.delete(path),
  ]) {
    await task({ due_on: '2026-01-06' })
    const [first, other] = [await rule(dateApproaches, comment()), await rule(dateApproaches, comment())]
    let isDone = false
    const before = async () => {
      if (!isDone) await ok(act(`/rules/${first.gid}`))
      isDone = true
    }
    await datedJob(w, { before }).perform(0)
    const runs = await store.read.db.selectFrom('rule_runs').select('rule').execute()
    const started = (gid: string) => runs.some(run => run.rule === Number(gid))
    assert.deepEqual([started(first.gid), started(other.gid)], [false, true])
  }
})

test('the job about dates ends when the queue of a project is full, also while its runs end', async () => {
  const w = await ruleWorld()
  const { rule, store, clock, ann, workspace } = w
  const made = Number((await rule(dateApproaches, comment())).gid)
  const project = Number(w.project)
  for (let count = 0; count < 3; count++) await ann.create('/tasks', { projects: [w.project], due_on: '2026-01-06' })
  await store.write(tx =>
    startRuns(
      tx,
      Array.from({ length: MAX_WAITING_RUNS - 1 }, (_, change) => ({
        ...{ rule: made, project, workspace: Number(workspace), task: 1, change, depth: 1 },
      })),
    ),
  )
  const after = async () => {
    const run = await nextRun(store.read, project)
    await store.write(tx => update(tx, 'rule_runs', { gid: run?.gid ?? 0 }, { finished_at: clock.now }))
  }
  await datedJob(w, { after }).perform(0)
  assert.equal((await store.read.db.selectFrom('rule_dates').selectAll().execute()).length, 1)
})

test('a start date that approaches starts a rule about start dates', async () => {
  const { rule, task, comments, tick } = await ruleWorld()
  await rule({ kind: 'date_approaching', field: 'start_on', days: 0 }, comment())
  const gid = await task({ start_on: '2026-01-06', due_on: '2026-01-20' })
  await tick(DAY_MS)
  assert.deepEqual(await comments(gid), ['ran'])
})

const MINUTE_MS = 60 * 1000

test('the job about dates runs every ten minutes after a rule about them is created, changed or activated', async () => {
  const { rule, store, clock, tick, console } = await ruleWorld()
  const minutes = async () => {
    const due = (await listJobs(store.read, 100)).find(({ kind }) => kind === START_DATED_RULES)?.run_at ?? 0
    return (due - clock.now) / MINUTE_MS
  }
  const idle = async () => {
    await tick(60 * MINUTE_MS)
    assert.equal(await minutes(), 60)
  }
  const trigger = { kind: 'date_approaching', field: 'due_on', days: 0 }
  await idle()
  const { gid: dated } = await rule(trigger, comment())
  assert.equal(await minutes(), 10)
  await tick(10 * MINUTE_MS)
  assert.equal(await minutes(), 10)

  await ok(console.post(`/rules/${dated}/pause`))
  await idle()
  await ok(console.post(`/rules/${dated}/activate`))
  assert.equal(await minutes(), 10)

  await ok(console.post(`/rules/${dated}/pause`))
  await idle()
  const { gid: changed } = await rule({ kind: 'task_added' }, comment())
  assert.equal(await minutes(), 60)
  await ok(console.put(`/rules/${changed}`, { trigger, conditions: [], actions: comment() }))
  assert.equal(await minutes(), 10)
})

test('a day is that of the time zone of the owner', async () => {
  const { rule, task, comments, tick, store, ann } = await ruleWorld()
  await store.write(tx => update(tx, 'users', { gid: Number(ann.gid) }, { time_zone: 'Pacific/Kiritimati' }))
  await rule({ kind: 'date_approaching', field: 'due_on', days: 0 }, comment())
  const gid = await task({ due_on: '2026-01-06' })
  // 19:30 in London on 5 January; half past nine on 6 January on Kiritimati.
  await tick(10.5 * 60 * 60 * 1000)
  assert.deepEqual(await comments(gid), ['ran'])
})

test('a rule starts only for changes after its creation, its change and its activation', async () => {
  const { rule, task, comments, ann, tick, console, project } = await ruleWorld()
  const gid = await ann.create('/tasks', { name: 'Before', projects: [project] })
  const { gid: made } = await rule({ kind: 'task_added' }, comment())
  await tick()
  assert.deepEqual(await comments(gid), [])
  await ok(console.post(`/rules/${made}/pause`))
  const meanwhile = await task()
  await ok(console.post(`/rules/${made}/activate`))
  assert.deepEqual(await comments(meanwhile), [])
  assert.deepEqual(await comments(await task()), ['ran'])
})

test('several workers on one store start and perform each run once', async () => {
  const w = await ruleWorld()
  const { rule, comments, ann, store, files, clock, project } = w
  await rule({ kind: 'task_added' }, comment())
  const shared = { store, files, clock: () => clock.now, key: 'a key of thirty-two characters..', log: () => {} }
  const options = {
    ...shared,
    post: async () => ({ status: 200, secret: null, text: '', error: null, isRefused: false }),
    ...{ notify: async () => {}, operations: createOperationRunner(shared) },
  }
  const workers = [createJobs(options), createJobs(options), createJobs(options)]
  const tasks: string[] = []
  for (let round = 0; round < 5; round++) {
    const ticking = workers.map(worker => worker.tick())
    tasks.push(await ann.create('/tasks', { name: 'One', projects: [project] }))
    await Promise.all(ticking)
    clock.now += 1000
  }
  await Promise.all(workers.map(worker => worker.tick()))
  clock.now += 1000
  await Promise.all(workers.map(worker => worker.tick()))
  for (const task of tasks) assert.deepEqual(await comments(task), ['ran'])
})

test('a rule starts no more runs when a thousand of its project wait', async () => {
  const { rule, shown, ann, store, clock, tick, project, task } = await ruleWorld()
  const { gid } = await rule({ kind: 'task_added' }, comment())
  const one = await task()
  const run = { rule: Number(gid), project: Number(project), workspace: 1, task: Number(one), change: null, depth: 1 }
  const ended = { state: 'waiting', reason: '', finished_at: null, first_change: null, last_change: null }
  await store.write(tx =>
    insertAll(
      tx,
      'rule_runs',
      Array.from({ length: 1000 }, () => ({ gid: tx.gid(), ...run, ...ended, payload: '{}', created_at: clock.now })),
    ),
  )
  await ann.create('/tasks', { name: 'Too many', projects: [project] })
  const { data } = await ok(ann.get(`/tasks?project=${project}`))
  assert.equal(data.length, 2)
  await tick()
  assert.match((await shown(gid)).last_error, /1000 runs of the project were waiting/)
})
