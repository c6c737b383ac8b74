import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allPages, gidsOf, makeProject, setActive } from '../../../test/harness/work.ts'
import { type Json, type Person, world } from '../../../test/harness/world.ts'

/** The gids of comments, without system stories. */
async function commentsOf(person: Person, path: string): Promise<string[]> {
  const { data } = await person.get(path)
  return data.filter(({ type }: Json) => type === 'comment').map(({ gid }: Json) => gid)
}

/** A task in a project with a member at each access level. */
async function discussion() {
  const home = await world()
  const { ann, person } = home
  const [editor, commenter, viewer] = [await person('Edi'), await person('Com'), await person('Vie')]
  const { gid } = await makeProject(home, {
    members: [
      [ann, 'admin'],
      [editor, 'editor'],
      [commenter, 'commenter'],
      [viewer, 'viewer'],
    ],
  })
  const task = await ann.create('/tasks', { projects: [gid], name: 'Talk' })
  return { ...home, editor, commenter, viewer, task, path: `/tasks/${task}/stories` }
}

test('a comment has its author and creation time', async () => {
  const { ann, task, path } = await discussion()
  const before = (await ann.get(`/tasks/${task}`)).data
  const made = await ann.post(path, { text: 'Hello\nthere', sticker_name: 'trophy', is_pinned: true })
  assert.equal(made.status, 201)
  const { gid, created_at, ...rest } = made.data
  assert.equal(made.headers.location, `/api/1.0/stories/${gid}`)
  const created_by = { gid: ann.gid, resource_type: 'user', name: 'Ann' }
  const expected = {
    ...{ resource_type: 'story', type: 'comment', resource_subtype: 'comment_added', source: 'api' },
    ...{ text: 'Hello\nthere', created_by, sticker_name: 'trophy', is_pinned: true, is_edited: false },
    ...{ is_editable: true, liked: false, num_likes: 0, likes: [], previews: [], reaction_summary: [] },
    target: { gid: task, resource_type: 'task', name: 'Talk', resource_subtype: 'default_task' },
  }
  for (const [name, value] of Object.entries(expected)) assert.deepEqual(rest[name], value, name)
  for (const absent of ['html_text', 'old_name', 'assignee', 'project']) assert.ok(!(absent in rest), absent)
  const { data } = await ann.get(path)
  const compact = { gid, created_at, created_by, text: 'Hello\nthere', type: 'comment' }
  assert.deepEqual(data.at(-1), { ...compact, resource_type: 'story', resource_subtype: 'comment_added' })
  assert.ok((await ann.get(`/tasks/${task}`)).data.modified_at > before.modified_at)
})

test('a rich text comment is stored, and returned as plain text too', async () => {
  const { ann, path } = await discussion()
  const rich = '<body>Look, <strong>here</strong></body>'
  const gid = await ann.create(path, { html_text: rich })
  const { data } = await ann.get(`/stories/${gid}?opt_fields=text,html_text`)
  assert.deepEqual(data, { gid, text: 'Look, here', html_text: rich })
})

test('an editor who comments on a task follows it, a commenter does not', async () => {
  const { ann, editor, commenter, task, path } = await discussion()
  await editor.create(path, { text: 'Me too' })
  const comment = await commenter.create(path, { text: 'And me' })
  const { data } = await ann.get(`/tasks/${task}`)
  assert.deepEqual(
    data.followers.map(({ name }: Json) => name),
    ['Ann', 'Edi'],
  )
  assert.equal((await commenter.put(`/tasks/${task}`, { name: 'Mine now' })).status, 403)
  assert.equal((await commenter.put(`/stories/${comment}`, { text: 'And I' })).data.is_edited, true)
})

test('an author can edit a comment, and the story is marked as edited', async () => {
  const { editor, ann, task, path } = await discussion()
  const gid = await editor.create(path, { text: 'Helo' })
  const one = `/stories/${gid}`
  assert.equal((await editor.put(one, { text: 'Helo', sticker_name: 'heart' })).data.is_edited, false)
  const { data } = await editor.put(one, { text: 'Hello' })
  assert.deepEqual([data.text, data.is_edited, data.sticker_name], ['Hello', true, 'heart'])
  assert.equal((await ann.get(one)).data.is_editable, false)
  const pinned = await ann.put(one, { is_pinned: true })
  assert.deepEqual([pinned.data.is_pinned, pinned.data.text], [true, 'Hello'])
  assert.deepEqual((await editor.delete(one)).body, { data: {} })
  const deleted = await editor.get(one)
  assert.deepEqual([deleted.status, deleted.message], [404, `story: Unknown object: ${gid}`])
  assert.deepEqual(await commentsOf(ann, `/tasks/${task}/stories`), [])
})

test('a comment without text, or with both forms of text, is refused', async () => {
  const { ann, path } = await discussion()
  const gid = await ann.create(path, { text: 'Yes' })
  const refused: [Json, string][] = [
    [{ text: ' \n' }, 'text: Missing input'],
    [{ text: 'a', html_text: '<body>a</body>' }, 'html_text: Cannot be given together with text'],
    [{ html_text: '<p>a</p>' }, 'XML is invalid'],
    [{ html_text: '<body><h1>a</h1></body>' }, 'XML is invalid'],
    [{ html_text: '<body></body>' }, 'html_text: Missing input'],
    [{ text: null }, 'text: Cannot be null'],
    [{ text: 'a', sticker_name: 'skull' }, 'sticker_name: Not a recognized value: skull'],
    [{ text: 'a', is_pinned: 'maybe' }, 'is_pinned: Not true or false: maybe'],
  ]
  for (const [given, text] of refused) {
    for (const answer of [await ann.post(path, given), await ann.put(`/stories/${gid}`, given)]) {
      assert.equal(answer.status, 400, JSON.stringify(given))
      assert.ok(answer.message?.endsWith(text), `${answer.message} for ${JSON.stringify(given)}`)
    }
  }
  for (const given of [{}, { sticker_name: 'heart' }]) {
    assert.equal((await ann.post(path, given)).message, 'text: Missing input')
  }
  assert.deepEqual(await commentsOf(ann, path), [gid])
  assert.equal((await ann.get(`/stories/${gid}`)).data.text, 'Yes')
})

test('viewers of a task read its stories, commenters comment, and editors pin', async () => {
  const { ann, ben, person, editor, commenter, viewer, path } = await discussion()
  const gid = await ann.create(path, { text: 'Welcome' })
  const tries = async (who: Person) => [
    (await who.get(path)).status,
    (await who.get(`/stories/${gid}`)).status,
    (await who.post(path, { text: 'Hi' })).status,
    (await who.post(path, { text: 'Hi', is_pinned: true })).status,
    (await who.put(`/stories/${gid}`, { is_pinned: true })).status,
    (await ann.put(`/stories/${gid}`, { is_pinned: false })).status,
    (await who.put(`/stories/${gid}`, { text: 'Bye' })).status,
    (await who.delete(`/stories/${gid}`)).status,
  ]
  assert.deepEqual(await tries(editor), [200, 200, 201, 201, 200, 200, 403, 403])
  assert.deepEqual(await tries(commenter), [200, 200, 201, 403, 403, 200, 403, 403])
  assert.deepEqual(await tries(viewer), [200, 200, 403, 403, 403, 200, 403, 403])
  for (const who of [ben, await person('Sam', null), await person('Gus', { is_guest: true })]) {
    assert.deepEqual(await tries(who), [404, 404, 404, 404, 404, 200, 404, 404])
  }
  const [change, remove] = [
    await editor.put(`/stories/${gid}`, { text: 'Bye' }),
    await editor.delete(`/stories/${gid}`),
  ]
  assert.equal(change.message, 'Only its author can change a comment.')
  assert.equal(remove.message, 'Only its author can delete a story.')
  assert.equal((await ann.get(`/stories/${gid}`)).data.text, 'Welcome')
})

test('stories are not found while their task is in the trash', async () => {
  const { ann, task, path } = await discussion()
  const gid = await ann.create(path, { text: 'Hi' })
  await ann.delete(`/tasks/${task}`)
  assert.equal((await ann.get(`/stories/${gid}`)).status, 404)
  assert.equal((await ann.delete(`/stories/${gid}`)).status, 404)
  assert.equal((await ann.get(path)).status, 404)
})

test('a former member is still named as the author, and has no rights', async () => {
  const home = await discussion()
  const { ann, editor, path } = home
  const gid = await editor.create(path, { text: 'Bye' })
  await setActive(home, editor, false)
  assert.equal((await ann.get(`/stories/${gid}`)).data.created_by.name, 'Edi')
  assert.equal((await editor.delete(`/stories/${gid}`)).status, 404)
})

test('system stories cannot be changed, and only their author can delete them', async () => {
  const { ann, editor, task, path } = await discussion()
  await ann.put(`/tasks/${task}`, { name: 'Walk' })
  const gid = (await gidsOf(ann, path)).at(-1)
  for (const [given, text] of [
    [{ text: 'mine' }, 'text: Only comments can be changed'],
    [{ is_pinned: true }, 'is_pinned: Only comments and attachments can be pinned'],
  ] as const) {
    const answer = await ann.put(`/stories/${gid}`, given)
    assert.deepEqual([answer.status, answer.message], [400, text])
  }
  const { data } = await ann.get(`/stories/${gid}`)
  assert.deepEqual([data.text, data.old_name, data.is_editable], ['Ann changed the name to "Walk"', 'Talk', false])
  assert.equal((await editor.delete(`/stories/${gid}`)).status, 403)
  assert.equal((await ann.delete(`/stories/${gid}`)).status, 200, 'the caller made the change')
  assert.equal((await ann.get(`/stories/${gid}`)).status, 404)
})

test('stories are listed oldest first, and paged without loss during inserts', async () => {
  const { ann, path } = await discussion()
  const gids = await gidsOf(ann, path)
  const more = async () => void gids.push(await ann.create(path, { text: `${gids.length}` }))
  for (let index = 0; index < 5; index++) await more()
  const seen = await allPages(ann, `${path}?limit=2`, async page => {
    if (page < 3) await more()
  })
  assert.deepEqual(seen, gids)
})
