/** Filters select exactly, or are refused: an identity provider creates users that a filter does not find. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertScimError,
  assertSuccess,
  ENTERPRISE,
  GROUP,
  type ScimClient,
  scimWorld,
  USER,
} from '../harness/scim/world.ts'
import type { Json } from '../harness/world.ts'

const query = (filter: string) => `filter=${encodeURIComponent(filter)}`

/** Four users with distinct values. */
async function people() {
  const home = await scimWorld()
  const { scim } = home
  const eva = await scim.user('Eva.Lind@Example.com', {
    externalId: 'Ext-1',
    name: { givenName: 'Eva', familyName: 'Lind' },
    title: 'Lead',
    emails: [
      { value: 'eva@work.example.com', type: 'work', primary: true },
      { value: 'eva@home.example.com', type: 'home' },
    ],
    [ENTERPRISE]: {
      department: 'Design',
      employeeNumber: '17',
      costCenter: 'C1',
      division: 'East',
      organization: 'Org',
    },
  })
  const adam = await scim.user('adam@example.com', {
    externalId: 'ext-1',
    name: { givenName: 'Adam', familyName: 'Berg' },
    title: 'Engineer',
    emails: [
      { value: 'adam@work.example.com', type: 'home' },
      { value: 'eva@home.example.com', type: 'work' },
    ],
    [ENTERPRISE]: { department: 'Sales', employeeNumber: '18' },
  })
  const cara = await scim.user('cara@example.com', { name: { givenName: 'Cara', familyName: 'Lind' } })
  assertSuccess(await scim.put(`/Users/${cara.id}`, { userName: 'cara@example.com', active: false, name: cara.name }))
  const names: Record<string, string> = {
    eva: eva.id,
    adam: adam.id,
    cara: cara.id,
    ann: home.ann.gid,
    ben: home.ben.gid,
  }
  const called = new Map(Object.entries(names).map(([name, id]) => [id, name]))
  /** The first names of the users that a filter selects, sorted. */
  const find = async (filter: string) =>
    (await scim.search('Users', filter))
      .map(one => called.get(one.id) ?? one.id)
      .sort()
      .join(' ')
  return { ...home, eva, adam, cara, find }
}

test('R25: a userName finds at most one user', async () => {
  const { scim, eva, find } = await people()
  const list = assertSuccess(await scim.get(`/Users?${query('userName eq "eva.lind@example.com"')}`))
  assert.deepEqual([list.totalResults, list.Resources.length, list.Resources[0].id], [1, 1, eva.id])
  assert.deepEqual(list.Resources[0], assertSuccess(await scim.get(`/Users/${eva.id}`)))
  const none = assertSuccess(await scim.get(`/Users?${query('userName eq "nobody@example.com"')}`))
  assert.deepEqual([none.totalResults, none.Resources, none.startIndex, none.itemsPerPage], [0, [], 1, 0])
  assert.equal(await find('userName eq "ann@example.com"'), 'ann')
})

test('R26: a displayName finds at most one group', async () => {
  const { scim } = await scimWorld()
  const { id } = await scim.group('Design & "Art" 50%')
  await scim.group('Design')
  const found = await scim.search('Groups', `displayName eq ${JSON.stringify('Design & "Art" 50%')}`)
  assert.deepEqual(
    found.map(one => one.id),
    [id],
  )
  assert.deepEqual(await scim.search('Groups', 'displayName eq "Desig"'), [])
})

test('R27: users are found by every attribute that providers search', async () => {
  const { eva, find, scim } = await people()
  const [before, after] = ['2025-12-31T00:00:00Z', '2027-01-01T00:00:00.000Z']
  const expected: [string, string][] = [
    [`id eq "${eva.id}"`, 'eva'],
    ['externalId eq "Ext-1"', 'eva'],
    ['active eq true', 'adam ann ben eva'],
    ['active eq false', 'cara'],
    ['emails.value eq "eva@home.example.com"', 'adam eva'],
    ['emails eq "eva@home.example.com"', 'adam eva'],
    ['emails[type eq "work"].value eq "eva@work.example.com"', 'eva'],
    ['emails[type eq "work" and value eq "eva@work.example.com"]', 'eva'],
    ['emails.type eq "home"', 'adam eva'],
    ['name.givenName eq "Eva"', 'eva'],
    ['name.familyName eq "Lind"', 'cara eva'],
    ['name.formatted eq "Eva Lind"', 'eva'],
    ['title eq "Lead"', 'eva'],
    [`${ENTERPRISE}:department eq "Design"`, 'eva'],
    [`${ENTERPRISE}:employeeNumber eq "18"`, 'adam'],
    [`${ENTERPRISE}:costCenter eq "C1"`, 'eva'],
    [`${ENTERPRISE}:division eq "East"`, 'eva'],
    [`${ENTERPRISE}:organization eq "Org"`, 'eva'],
    [`meta.created gt "${before}"`, 'adam ann ben cara eva'],
    [`meta.created gt "${after}"`, ''],
    [`meta.lastModified lt "${after}"`, 'adam ann ben cara eva'],
    [
      `meta.lastModified ge "${assertSuccess(await scim.get(`/Users/${eva.id}`)).meta.lastModified}" and title pr`,
      'adam eva',
    ],
  ]
  for (const [filter, names] of expected) assert.equal(await find(filter), names, filter)
})

test('R27: groups are found by id, externalId and member', async () => {
  const { scim, ann, ben } = await scimWorld()
  const design = await scim.group('Design', [ann.gid, ben.gid], { externalId: 'G-1' })
  const sales = await scim.group('Sales', [ben.gid], { externalId: 'g-1' })
  const expected: [string, string[]][] = [
    [`id eq "${design.id}"`, [design.id]],
    ['externalId eq "G-1"', [design.id]],
    [`members.value eq "${ann.gid}"`, [design.id]],
    [`members[value eq "${ben.gid}"]`, [design.id, sales.id]],
    [`members eq "${ben.gid}"`, [design.id, sales.id]],
    [`displayName eq "design" and members.value eq "${ben.gid}"`, [design.id]],
    ['members.value eq "12"', []],
  ]
  for (const [filter, found] of expected) {
    assert.deepEqual((await scim.search('Groups', filter)).map(one => one.id).sort(), found.sort(), filter)
  }
})

test('R28: every operator works as specified, in any case', async () => {
  const { find } = await people()
  const expected: [string, string][] = [
    ['title eq "Lead"', 'eva'],
    ['title EQ "Lead"', 'eva'],
    ['Title Eq "Lead"', 'eva'],
    ['userName ne "adam@example.com"', 'ann ben cara eva'],
    ['userName co "lind"', 'eva'],
    ['userName sw "a"', 'adam ann'],
    ['title ew "er"', 'adam'],
    ['title pr', 'adam eva'],
    ['TITLE PR', 'adam eva'],
    ['not (title pr)', 'ann ben cara'],
    ['NOT (title pr) AND active eq TRUE', 'ann ben'],
    ['name.givenName gt "Ben"', 'cara eva'],
    ['userName ge "ben@example.com" and userName le "cara@example.com"', 'ben cara'],
    ['userName lt "ann@example.com"', 'adam'],
    ['externalId pr', 'adam eva'],
    [`${ENTERPRISE}:department pr`, 'adam eva'],
    ['emails[type eq "home"] and title eq "Lead"', 'eva'],
  ]
  for (const [filter, names] of expected) assert.equal(await find(filter), names, filter)
})

test('R28: the operator and binds tighter than or, and parentheses tighter than both', async () => {
  const { find } = await people()
  const [eva, adam, cara] = ['name.givenName eq "Eva"', 'name.givenName eq "Adam"', 'name.givenName eq "Cara"']
  const expected: [string, string][] = [
    [`${eva} or ${adam} and active eq false`, 'eva'],
    [`(${eva} or ${adam}) and active eq false`, ''],
    [`active eq false and ${eva} or ${adam}`, 'adam'],
    [`active eq false and (${cara} or ${adam})`, 'cara'],
    [`not (${eva}) and not (${adam}) and active eq true`, 'ann ben'],
    [`not (${eva} or ${adam} or ${cara})`, 'ann ben'],
    [`(((${eva})))`, 'eva'],
    [`( ${eva} )  or  ( ${adam} )`, 'adam eva'],
    [`${eva} or ${adam} or ${cara} and title pr`, 'adam eva'],
  ]
  for (const [filter, names] of expected) assert.equal(await find(filter), names, filter)
})

test('R29: one entry must match all conditions of a value path', async () => {
  const { find } = await people()
  const expected: [string, string][] = [
    ['emails[type eq "work" and value eq "eva@home.example.com"]', 'adam'],
    ['emails[type eq "home" and value eq "eva@home.example.com"]', 'eva'],
    ['emails[type eq "work"].value eq "eva@home.example.com"', 'adam'],
    ['emails[type eq "work"].value eq "adam@work.example.com"', ''],
    ['emails.type eq "work" and emails.value eq "adam@work.example.com"', 'adam'],
    ['emails[type eq "home" or value co "adam"]', 'adam eva'],
    ['emails[not (type eq "work")]', 'adam eva'],
    ['emails[type eq "work" and not (value sw "eva")]', 'ann ben cara'],
  ]
  for (const [filter, names] of expected) assert.equal(await find(filter), names, filter)
})

test('R30: a value is a literal, with any content', async () => {
  const { scim } = await scimWorld()
  const titles = [
    ...[
      '100%',
      'a_b',
      "O'Neil",
      'say "hi"',
      'back\\slash',
      'línea 💥',
      '*',
      '[x]',
      'a\tb',
      "x' or '1'='1",
      '"; drop table users; --',
    ],
    ...['%', '_', '\\', 'null', 'true', ') or (title pr', '日本語', 'é'],
  ]
  const made = new Map<string, string>()
  for (const [index, title] of titles.entries())
    made.set(title, (await scim.user(`p${index}@example.com`, { title })).id)
  const found = async (filter: string) => (await scim.search('Users', filter)).map(one => one.id)
  for (const [title, id] of made) {
    assert.deepEqual(await found(`title eq ${JSON.stringify(title)}`), [id], title)
    const holding = titles.filter(one => one.toLowerCase().includes(title.toLowerCase())).map(one => made.get(one))
    assert.deepEqual((await found(`title co ${JSON.stringify(title)}`)).sort(), holding.sort(), `co ${title}`)
  }
  assert.deepEqual(await found('title eq "\\u0031\\u0030\\u0030%"'), [made.get('100%')])
  for (const attempt of ["x' or '1'='1' --", '%" or title pr or title eq "', '") or (1=1']) {
    assert.deepEqual(await found(`userName eq ${JSON.stringify(attempt)}`), [], attempt)
  }
})

const UNREADABLE = [
  ...[
    '',
    ' ',
    'userName',
    'userName eq',
    'eq "x"',
    'userName "x"',
    'userName eq "x',
    'userName eq "x" and',
    'and',
    '()',
  ],
  ...[
    '(userName eq "x"',
    'userName eq "x")',
    'userName is "x"',
    'userName eq "x" "y"',
    'userName eq "x" userName eq "y"',
  ],
  ...[
    'emails[type eq "work"',
    'emails[]',
    'emails[type eq "work"].',
    'not',
    'not userName',
    'userName eq "\\x"',
    '"userName" eq "x"',
  ],
  ...[
    'userName eq {"a":1}',
    'userName eq [1]',
    'userName pr "x"',
    'userName..x eq "x"',
    'userName eq "x";',
    '?',
    '💥 eq "x"',
  ],
]
const UNKNOWN = [
  ...[
    'password eq "x"',
    'nickName eq "x"',
    'foo pr',
    'name.middleName eq "x"',
    'emails.display eq "x"',
    'userType eq "x"',
  ],
  ...[
    'urn:unknown:User:title eq "x"',
    `${ENTERPRISE}:title eq "x"`,
    `${ENTERPRISE} eq "x"`,
    'emails[colour eq "red"]',
    '__proto__ pr',
  ],
  ...[
    'constructor eq "x"',
    'members.value eq "1"',
    'displayName[value eq "x"]',
    'userName.value.x eq "x"',
    'foo eq "x" or userName pr',
  ],
]

test('R31: an unsupported filter is refused, and never returns all or no resources', async () => {
  const { scim } = await people()
  for (const filter of [...UNREADABLE, ...UNKNOWN]) {
    const reply = await scim.get(`/Users?${query(filter)}`)
    assert.equal(reply.status, 400, `${filter}: ${reply.text.slice(0, 300)}`)
    assertScimError(reply, 400, 'invalidFilter')
  }
  for (const filter of [
    'userName eq "x"',
    'members.colour eq "x"',
    'displayName',
    'displayName eq',
    'description pr',
  ]) {
    assertScimError(await scim.get(`/Groups?${query(filter)}`), 400, 'invalidFilter')
  }
})

test('R32: unquoted values, and true as a text, are accepted', async () => {
  const { find, eva } = await people()
  const expected: [string, string][] = [
    ['externalId eq Ext-1', 'eva'],
    ['userName eq adam@example.com', 'adam'],
    ['title eq Lead and active eq true', 'eva'],
    ['(title eq Lead)', 'eva'],
    ['emails[type eq work].value eq eva@work.example.com', 'eva'],
    [`id eq ${eva.id}`, 'eva'],
    ['active eq "True"', 'adam ann ben eva'],
    ['active eq "False"', 'cara'],
    ['active eq False', 'cara'],
    ['active ne true', 'cara'],
  ]
  for (const [filter, names] of expected) assert.equal(await find(filter), names, filter)
})

test('R33: names and addresses ignore case, ids do not', async () => {
  const { find, scim } = await people()
  const expected: [string, string][] = [
    ['userName eq "EVA.LIND@EXAMPLE.COM"', 'eva'],
    ['userName sw "EVA"', 'eva'],
    ['emails.value eq "EVA@Work.example.com"', 'eva'],
    ['emails[type eq "work"].value eq "EVA@WORK.EXAMPLE.COM"', 'eva'],
    ['externalId eq "Ext-1"', 'eva'],
    ['externalId eq "ext-1"', 'adam'],
    ['externalId eq "EXT-1"', ''],
  ]
  for (const [filter, names] of expected) assert.equal(await find(filter), names, filter)
  const { id } = await scim.group('Straße Ärger')
  for (const name of ['straße ärger', 'STRAßE ÄRGER']) {
    assert.deepEqual(
      (await scim.search('Groups', `displayName eq "${name}"`)).map(one => one.id),
      [id],
      name,
    )
  }
})

test('R34: attribute names may be qualified, in any case', async () => {
  const { find, scim, eva } = await people()
  const expected: [string, string][] = [
    [`${USER}:userName eq "adam@example.com"`, 'adam'],
    [`${USER.toUpperCase()}:USERNAME eq "adam@example.com"`, 'adam'],
    [`${USER}:name.familyName eq "Berg"`, 'adam'],
    [`${USER}:emails[type eq "work"].value eq "eva@work.example.com"`, 'eva'],
    [`${ENTERPRISE.toLowerCase()}:Department eq "Sales"`, 'adam'],
  ]
  for (const [filter, names] of expected) assert.equal(await find(filter), names, filter)
  const team = await scim.group('Design')
  assert.deepEqual(
    (await scim.search('Groups', `${GROUP}:displayName eq "Design"`)).map(one => one.id),
    [team.id],
  )
  const operations = [
    { op: 'replace', path: `${USER.toLowerCase()}:Title`, value: 'Chief' },
    { op: 'replace', path: `${ENTERPRISE.toUpperCase()}:DEPARTMENT`, value: 'Art' },
    { op: 'replace', path: `${USER}:emails[type eq "work"].value`, value: 'eva@art.example.com' },
  ]
  const changed = assertSuccess(await scim.patch(`/Users/${eva.id}`, { Operations: operations }))
  assert.deepEqual(
    [changed.title, changed[ENTERPRISE].department, changed.emails[0].value],
    ['Chief', 'Art', 'eva@art.example.com'],
  )
})

test('a filter searches only its own list', async () => {
  const { scim, ann } = await scimWorld()
  const own: ScimClient = scim
  const { id } = await own.group('Design')
  assert.deepEqual(await own.search('Users', `id eq "${id}"`), [])
  assert.deepEqual(await own.search('Groups', `id eq "${ann.gid}"`), [])
  const one: Json[] = await own.search('Users', `id eq "${ann.gid}"`)
  assert.equal(one.length, 1)
})
