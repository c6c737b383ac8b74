/**
 * Input that the engines treat differently: long texts, characters that one of them cannot store, numbers beyond their
 * types, letters in both cases, and the order of texts.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyField, makeField } from '../harness/fields.ts'
import { assertSuccess, ENTERPRISE, type ScimResponse, scimWorld } from '../harness/scim/world.ts'
import type { Answer, Json } from '../harness/world.ts'

/** A text of three-byte letters that cannot be compressed. */
function dense(length: number): string {
  let state = 7
  const letter = () => {
    state = (state * 1103515245 + 12345) % 2 ** 31
    return String.fromCharCode(0x4e00 + ((state >> 8) % 20_000))
  }
  return Array.from({ length }, letter).join('')
}

const all = await scimWorld()
const { ann, workspace, scim, logged } = all
const project = await ann.create('/projects', { name: 'P', workspace })
const makeTask = (more: Json = {}) => ann.create('/tasks', { name: 'T', workspace, projects: [project], ...more })
const quoted = (text: string) => encodeURIComponent(JSON.stringify(text))

test('the longest texts are stored, found and distinguished, with any characters', async () => {
  const [long, other] = [dense(1024), `${dense(1023)}x`]
  const field = await makeField(all, 'text', { name: long })
  const again = await ann.post('/custom_fields', { workspace, name: long, resource_subtype: 'text' })
  assert.equal(again.status, 400, 'the name is taken')
  await makeField(all, 'text', { name: other })
  await applyField(ann, project, field)
  const task = await makeTask({ custom_fields: { [field]: long }, external: { gid: long } })
  const second = await makeTask({ external: { gid: other } })
  assert.equal((await ann.put(`/tasks/${second}`, { external: { gid: long } })).status, 400, 'the key is taken')
  const { data } = await ann.get(`/tasks/${task}?opt_fields=external.gid,custom_fields.text_value`)
  assert.deepEqual([data.external.gid, data.custom_fields[0].text_value], [long, long])
})

test('the longest identifiers of providers are stored and found', async () => {
  const long = dense(4096)
  const address = `${dense(4000)}@example.com`
  const { id } = await scim.user('eva@example.com', { externalId: long, emails: [{ value: address }], title: long })
  const { id: team } = await scim.group('Design', [], { externalId: long })
  await scim.user('adam@example.com', { externalId: `${long.slice(0, -1)}x` })
  for (const [kind, path, text, gid] of [
    ['Users', 'externalId', long, id],
    ['Users', 'emails.value', address, id],
    ['Users', 'title', long, id],
    ['Groups', 'externalId', long, team],
  ] as const) {
    const reply = await scim.post(`/${kind}/.search`, { filter: `${path} eq ${JSON.stringify(text)}` })
    assert.deepEqual(
      assertSuccess(reply).Resources.map((one: Json) => one.id),
      [gid],
      path,
    )
  }
})

test('invalid Unicode and U+0000 are refused in every text field', async () => {
  const task = await makeTask()
  const choice = await makeField(all, 'enum')
  const user = assertSuccess(await scim.get(`/Users/${ann.gid}`))
  for (const text of ['a\0b', '\ud800', 'a\udfff']) {
    const answers: [string, Promise<Answer | ScimResponse>][] = [
      ['name', ann.put(`/tasks/${task}`, { name: text })],
      ['comment', ann.post(`/tasks/${task}/stories`, { text })],
      ['external', ann.put(`/tasks/${task}`, { external: { data: text } })],
      ['tag', ann.post('/tags', { workspace, name: text })],
      ['field', ann.post('/custom_fields', { workspace, name: text, resource_subtype: 'text' })],
      ['option', ann.post(`/custom_fields/${choice}/enum_options`, { name: text })],
      ['userName', scim.post('/Users', { userName: `${text}@example.com` })],
      ['title', scim.post('/Users', { userName: 'new@example.com', title: text })],
      ['address', scim.post('/Users', { userName: 'new@example.com', addresses: [{ country: text }] })],
      ['department', scim.put(`/Users/${ann.gid}`, { ...user, [ENTERPRISE]: { department: text } })],
      ['displayName', scim.post('/Groups', { displayName: text })],
      ['externalId', scim.post('/Groups', { displayName: 'new', externalId: text })],
    ]
    for (const [what, answer] of answers) assert.equal((await answer).status, 400, `${what} ${JSON.stringify(text)}`)
  }
})

test('a search for a value that cannot exist finds nothing, or answers an error of the client', async () => {
  const paths = [
    '9'.repeat(20),
    '9007199254740993',
    '9223372036854775808',
    '1e300',
    '1.5',
    '-1',
    '0',
    '\0',
    'a\0b',
  ].flatMap(sent => {
    const text = encodeURIComponent(sent)
    const byText = ['id', 'userName', 'title', 'name.familyName', 'externalId', 'emails.value']
    return [
      [`/tasks/${text}`, `/users/${text}`, `/tasks/external:${text}`, `/events?resource=${text}`],
      [`/tasks?project=${project}&limit=${text}`, `/tasks?project=${project}&offset=${text}`],
      [`/tasks?project=${project}&completed_since=${text}`, `/tasks?project=${project}&modified_since=${text}`],
      [`/scim/Users?startIndex=${text}`, `/scim/Users?count=${text}`, `/scim/Groups?startIndex=${text}&count=1`],
      [`/scim/Users/${text}`, `/scim/Groups/${text}`, `/scim/Users?filter=active%20eq%20${text}`],
      byText.flatMap(path =>
        ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'le'].map(
          how => `/scim/Users?filter=${encodeURIComponent(`${path} ${how} `)}${quoted(sent)}`,
        ),
      ),
      `/scim/Users?filter=${encodeURIComponent('meta.created gt ')}${quoted(sent)}`,
    ].flat()
  })
  const dates = ['+275760-09-12T00:00:00.000Z', '-271821-04-21T00:00:00.000Z', '0000-01-01T00:00:00.1234567Z']
  for (const date of dates) paths.push(`/tasks?project=${project}&completed_since=${encodeURIComponent(date)}`)
  for (const path of paths) {
    const { status } = path.startsWith('/scim') ? await scim.get(path.slice(5)) : await ann.get(path)
    assert.ok(status < 500, `${path} answered ${status}: ${logged.at(-1)?.cause}`)
  }
})

test('letters of every alphabet are found in both cases, and texts sort by their letters', async () => {
  const names = ['Zoë Äpfel', 'anna ÉTÉ', 'Öle İpek', 'ΟΔΟΣ ΑΘΗΝΑ', '_ x', '😀 b', 'ﬀ Q', 'Straße 9']
  const gids = new Map<string, string>()
  for (const [at, formatted] of names.entries()) {
    const { id } = await scim.user(`p${at}@example.com`, { name: { formatted }, title: formatted })
    gids.set(id, formatted)
  }
  const found = async (filter: string) =>
    (await scim.search('Users', filter)).flatMap(({ id }) => gids.get(id) ?? []).sort()
  for (const name of names) {
    for (const path of ['title', 'name.formatted']) {
      assert.deepEqual(await found(`${path} eq ${JSON.stringify(name.toLowerCase())}`), [name])
      assert.deepEqual(await found(`${path} ew ${JSON.stringify([...name.toLowerCase()].slice(1).join(''))}`), [name])
    }
    const [given, family] = name.split(' ')
    assert.deepEqual(await found(`name.givenName eq ${JSON.stringify(given)} and name.familyName eq "${family}"`), [
      name,
    ])
    const [letter = ''] = name.toLowerCase()
    const expected = names.filter(other => Buffer.compare(Buffer.from(other.toLowerCase()), Buffer.from(letter)) >= 0)
    assert.deepEqual(await found(`title ge ${JSON.stringify(letter)}`), expected.sort(), `from ${letter}`)
  }
})

test('people are listed by name, in the order of its bytes, with any page size', async () => {
  const home = await scimWorld()
  const names = ['Ärger', 'ärger', 'ana', 'Zed', 'éa', 'Öl', '😀', 'ﬀ', '_', '~']
  for (const [at, formatted] of names.entries()) await home.scim.user(`p${at}@example.com`, { name: { formatted } })
  // ASCII letters are equal in both cases.
  const key = (name: string) => Buffer.from(name.replaceAll(/[A-Z]/g, letter => letter.toLowerCase()))
  const expected = [...names, 'Ann', 'Ben'].sort((a, b) => Buffer.compare(key(a), key(b)))
  for (const limit of [1, 5, 100]) {
    const seen: string[] = []
    let path = `/workspaces/${home.workspace}/users?limit=${limit}`
    while (path) {
      const { data, body } = await home.ann.get(path)
      seen.push(...(data as Json[]).map(({ name }) => name))
      path = body.next_page?.path ?? ''
    }
    assert.deepEqual(seen, expected)
  }
})
