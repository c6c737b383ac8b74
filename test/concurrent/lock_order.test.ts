/** Lock order: transactions that need the same rows in different orders do not deadlock. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendRequests } from '../../src/jobs/automation/send_requests.ts'
import { findForUpdate, insert } from '../../src/store/change.ts'
import type { Writer } from '../../src/store/db.ts'
import { advisoryLock } from '../../src/store/locks.ts'
import { captureSql } from '../harness/captured_sql.ts'
import { type Instances, instances, whileBlockedBy } from '../harness/instances.ts'
import { ok } from '../harness/sample.ts'
import { signedIn } from '../harness/sign_in/console.ts'
import { makeProject } from '../harness/work.ts'
import type { Answer } from '../harness/world.ts'

const take = captureSql()

const DEADLOCK = '40P01'

type Outcome = Pick<Answer, 'status' | 'message'>

/** Throws unless both calls succeed without a deadlock once `work` has committed. */
async function assertNoDeadlock(
  { store }: Instances,
  work: (tx: Writer) => Promise<unknown>,
  ...both: [() => Promise<Outcome>, () => Promise<Outcome>]
) {
  take()
  const answers = await whileBlockedBy<[Outcome, Outcome]>(store, work, ...both)
  for (const { status, message } of answers) assert.ok(status < 300, String(message))
  assert.ok(
    take().every(({ errorCode }) => errorCode !== DEADLOCK),
    'a deadlock was detected',
  )
}

test('writes that create tasks in the same projects in different orders do not deadlock', async () => {
  const all = await instances()
  const { ann } = all
  const some = () => makeProject(all, { members: [[ann, 'admin']] })
  const [one, other] = [await some(), await some()]
  const sections = [...one.sections, ...other.sections].map(Number)
  const makes = (projects: string[]) => () => ann.post('/tasks', { projects })
  await assertNoDeadlock(
    all,
    tx => advisoryLock(tx, 'positions', ...sections),
    makes([one.gid, other.gid]),
    makes([other.gid, one.gid]),
  )
})

test('writes that remove the followers of a task in different orders do not deadlock', async () => {
  const all = await instances()
  const { ann, ben, workspace } = all
  const followers = [ben.gid, (await all.person('Eva')).gid]
  const task = await ann.create('/tasks', { workspace, followers })
  const removeFollowers = (followers: string[]) => () => ann.post(`/tasks/${task}/removeFollowers`, { followers })
  await assertNoDeadlock(
    all,
    tx => findForUpdate(tx, 'task_followers', { task: Number(task) }),
    removeFollowers(followers),
    removeFollowers(followers.toReversed()),
  )
})

test('writes that create projects for each other do not deadlock', async () => {
  const all = await instances()
  const { ann, ben, workspace } = all
  await assertNoDeadlock(
    all,
    tx => findForUpdate(tx, 'workspace_memberships', { workspace: Number(workspace) }),
    () => ann.post('/projects', { workspace, name: 'Plan', owner: ben.gid }),
    () => ben.post('/projects', { workspace, name: 'Plan', owner: ann.gid }),
  )
})

test('an invitation in the console and one by the API do not deadlock', async () => {
  const all = await instances()
  const { ann, workspace } = all
  const visitor = await signedIn(all, await all.person('Eva', { is_admin: true }))
  const newcomer = 'tom@example.com'
  // The first call records the use of a token or a session, which is a write of its own.
  await Promise.all([ann.get('/users/me'), visitor.get('/session')])
  await assertNoDeadlock(
    all,
    tx => advisoryLock(tx, 'people', Number(workspace)),
    () => visitor.post(`/organizations/${workspace}/invitations`, { email: newcomer }),
    () => ann.post(`/workspaces/${workspace}/addUser`, { user: newcomer }),
  )
})

test('assigning a task to a person who follows it or comments on it at once does not deadlock', async () => {
  const all = await instances()
  const { ann, ben } = all
  const { gid } = await makeProject(all, {
    members: [
      [ann, 'admin'],
      [ben, 'editor'],
    ],
  })
  await Promise.all([ann.get('/users/me'), ben.get('/users/me')])
  const others = [
    (task: string) => ann.post(`/tasks/${task}/addFollowers`, { followers: [ben.gid] }),
    (task: string) => ben.post(`/tasks/${task}/stories`, { text: 'Words' }),
  ]
  for (const other of others) {
    const task = await ann.create('/tasks', { projects: [gid] })
    await assertNoDeadlock(
      all,
      tx => findForUpdate(tx, 'tasks', { gid: Number(task) }),
      () => ann.put(`/tasks/${task}`, { assignee: ben.gid }),
      () => other(task),
    )
  }
})

test('moving a task below another and creating a subtask there do not deadlock', async () => {
  const all = await instances()
  const { ann, workspace } = all
  const [task, parent] = [await ann.create('/tasks', { workspace }), await ann.create('/tasks', { workspace })]
  await assertNoDeadlock(
    all,
    tx => advisoryLock(tx, 'positions', Number(parent)),
    () => ann.post(`/tasks/${task}/setParent`, { parent }),
    () => ann.post(`/tasks/${parent}/subtasks`, { name: 'Part' }),
  )
})

test('deleting a rule and giving up a request of it do not deadlock', async () => {
  const all = await instances()
  const { ann, stores } = all
  const { gid: project } = await makeProject(all, { members: [[ann, 'admin']] })
  const console = await signedIn(all, ann)
  const actions = [{ kind: 'comment', text: 'ran' }]
  const written = await ok(console.post('/rules', { project, name: 'Rule', trigger: { kind: 'task_added' }, actions }))
  const rule = Number(written.data.gid)
  const request = { rule, url: 'https://example.com', body: '{}', attempts: 0, send_at: 0, created_at: 0 }
  await all.store.write(tx => insert(tx, 'rule_requests', { gid: tx.gid(), ...request }))
  const post = async () => ({ status: null, secret: null, text: '', error: 'refused', isRefused: true })
  const job = sendRequests({ store: stores[1] ?? all.store, clock: Date.now, post, notify: async () => {} })
  await assertNoDeadlock(
    all,
    tx => findForUpdate(tx, 'rules', { gid: rule }),
    () => console.delete(`/rules/${rule}`),
    async () => {
      await job.perform(rule)
      return { status: 200, message: undefined }
    },
  )
})
