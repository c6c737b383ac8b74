import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { signedIn, type Visitor } from '../../../test/harness/sign_in/console.ts'
import { makeProject, setActive } from '../../../test/harness/work.ts'
import { type Json, type Person, world } from '../../../test/harness/world.ts'

/** A task with a comment, and a status update, in a project of Ann; Ben can comment on both, Vi can view them. */
async function scene() {
  const all = await world()
  const { ann, ben, person } = all
  const vi = await person('Vi')
  const { gid: project } = await makeProject(all, {
    members: [
      [ann, 'admin'],
      [ben, 'commenter'],
      [vi, 'viewer'],
    ],
  })
  const task = await ann.create('/tasks', { name: 'Task', projects: [project] })
  const story = await ann.create(`/tasks/${task}/stories`, { text: 'Done' })
  const status = await ann.create('/status_updates', { parent: project, status_type: 'on_track', text: 'Well' })
  const page = (one: Person) => signedIn(all, one)
  return { ...all, vi, project, task, story, status, page }
}

const react = async (visitor: Visitor, target: string, emoji: string): Promise<string> =>
  (await ok(visitor.post('/reactions', { target, emoji }))).data.gid

const summaryOf = async (person: Person, path: string): Promise<Json> =>
  (await ok(person.get(`${path}?opt_fields=reaction_summary`))).data.reaction_summary

const listed = (person: Person, target: string, emoji: string) =>
  person.get(`/reactions?target=${target}&emoji_base=${encodeURIComponent(emoji)}`)

for (const type of ['story', 'status'] as const) {
  test(`a ${type} sums up the reactions to it by emoji`, async () => {
    const all = await scene()
    const { ann, ben, vi, page } = all
    const [anns, bens] = [await page(ann), await page(ben)]
    const path = type === 'story' ? `/stories/${all.story}` : `/status_updates/${all.status}`
    assert.deepEqual(await summaryOf(ann, path), [])
    await react(anns, all[type], '👍🏽')
    await react(bens, all[type], '👍')
    await react(bens, all[type], '🎉')
    const party = { emoji_base: '🎉', variant: '🎉', count: 1 }
    const thumb = { emoji_base: '👍', count: 2 }
    assert.deepEqual(await summaryOf(ann, path), [
      { ...thumb, variant: '👍🏽', reacted: true },
      { ...party, reacted: false },
    ])
    assert.deepEqual(await summaryOf(ben, path), [
      { ...thumb, variant: '👍', reacted: true },
      { ...party, reacted: true },
    ])
    assert.deepEqual(await summaryOf(vi, path), [
      { ...thumb, variant: '👍', reacted: false },
      { ...party, reacted: false },
    ])
    assert.deepEqual((await ann.get(path)).data.reaction_summary, await summaryOf(ann, path))
    const counts = (await ann.get(`${path}?opt_fields=reaction_summary.count`)).data.reaction_summary
    assert.deepEqual(counts, [{ count: 2 }, { count: 1 }])
  })

  test(`the reactions to a ${type} with one emoji are listed with the emoji that each person chose`, async () => {
    const all = await scene()
    const { ann, ben, vi, page } = all
    const mine = await react(await page(ann), all[type], '👍🏽')
    await react(await page(ann), all[type], '🎉')
    const other = await react(await page(ben), all[type], '👍')
    const { data } = await listed(vi, all[type], '👍')
    const user = (gid: string, name: string) => ({ gid, resource_type: 'user', name })
    assert.deepEqual(data, [
      { gid: mine, resource_type: 'reaction', emoji: '👍🏽', user: user(ann.gid, 'Ann') },
      { gid: other, resource_type: 'reaction', emoji: '👍', user: user(ben.gid, 'Ben') },
    ])
    assert.deepEqual((await listed(vi, all[type], '👎')).data, [])
  })
}

test('stories in a list show their reactions', async () => {
  const { ann, ben, task, story, page } = await scene()
  const second = await ann.create(`/tasks/${task}/stories`, { text: 'Really' })
  await react(await page(ben), story, '👍')
  await react(await page(ben), second, '🎉')
  const { data } = await ann.get(`/tasks/${task}/stories?opt_fields=reaction_summary.emoji_base`)
  const found = new Map(data.map(({ gid, reaction_summary }: Json) => [gid, reaction_summary]))
  assert.deepEqual(found.get(story), [{ emoji_base: '👍' }])
  assert.deepEqual(found.get(second), [{ emoji_base: '🎉' }])
})

test('a person has one reaction with each emoji: another skin tone replaces it', async () => {
  const { ann, story, page } = await scene()
  const visitor = await page(ann)
  const first = await react(visitor, story, '👍')
  assert.equal(await react(visitor, story, '👍🏿'), first)
  const { data } = await listed(ann, story, '👍')
  assert.deepEqual(
    data.map(({ emoji }: Json) => emoji),
    ['👍🏿'],
  )
})

test('a person reacts to one object with at most 20 emoji', async () => {
  const { ann, story, page } = await scene()
  const visitor = await page(ann)
  const emoji = Array.from({ length: 21 }, (_, index) => String.fromCodePoint(0x1f600 + index))
  for (const one of emoji.slice(0, 20)) await react(visitor, story, one)
  const { status, message } = await visitor.post('/reactions', { target: story, emoji: emoji[20] })
  assert.deepEqual([status, message], [400, 'A person can react with at most 20 emoji'])
})

test('people remove their own reactions, and no other ones', async () => {
  const { ann, ben, story, page } = await scene()
  const gid = await react(await page(ann), story, '👍')
  assert.equal((await (await page(ben)).delete(`/reactions/${gid}`)).status, 404)
  await ok((await page(ann)).delete(`/reactions/${gid}`))
  assert.equal((await (await page(ann)).delete(`/reactions/${gid}`)).status, 404)
  assert.deepEqual((await listed(ann, story, '👍')).data, [])
})

test('a text that is no emoji is refused', async () => {
  const { ann, story, page } = await scene()
  const visitor = await page(ann)
  for (const emoji of ['', 'yes', '👍👍', '<script>']) {
    const { status, message } = await visitor.post('/reactions', { target: story, emoji })
    assert.deepEqual([status, message], [400, 'emoji: Not an emoji'])
  }
  const { status, message } = await listed(ann, story, 'yes')
  assert.deepEqual([status, message], [400, 'emoji_base: Not an emoji'])
})

test('a list of reactions needs a target and an emoji', async () => {
  const { ann, story } = await scene()
  const missing = async (query: string) => (await ann.get(`/reactions?${query}`)).message
  assert.equal(await missing('emoji_base=x'), 'target: Missing input')
  assert.equal(await missing(`target=${story}`), 'emoji_base: Missing input')
})

test('reactions require the right to comment, and are unknown to a stranger', async () => {
  const all = await scene()
  const { ben, vi, person, story, status, task, page } = all
  const stranger = await person('Sue')
  for (const [type, target] of Object.entries({ story, status_update: status })) {
    const viewer = await (await page(vi)).post('/reactions', { target, emoji: '👍' })
    assert.deepEqual([viewer.status, viewer.message], [403, `You do not have access to this ${type}.`])
    const unseen = await (await page(stranger)).post('/reactions', { target, emoji: '👍' })
    assert.deepEqual([unseen.status, unseen.message], [400, `target: Not a recognized ID: ${target}`])
    const read = await listed(stranger, target, '👍')
    assert.deepEqual([read.status, read.message], [400, `target: Not a recognized ID: ${target}`])
  }
  const visitor = await page(ben)
  for (const target of [task, '1', 'x', '']) {
    const { status, message } = await visitor.post('/reactions', { target, emoji: '👍' })
    assert.deepEqual([status, message], [400, `target: Not a recognized ID: ${target}`])
  }
  await setActive(all, ben, false)
  assert.equal((await visitor.post('/reactions', { target: story, emoji: '👍' })).status, 400)
})

test('people like stories and status updates in the web app', async () => {
  const { ann, ben, story, status, page } = await scene()
  const visitor = await page(ben)
  for (const [target, path] of [
    [story, `/stories/${story}`],
    [status, `/status_updates/${status}`],
  ] as const) {
    const likes = async (person: Person) => {
      const { data } = await person.get(`${path}?opt_fields=liked,num_likes,likes.user.name`)
      return [data.liked, data.num_likes, data.likes.map(({ user }: Json) => user.name)]
    }
    for (let count = 0; count < 2; count++) await ok(visitor.put('/likes', { target, liked: true }))
    assert.deepEqual(await likes(ben), [true, 1, ['Ben']])
    assert.deepEqual(await likes(ann), [false, 1, ['Ben']])
    await ok(visitor.put('/likes', { target, liked: false }))
    assert.deepEqual(await likes(ben), [false, 0, []])
  }
})

test('reactions to a deleted comment are purged with it', async () => {
  const { ann, story, page, store, clock, jobs } = await scene()
  await react(await page(ann), story, '👍')
  await ok(ann.delete(`/stories/${story}`))
  assert.equal((await (await page(ann)).post('/reactions', { target: story, emoji: '🎉' })).status, 400)
  clock.now += 31 * 24 * 60 * 60 * 1000
  await jobs.tick()
  assert.deepEqual(await store.read.db.selectFrom('reactions').selectAll().execute(), [])
})
