/** The text index after writes: it has the words of what was committed, and no others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fieldWorld } from '../../../test/harness/fields.ts'
import { makeProject } from '../../../test/harness/work.ts'
import { type World, world } from '../../../test/harness/world.ts'
import { tokensOf } from '../../lib/tokens.ts'
import { deleteWhere, update } from '../change.ts'
import type { Reader } from '../db.ts'
import { statement } from '../statement.ts'
import { countTextDifferences, repairTexts } from './difference.ts'

const found = statement<{ object: number; words: string }>(
  (param, db) => sql<{ object: number; words: string }>`select object, ' ' || title || ' ' || body as words
    from search_texts where gid in (${db.dialect.textsWith(param('query'))}) and workspace = ${param('workspace')}
    order by object`,
)

/** The objects with all words of a text in one of theirs; the last word is a prefix. */
async function objectsWith({ store, workspace }: World, text: string): Promise<string[]> {
  const { db }: Reader = store.read
  const tokens = tokensOf(text)
  const rows = await store.read.all(found, {
    workspace: Number(workspace),
    query: db.dialect.wordQuery(Number(workspace), tokens, true),
  })
  // The newest texts are found even if they have other words.
  const matching = rows.filter(({ words }) => tokens.every(token => words.includes(` ${token}`)))
  return [...new Set(matching.map(({ object }) => String(object)))]
}

test('a task is found by its name, its notes and its comments, as soon as they are written', async () => {
  const home = await world()
  const { ann, workspace } = home
  const task = await ann.create('/tasks', { workspace, name: 'Größere Bühne', notes: 'Rent it early' })
  const rich = await ann.create('/tasks', { workspace, html_notes: '<body><strong>Stage</strong> lights</body>' })
  const comment = await ann.create(`/tasks/${task}/stories`, { text: 'The carpenter asked' })
  assert.deepEqual(await objectsWith(home, 'grossere buh'), [task])
  assert.deepEqual(await objectsWith(home, 'stage light'), [rich])
  assert.deepEqual(await objectsWith(home, 'carp'), [task])
  await ann.put(`/stories/${comment}`, { text: 'The painter asked' })
  assert.deepEqual([await objectsWith(home, 'carp'), await objectsWith(home, 'painter')], [[], [task]])
  await ann.delete(`/stories/${comment}`)
  assert.deepEqual(await objectsWith(home, 'painter'), [])
  await ann.put(`/tasks/${task}`, { name: 'Small stage' })
  assert.deepEqual(await objectsWith(home, 'buh'), [])
  assert.deepEqual(await objectsWith(home, 'stage'), [task, rich])
  assert.equal(await countTextDifferences(home.store.read), 0)
})

test('a project is found by its name and notes, a task by the text of its custom fields', async () => {
  const home = await fieldWorld()
  const { ann, workspace, task, put } = home
  const project = await ann.create('/projects', { workspace, name: 'Opening night', notes: 'With an orchestra' })
  assert.deepEqual(await objectsWith(home, 'orchestra'), [project])
  await put('text', 'Violins first')
  assert.deepEqual(await objectsWith(home, 'viol'), [task])
  await put('text', 'Cellos first')
  assert.deepEqual([await objectsWith(home, 'viol'), await objectsWith(home, 'cello')], [[], [task]])
  await put('text', null)
  assert.deepEqual(await objectsWith(home, 'cello'), [])
  assert.equal(await countTextDifferences(home.store.read), 0)
})

test('the index has no names of linked objects', async () => {
  const home = await world()
  const { ann, workspace } = home
  const secret = await ann.create('/tasks', { workspace, name: 'Takeover' })
  await ann.create('/tasks', { workspace, html_notes: `<body>See <a data-asana-gid="${secret}"/></body>` })
  assert.deepEqual(await objectsWith(home, 'takeover'), [secret])
  assert.deepEqual(await objectsWith(home, 'private'), [])
})

test('words of another workspace are never found', async () => {
  const home = await world()
  const task = await home.ann.create('/tasks', { workspace: home.workspace, name: 'Lighthouse' })
  assert.deepEqual(await objectsWith(home, 'lighthouse'), [task])
  assert.deepEqual(await objectsWith({ ...home, workspace: `${home.workspace}1` }, 'lighthouse'), [])
})

test('a write that changes no text leaves the index as it is', async () => {
  const home = await world()
  const { gid } = await makeProject(home, { members: [[home.ann, 'admin']] })
  const task = await home.ann.create('/tasks', { projects: [gid], name: 'Curtain' })
  const rows = () => home.store.read.db.selectFrom('search_texts').selectAll().execute()
  const before = await rows()
  await home.ann.put(`/tasks/${task}`, { completed: true, due_on: '2026-03-01' })
  await home.ann.post(`/tasks/${task}/removeProject`, { project: gid })
  assert.deepEqual(await rows(), before)
})

test('a damaged index is detected and repaired', async () => {
  const home = await world()
  const { ann, store, workspace } = home
  const [changed, missing] = [
    await ann.create('/tasks', { workspace, name: 'Changed' }),
    await ann.create('/tasks', { workspace, name: 'Missing' }),
  ]
  await store.write(async tx => {
    await update(tx, 'tasks', { gid: Number(changed) }, { name: 'Renamed' })
    await deleteWhere(tx, 'search_texts', { gid: Number(changed) })
    await deleteWhere(tx, 'search_texts', { gid: Number(missing) })
    tx.rowChanges.splice(0)
  })
  assert.equal(await countTextDifferences(store.read), 2)
  assert.equal(await repairTexts(store), 2)
  assert.equal(await countTextDifferences(store.read), 0)
  assert.deepEqual(await objectsWith(home, 'renamed'), [changed])
  assert.equal(await repairTexts(store), 0)
})
