/** Rules with workers of several instances: each change starts each rule once, and each run happens once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordFailure } from '../../src/jobs/automation/failures.ts'
import { loadDefinition } from '../../src/resources/automation/rules/definition.ts'
import { updateRule } from '../../src/resources/automation/rules/rule.ts'
import { MAX_DEPTH } from '../../src/resources/automation/rules/start_runs.ts'
import { findForUpdate } from '../../src/store/change.ts'
import type { Writer } from '../../src/store/db.ts'
import { nextRun } from '../../src/store/queries/automation/runs.ts'
import { atOnce, instances, whileBlockedBy } from '../harness/instances.ts'
import { ok } from '../harness/sample.ts'
import { signedIn } from '../harness/sign_in/console.ts'
import { makeProject } from '../harness/work.ts'
import type { Json } from '../harness/world.ts'

/** Instances with a project, whose rules Ann creates. */
async function ruleInstances() {
  const all = await instances()
  const { ann, workers, store } = all
  const { gid: project, sections } = await makeProject(all, { sections: ['One', 'Two'], members: [[ann, 'admin']] })
  const console = await signedIn(all, ann)
  const rule = async (trigger: Json, actions: Json[]) =>
    (await ok(console.post('/rules', { project, name: 'Rule', trigger, actions }))).data as Json
  const tick = () => Promise.all(workers.map(worker => worker.tick()))
  /** Runs all workers until no run waits, and again for each rule of a chain that the last runs may start. */
  const settle = async () => {
    for (let idle = 0; idle <= MAX_DEPTH + 1; ) {
      await tick()
      idle = (await nextRun(store.read, Number(project))) ? 0 : idle + 1
    }
  }
  return { ...all, project, sections, rule, tick, settle }
}

test('rules act once for each change, whichever instance starts and performs them', async () => {
  const { ann, project, rule, tick, settle } = await ruleInstances()
  await rule({ kind: 'task_added' }, [{ kind: 'create_subtask', name: 'Part' }])
  await rule({ kind: 'task_added' }, [{ kind: 'create_subtask', name: 'Other part' }])
  const tasks: string[] = []
  for (let round = 0; round < 4; round++) {
    const [made] = await Promise.all([
      atOnce(one => ann.create('/tasks', { name: `Task ${one}`, projects: [project] }), 5),
      tick(),
    ])
    tasks.push(...made)
  }
  await settle()
  for (const task of tasks) {
    const { data } = await ok(ann.get(`/tasks/${task}/subtasks?opt_fields=name`))
    assert.deepEqual((data as unknown as Json[]).map(({ name }) => name).sort(), ['Other part', 'Part'])
  }
})

test('a request that is sent while a run of the same rule happens starts another run', async () => {
  const { ann, project, rule, tick, settle } = await ruleInstances()
  const { rule_trigger } = await rule({ kind: 'incoming_request' }, [{ kind: 'comment', text: '{{count}}' }])
  const resource = await ann.create('/tasks', { name: 'Task', projects: [project] })
  const run = (count: number) =>
    ann.post(`/rule_triggers/${rule_trigger.gid}/run`, { resource, action_data: { count } })
  await Promise.all([atOnce(count => ok(run(count)), 10), tick()])
  await Promise.all([ok(run(10)), tick()])
  await settle()
  const { data } = await ok(ann.get(`/tasks/${resource}/stories?opt_fields=text,resource_subtype`))
  const texts = (data as unknown as Json[]).flatMap(story =>
    story.resource_subtype === 'comment_added' ? story.text : [],
  )
  assert.deepEqual(
    texts.sort((a, b) => a - b),
    Array.from({ length: 11 }, (_, count) => String(count)),
  )
})

test('two rules that start each other end, whichever instance performs them', async () => {
  const { ann, project, sections, rule, settle, store } = await ruleInstances()
  const [one, two] = sections
  await rule({ kind: 'task_moved', section: one }, [{ kind: 'move', section: two }])
  await rule({ kind: 'task_moved', section: two }, [{ kind: 'move', section: one }])
  await Promise.all([1, 2, 3].map(() => ann.create('/tasks', { name: 'Task', projects: [project] })))
  await settle()
  const runs = await store.read.db.selectFrom('rule_runs').select(['depth', 'state']).orderBy('depth').execute()
  assert.deepEqual(
    runs.map(({ depth, state }) => `${depth} ${state}`),
    [1, 2, 3, 4, 5].flatMap(depth => Array(3).fill(`${depth} done`)).concat(Array(3).fill('6 failed')),
  )
})

test('failures of a rule that are recorded at once all count, and pause it', async () => {
  const { rule, stores, store } = await ruleInstances()
  const gid = Number((await rule({ kind: 'task_added' }, [{ kind: 'comment', text: 'x' }])).gid)
  const paused = await atOnce(one => (stores[one % 2] ?? store).write(tx => recordFailure(tx, gid, 'refused')), 5)
  assert.equal(paused.filter(reason => reason !== undefined).length, 1)
  const [found] = await store.read.db.selectFrom('rules').select(['failures', 'active']).execute()
  assert.deepEqual([found?.failures, found?.active], [5, 0])
})

test('a person who activates a rule while another one changes it activates what that one wrote', async () => {
  const { ben, project, rule, store, ...all } = await ruleInstances()
  await ok(all.ann.post(`/projects/${project}/addMembers`, { members: [ben.gid] }))
  const written = await rule({ kind: 'task_added' }, [{ kind: 'comment', text: 'x' }])
  const secret = await all.ann.create('/projects', { workspace: all.workspace, name: 'Secret' })
  const visitor = await signedIn({ ...all, store }, ben)
  const change = async (tx: Writer) => {
    const before = await findForUpdate(tx, 'rules', { gid: Number(written.gid) })
    assert.ok(before)
    const definition = { ...loadDefinition(before.definition), actions: [{ kind: 'add_to_project', project: secret }] }
    await updateRule(tx, before.owner, before, { definition })
  }
  const [answer] = await whileBlockedBy(store, change, () => visitor.post(`/rules/${written.gid}/activate`))
  assert.equal(answer.status, 400, 'he cannot use the project')
  const [stored] = await store.read.db.selectFrom('rules').select('owner').execute()
  assert.equal(stored?.owner, Number(all.ann.gid))
})
