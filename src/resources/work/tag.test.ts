import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../../../test/harness/world.ts'

test('a tag can be created, read, updated and deleted', async () => {
  const { ann, workspace } = await world()
  const made = await ann.post('/tags', { workspace, name: 'urgent', color: 'dark-red', followers: ['me'] })
  assert.equal(made.status, 201)
  assert.equal(made.headers.location, `/api/1.0/tags/${made.data.gid}`)
  assert.deepEqual(made.data.workspace, { gid: workspace, resource_type: 'workspace', name: 'Example' })
  assert.deepEqual(made.data.followers, [{ gid: ann.gid, resource_type: 'user', name: 'Ann' }])
  const gid = made.data.gid
  const changed = await ann.put(`/tags/${gid}?opt_fields=name,color,workspace`, { name: 'calm', color: null })
  assert.deepEqual(changed.data, {
    gid,
    name: 'calm',
    color: null,
    workspace: { gid: workspace, resource_type: 'workspace' },
  })
  assert.deepEqual((await ann.delete(`/tags/${gid}`)).body, { data: {} })
  const deleted = await ann.get(`/tags/${gid}`)
  assert.deepEqual([deleted.status, deleted.message], [404, `tag: Unknown object: ${gid}`])
})

test('the tags of a workspace are paged without loss', async () => {
  const { ann, workspace } = await world()
  const gids: string[] = []
  for (let index = 0; index < 5; index++) gids.push(await ann.create('/tags', { workspace, name: `tag ${index}` }))
  const seen: string[] = []
  let path: string | undefined = `/workspaces/${workspace}/tags?limit=2`
  while (path) {
    const answer = await ann.get(path)
    assert.equal(answer.status, 200)
    seen.push(...answer.data.map((tag: { gid: string }) => tag.gid))
    path = answer.body.next_page?.path
  }
  assert.deepEqual(seen, gids)
})

test('a tag is invisible outside its organization', async () => {
  const { ann, person, workspace } = await world()
  const gid = await ann.create('/tags', { workspace, name: 'ours' })
  const stranger = await person('Sam', null)
  const answer = await stranger.get(`/tags/${gid}`)
  assert.deepEqual([answer.status, answer.message], [404, `tag: Not a recognized ID: ${gid}`])
  assert.deepEqual((await stranger.get('/tags')).data, [])
})
