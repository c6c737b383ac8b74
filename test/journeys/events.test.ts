/**
 * The official JavaScript clients follow a busy project through their own event streams while several writers change
 * it: they miss nothing and receive nothing twice. So do programs with the habits of the other official clients.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listeningWorld } from '../harness/clients/listening.ts'
import { times } from '../harness/engine.ts'
import { packages } from '../harness/packages.ts'
import type { Json, Person } from '../harness/world.ts'

const { skip, load } = await packages('test/clients/asana')
const asana = load('asana')
const asana1 = load('asana-v1')

const WRITERS = 4
const CHANGES = times(2000)
/** Each rename of a task is an event of the task and of its story. */
const RENAMES = CHANGES / WRITERS

/** A project with a task for each writer. */
async function home() {
  const world = await listeningWorld()
  const { ann, workspace } = world
  const project = await ann.create('/projects', { workspace, name: 'Busy' })
  const tasks: string[] = []
  for (let count = 0; count < WRITERS; count++) {
    tasks.push(await ann.create('/tasks', { name: `T${count}`, projects: [project] }))
  }
  const url = `${world.origin}/api/1.0/events?resource=${project}`
  const headers = { authorization: `Bearer ${ann.token}` }
  const read = async (sync: string | undefined): Promise<Json> => {
    const answer = await fetch(sync === undefined ? url : `${url}&sync=${sync}`, { headers })
    return { status: answer.status, ...((await answer.json()) as Json) }
  }
  return { ...world, project, tasks, read }
}

/** Renames the task of each writer, all at the same time, and then reports completion. */
async function write(ann: Person, tasks: string[], renames = RENAMES): Promise<void> {
  const one = async (task: string) => {
    for (let count = 0; count < renames; count++) {
      const { status } = await ann.put(`/tasks/${task}`, { name: `${task} ${count}` })
      assert.equal(status, 200)
    }
  }
  await Promise.all(tasks.map(one))
  await Promise.all(tasks.map(task => ann.put(`/tasks/${task}`, { completed: true })))
}

const isRename = ({ change }: Json) => change?.field === 'name'
const isEnd = ({ change }: Json) => change?.field === 'completed'

/** Checks every rename once, its notes once, and the events of each task in order. */
function complete(events: Json[], tasks: string[], renames = RENAMES) {
  const stories = events.filter(({ type }) => type === 'story').map(({ resource }) => resource.gid)
  assert.equal(new Set(stories).size, stories.length, 'no story comes twice')
  assert.equal(stories.length, tasks.length * (renames + 1))
  for (const task of tasks) {
    const own = events.filter(({ resource }) => resource.gid === task)
    assert.equal(own.filter(isRename).length, renames)
    const moments = own.map(({ created_at }) => created_at)
    assert.deepEqual(moments, moments.toSorted())
  }
}

test('asana 1.0.5 streams 2,000 changes of several writers and misses none', { skip }, async () => {
  const { origin, ann, project, tasks } = await home()
  const client = asana1.Client.create({ asanaBaseUrl: `${origin}/`, logAsanaChangeWarnings: false })
  const { events } = client.useAccessToken(ann.token)
  const stream = events.stream(project, { periodSeconds: 0.02 })
  const seen: Json[] = []
  let done = 0
  const finished = new Promise<void>((resolve, reject) => {
    // The client reports the first response as an error, which contains the sync token.
    stream.on('error', (error: Json) => {
      if (error.status === 412) stream.syncToken = error.value.sync
      else reject(error)
    })
    stream.on('data', (event: Json) => {
      seen.push(event)
      if (isEnd(event)) done++
      if (done === WRITERS && seen.length >= 2 * CHANGES) resolve()
    })
  })
  while (!stream.syncToken) await new Promise(resolve => setTimeout(resolve, 5))
  await write(ann, tasks)
  await finished
  stream.events.get = () => new Promise(() => {})
  complete(seen, tasks)
})

test('asana 3.2.0 reads 2,000 changes page by page and misses none', { skip }, async () => {
  const { origin, ann, project, tasks } = await home()
  const { instance } = asana.ApiClient
  instance.basePath = `${origin}/api/1.0`
  instance.authentications.token.accessToken = ann.token
  const api = new asana.EventsApi()
  const { sync: first } = await api.getEvents(project, {}).then(
    () => assert.fail('there is no token yet'),
    (error: Json) => error.response.body,
  )
  const [seen, state] = [[] as Json[], { open: true, sync: first as string }]
  const written = write(ann, tasks).finally(() => {
    state.open = false
  })
  const step = async (): Promise<boolean> => {
    const { data, _response } = await api.getEvents(project, { sync: state.sync, limit: 100 })
    seen.push(...data)
    state.sync = _response.sync
    return _response.has_more
  }
  while (state.open) await step()
  await written
  while (await step());
  complete(seen, tasks)
})

test('a Python client restarts with the sync token of the 412, and never moves it within a step', async () => {
  const { ann, tasks, read } = await home()
  const refused = await read(undefined)
  assert.equal(refused.status, 412)
  await write(ann, tasks, 5)
  const [one, again] = [await read(refused.sync), await read(refused.sync)]
  assert.deepEqual(one.data, again.data)
  assert.deepEqual([one.has_more, again.has_more], [false, false])
  complete(one.data, tasks, 5)
})

test('a Ruby client treats a 412 as an empty step, and continues from there', async () => {
  const { ann, tasks, read } = await home()
  const seen: Json[] = []
  let sync: string | undefined
  for (let step = 0; step < 5; step++) {
    const body = await read(sync)
    sync = body.sync as string
    seen.push(...(body.data ?? []))
    if (step === 1) await write(ann, tasks, 5)
  }
  complete(seen, tasks, 5)
})
