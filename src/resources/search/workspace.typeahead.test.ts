/** The typeahead: what matches, in which order, and what each person can see. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertBadRequest } from '../../../test/harness/fields.ts'
import { ok } from '../../../test/harness/sample.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import { makeProject } from '../../../test/harness/work.ts'
import { type Json, type Person, type World, world } from '../../../test/harness/world.ts'
import { insert } from '../../store/change.ts'
import { createUser, join } from '../people/rules/join.ts'

/** The names of the results, in order. */
async function completed(who: Person, { workspace }: Pick<World, 'workspace'>, type: string, query = '', more = '') {
  const words = new URLSearchParams({ resource_type: type, query })
  const { data } = await ok(who.get(`/workspaces/${workspace}/typeahead?${words}${more}`))
  return (data as unknown as Json[]).map(({ name }) => name)
}

async function favorite({ store, workspace }: World, { gid }: Person, type: string, object: string) {
  const row = { user: Number(gid), workspace: Number(workspace), resource_type: type, resource: Number(object) }
  await store.write(tx => insert(tx, 'favorites', { ...row, rank: 'a0' }))
}

test('a name is found by the beginning of any word, without case and diacritics', async () => {
  const home = await world()
  const { ann, workspace } = home
  for (const name of ['Größere Bühne', 'Small stage', 'Stage-door', '東京 plan'])
    await ann.create('/tags', { workspace, name })
  const tags = (query: string) => completed(ann, home, 'tag', query)
  assert.deepEqual(await tags('STA'), ['Small stage', 'Stage-door'])
  assert.deepEqual(await tags('buh'), ['Größere Bühne'])
  assert.deepEqual(await tags('grosse bü'), ['Größere Bühne'])
  assert.deepEqual(await tags('do st'), ['Stage-door'], 'all words must begin, in any order')
  assert.deepEqual(await tags('oor'), [])
  assert.deepEqual(await tags('東'), ['東京 plan'])
  assert.deepEqual(await tags('...'), [])
})

test('each type is found by its name', async () => {
  const home = await world()
  const { ann, workspace } = home
  const { gid: project } = await makeProject(home, { members: [[ann, 'admin']] })
  await ok(ann.put(`/projects/${project}`, { name: 'Harbour project' }))
  await ann.create('/tags', { workspace, name: 'Harbour tag' })
  await ann.create('/portfolios', { workspace, name: 'Harbour portfolio' })
  await ann.create('/goals', { workspace, name: 'Harbour goal' })
  await ann.create('/teams', { organization: workspace, name: 'Harbour team' })
  await ann.create('/tasks', { projects: [project], name: 'Harbour task' })
  await ann.create('/custom_fields', { workspace, name: 'Harbour field', resource_subtype: 'text' })
  const { data } = await ok(
    ann.post(`/projects/${project}/saveAsTemplate`, { name: 'Harbour template', public: false, workspace }),
  )
  await home.jobs.tick()
  assert.ok(data.gid)
  for (const [type, name] of Object.entries({
    ...{ project: 'Harbour project', tag: 'Harbour tag', portfolio: 'Harbour portfolio', team: 'Harbour team' },
    ...{
      goal: 'Harbour goal',
      task: 'Harbour task',
      custom_field: 'Harbour field',
      project_template: 'Harbour template',
    },
  }))
    assert.deepEqual(await completed(ann, home, type, 'harb'), [name], type)
})

test('a user is found by words of the name and by the address', async () => {
  const home = await world()
  const { ann } = home
  const { email } = await home.person('Zoë-van-Dyke', undefined as never)
  const users = (query: string, type = 'user') => completed(ann, home, type, query)
  assert.deepEqual(await users('dyk'), ['Zoë-van-Dyke'])
  assert.deepEqual(await users('zoe', 'actor'), ['Zoë-van-Dyke'])
  assert.deepEqual(await users(email), ['Zoë-van-Dyke'])
  assert.deepEqual(await users(email.slice(0, email.indexOf('@') + 3).toUpperCase()), ['Zoë-van-Dyke'])
  assert.deepEqual(await users(email.split('@')[1]?.slice(0, 4) ?? ''), [], 'not by the domain alone')
})

test('a renamed object is found by its new name only, and a deleted one not at all', async () => {
  const home = await world()
  const { ann, workspace } = home
  const tag = await ann.create('/tags', { workspace, name: 'Before' })
  await ok(ann.put(`/tags/${tag}`, { name: 'After' }))
  assert.deepEqual(
    [await completed(ann, home, 'tag', 'bef'), await completed(ann, home, 'tag', 'aft')],
    [[], ['After']],
  )
  await ok(ann.delete(`/tags/${tag}`))
  assert.deepEqual([await completed(ann, home, 'tag', 'aft'), await completed(ann, home, 'tag')], [[], []])
  const task = await ann.create('/tasks', { workspace, name: 'Gate' })
  await ok(ann.delete(`/tasks/${task}`))
  assert.deepEqual([await completed(ann, home, 'task', 'gate'), await completed(ann, home, 'task')], [[], []])
})

test('what the caller uses comes first, by frequency and recency, and favorites before that', async () => {
  const home = await world()
  const { ann, ben, workspace, jobs, clock } = home
  const projects = new Map<string, string>()
  for (const name of ['Alpha', 'Beta', 'Gamma', 'Delta']) {
    const { gid } = await makeProject(home, {
      members: [
        [ann, 'admin'],
        [ben, 'admin'],
      ],
    })
    await ok(ann.put(`/projects/${gid}`, { name: `Plan ${name}` }))
    projects.set(name, gid)
  }
  await jobs.tick()
  clock.now += 100 * 24 * 3600 * 1000
  const work = async (name: string) => {
    clock.now += 1000
    await ben.create('/tasks', {
      projects: [projects.get(name)],
      name: 'Work',
      assignee: name === 'Delta' ? ann.gid : null,
    })
  }
  for (const name of ['Delta', 'Delta', 'Gamma', 'Beta']) await work(name)
  await jobs.tick()
  const plans = (who: Person) => completed(who, home, 'project', 'plan')
  assert.deepEqual(await plans(ben), ['Plan Delta', 'Plan Beta', 'Plan Gamma', 'Plan Alpha'])
  assert.deepEqual(await completed(ben, home, 'project', '', '&count=3'), ['Plan Delta', 'Plan Beta', 'Plan Gamma'])
  await favorite(home, ben, 'project', projects.get('Alpha') ?? '')
  assert.deepEqual(await plans(ben), ['Plan Alpha', 'Plan Delta', 'Plan Beta', 'Plan Gamma'])
  assert.equal((await plans(ann))[0], 'Plan Delta', 'uses are personal')
  assert.deepEqual((await completed(ben, home, 'user')).slice(0, 1), ['Ann'], 'whom the caller assigns')
  clock.now += 100 * 24 * 3600 * 1000
  await work('Gamma')
  await jobs.tick()
  assert.equal((await plans(ben))[1], 'Plan Gamma', 'a recent use counts more than older ones')
  assert.deepEqual(await completed(ben, { workspace }, 'project', 'gam'), ['Plan Gamma'])
})

test('tasks that the caller follows come before others, then the ones modified last', async () => {
  const home = await world()
  const { ann, ben, clock } = home
  const { gid: project } = await makeProject(home, {
    members: [
      [ann, 'admin'],
      [ben, 'admin'],
    ],
  })
  const add = async (name: string, more: Json = {}) => {
    clock.now += 1000
    await ann.create('/tasks', { projects: [project], name, ...more })
  }
  await add('Step one', { followers: [ben.gid] })
  await add('Step two')
  await add('Step three')
  assert.deepEqual(await completed(ben, home, 'task', 'step'), ['Step one', 'Step three', 'Step two'])
})

test('an old task is found by a rare word, and by a frequent one in a project of the caller', async () => {
  const home = await world()
  const { ann, ben, clock } = home
  const { gid: own } = await makeProject(home, {
    members: [
      [ann, 'admin'],
      [ben, 'admin'],
    ],
  })
  const { gid: other } = await makeProject(home, { members: [[ann, 'admin']] })
  await ann.create('/tasks', { projects: [own], name: 'Review the submarine' })
  clock.now += 1000
  for (let count = 0; count < 310; count++) await ann.create('/tasks', { projects: [other], name: `Review ${count}` })
  assert.deepEqual(await completed(ben, home, 'task', 'subm'), ['Review the submarine'])
  assert.deepEqual(await completed(ben, home, 'task', 'revi'), ['Review the submarine'])
  assert.deepEqual(await completed(ben, home, 'task', 'r'), ['Review the submarine'])
})

test('nobody finds what they cannot see', async () => {
  const home = await world()
  const { ann, ben, person, workspace } = home
  const guest = await person('Gus Secretive', { is_guest: true } as never)
  const stranger = await person('Secret Stranger', null)
  const { gid: project } = await makeProject(home, { members: [[ann, 'admin']] })
  await ok(ann.put(`/projects/${project}`, { name: 'Secret project' }))
  const task = await ann.create('/tasks', { projects: [project], name: 'Secret task' })
  await ann.create('/portfolios', { workspace, name: 'Secret portfolio' })
  await ann.create('/custom_fields', {
    workspace,
    name: 'Secret field',
    resource_subtype: 'text',
    privacy_setting: 'private',
  })
  await ann.create('/teams', { organization: workspace, name: 'Secret team', visibility: 'secret' })
  await favorite(home, ben, 'project', project)
  const types = ['project', 'task', 'portfolio', 'custom_field', 'team']
  const seen = async (who: Person) => (await Promise.all(types.map(type => completed(who, home, type, 'sec')))).flat()
  assert.deepEqual((await seen(ann)).length, 5)
  const carl = await person('Carl')
  for (const who of [carl, guest]) assert.deepEqual(await seen(who), [])
  for (const type of types) assert.deepEqual(await completed(carl, home, type), [], `${type}, without a query`)
  assert.deepEqual(await completed(ben, home, 'project'), [], 'not even a favorite')
  assert.deepEqual(await completed(carl, home, 'user', 'secret'), ['Gus Secretive'])
  assert.deepEqual(await completed(guest, home, 'user'), ['Gus Secretive'], 'a guest knows only whom they work with')
  await ok(ann.post(`/tasks/${task}/addFollowers`, { followers: [guest.gid] }))
  assert.deepEqual(await completed(guest, home, 'task', 'sec'), ['Secret task'])
  assert.deepEqual((await completed(guest, home, 'user')).sort(), ['Ann', 'Gus Secretive'])
  assert.equal((await stranger.get(`/workspaces/${workspace}/typeahead?resource_type=user`)).status, 404)
})

test('an answer has compact objects, and hostile queries are texts', async () => {
  const home = await world()
  const { ann, workspace } = home
  const tag = await ann.create('/tags', { workspace, name: 'Alone' })
  const path = `/workspaces/${workspace}/typeahead`
  const { body } = await ann.get(`${path}?type=tag&query=al`)
  assert.deepEqual(body, { data: [{ gid: tag, resource_type: 'tag', name: 'Alone' }] })
  for (const query of [`' or 1=1 --`, '"*', 'a:*', '%', '_', '\ud83d', 'NEAR(al', `@${'x'.repeat(900)}`])
    for (const type of ['task', 'tag', 'user']) assert.ok((await completed(ann, home, type, query)).length <= 1, query)
  const bad = async (query: string, message: RegExp) =>
    assertBadRequest(await ann.get(`${path}?${query}`), message, query)
  await bad('query=x', /resource_type: Missing input/)
  await bad('resource_type=story', /Not a recognized value/)
  await bad('resource_type=tag&count=0', /between 1 and 100/)
  await bad('resource_type=tag&count=101', /between 1 and 100/)
  await bad('resource_type=tag&count=1.5', /between 1 and 100/)
})

test('an agent is found by its name, while it is one, by those who can see it', async () => {
  const home = await world()
  const { ann, ben, workspace } = home
  const admin = await signedIn(home, ann)
  const path = `/organizations/${workspace}/service_accounts`
  const make = async (name: string, is_agent: boolean) =>
    (await ok(admin.post(path, { name, scopes: ['all'], is_agent }))).data.gid
  const [sorter] = [await make('Harbour sorter', true), await make('Harbour watch', false)]
  const agents = (query = '', who = ben) => completed(who, home, 'agent', query)
  assert.deepEqual(
    [await agents('harb sor'), await agents(), await agents('ben')],
    [['Harbour sorter'], ['Harbour sorter'], []],
  )
  assert.deepEqual(await completed(ben, home, 'user', 'harb'), [])
  const guest = await home.person('Gus', { is_guest: true })
  assert.deepEqual(await agents('harb', guest), [])
  await ok(admin.put(`${path}/${sorter}`, { name: 'Filer' }))
  assert.deepEqual([await agents('harb'), await agents('fil')], [[], ['Filer']])
  await ok(admin.put(`${path}/${sorter}`, { is_agent: false }))
  assert.deepEqual(await agents(), [])
  await ok(admin.put(`${path}/${sorter}`, { is_agent: true }))
  await ok(admin.delete(`${path}/${sorter}`))
  assert.deepEqual(await agents(), [])
})

test('many users with the same words do not hide an agent', async () => {
  const home = await world()
  const { ann, workspace } = home
  await home.store.write(async tx => {
    for (let index = 0; index < 600; index++) {
      const user = await createUser(tx, { name: 'Aaron', email: `a${index}@example.com` })
      await join(tx, user, Number(workspace))
    }
  })
  const account = { name: 'Aaron', scopes: ['all'], is_agent: true }
  await ok((await signedIn(home, ann)).post(`/organizations/${workspace}/service_accounts`, account))
  for (const query of ['', 'a', 'aaron']) assert.deepEqual(await completed(ann, home, 'agent', query), ['Aaron'], query)
})
