/**
 * The effects of organizations on an account, as one table: the person's membership in organization A, which has the
 * domain of their address, and in another organization B, an action of either, and the remains of the account. A second
 * part does the same for an address outside the domains of all organizations.
 */
import { test } from 'node:test'
import { signInByProvider } from '../../src/identity/sign_in.ts'
import { createToken } from '../../src/identity/tokens.ts'
import { createUser, join } from '../../src/resources/people/rules/join.ts'
import { insert, insertAll } from '../../src/store/change.ts'
import type { Writer } from '../../src/store/db.ts'
import { golden } from '../harness/golden.ts'
import { patch, type ScimClient, type ScimWorld, scimWorld } from '../harness/scim/world.ts'
import { signedIn, type Visitor } from '../harness/sign_in/console.ts'
import { type Answer, apiClient, type Person } from '../harness/world.ts'

const roles = ['none', 'invited', 'guest', 'member', 'admin', 'former'] as const
type RoleName = (typeof roles)[number]

interface OrganizationSide {
  workspace: number
  /** The administrator, in the console and by the API. */
  console: Visitor
  admin: Person
  /** An ordinary member. */
  member: Person
  scim: ScimClient
}

interface AccountSubject {
  user: number
  email: string
}

type Act = (
  side: OrganizationSide,
  subject: AccountSubject,
) => Promise<Pick<Answer, 'status'> & { data?: { link?: unknown } }>

const acts: Record<string, Act> = {
  'an administrator invites': ({ console, workspace }, { email }) =>
    console.post(`/organizations/${workspace}/invitations`, { email, role: 'member' }),
  'a member adds': ({ member, workspace }, { email }) =>
    member.post(`/workspaces/${workspace}/addUser`, { user: email }),
  'an administrator adds': ({ admin, workspace }, { email }) =>
    admin.post(`/workspaces/${workspace}/addUser`, { user: email }),
  'an administrator removes': ({ admin, workspace }, { user }) =>
    admin.post(`/workspaces/${workspace}/removeUser`, { user: String(user) }),
  'an administrator creates a link': ({ console, workspace }, { user }) =>
    console.post(`/organizations/${workspace}/people/${user}/link`),
  'SCIM provisions': ({ scim }, { email }) => scim.post('/Users', { userName: email }),
  'SCIM deactivates': ({ scim }, { user }) =>
    scim.patch(`/Users/${user}`, patch({ op: 'replace', path: 'active', value: false })),
  'SCIM activates': ({ scim }, { user }) =>
    scim.patch(`/Users/${user}`, patch({ op: 'replace', path: 'active', value: true })),
  'SCIM deletes': ({ scim }, { user }) => scim.delete(`/Users/${user}`),
  'SCIM changes the address': ({ scim }, { user, email }) => {
    const value = `new-${email.split('@')[0]}@${scim === b?.scim ? 'beta.example' : 'example.com'}`
    return scim.patch(`/Users/${user}`, patch({ op: 'replace', path: 'userName', value }))
  },
}

let b: OrganizationSide | undefined

/** The provider of the installation, with the domain of A, signs the person in. */
async function byProvider({ store }: ScimWorld, { user, email }: AccountSubject): Promise<{ status: string }> {
  const claims = { issuer: 'https://id.example', subject: `new ${user}`, email, email_verified: true }
  const entered = await signInByProvider(store, { email_domains: ['example.com'] }, claims, { agent: '', address: '' })
  return { status: typeof entered === 'string' ? 'no' : 'in' }
}

interface PlacedSubject extends AccountSubject {
  a: RoleName
  b: RoleName
}

const isMember = (role: RoleName) => role !== 'none' && role !== 'invited'

/** The rows of all accounts in a table at once: memberships, and one of each credential. */
async function insertRows(tx: Writer, people: readonly PlacedSubject[], sides: [number, number], application: number) {
  const created_at = tx.now
  const expires_at = tx.now + 1_000_000_000
  const roles = people.flatMap(one => [
    { ...one, workspace: sides[0], role: one.a },
    { ...one, workspace: sides[1], role: one.b },
  ])
  const memberships = roles.filter(({ role }) => isMember(role))
  const invited = roles.filter(({ role }) => role === 'invited')
  await insertAll(
    tx,
    'users',
    people.map(({ user, email }) => ({ gid: user, name: 'Pat', email, time_zone: 'UTC', photo: null, created_at })),
  )
  await insertAll(
    tx,
    'workspace_memberships',
    memberships.map(({ user, workspace, role }) => ({
      ...{ gid: tx.gid(), user, workspace, is_active: role === 'former' ? 0 : 1, is_admin: role === 'admin' ? 1 : 0 },
      ...{ is_guest: role === 'guest' ? 1 : 0, is_view_only: 0, is_service: 0, role: null, hides: 0, created_at },
    })),
  )
  await insertAll(
    tx,
    'invitations',
    invited.map(({ email, workspace }) => ({
      ...{ gid: tx.gid(), email, workspace, is_admin: 0, is_guest: 0, invited_by: null, created_at, expires_at },
    })),
  )
  const users = people.map(({ user }) => user)
  const token = (user: number, kind: string) => ({
    ...{ gid: tx.gid(), user, hash: `${kind} ${user}`, kind, name: kind, scopes: null, application: null },
    ...{ refresh_token: null, created_at, expires_at, last_used_at: null },
  })
  const tokens = users.flatMap(user => [token(user, 'personal'), token(user, 'session')])
  const purpose = 'reset'
  const links = users.map(user => ({ hash: `link ${user}`, user, purpose, created_at, expires_at }))
  const grants = users.map(user => ({ gid: tx.gid(), application, user, scopes: 'default', created_at }))
  const issuer = 'https://old.example'
  await insertAll(tx, 'tokens', tokens)
  await insertAll(tx, 'sign_in_links', links)
  await insertAll(
    tx,
    'passwords',
    users.map(user => ({ user, hash: 'of a password', changed_at: created_at })),
  )
  await insertAll(tx, 'grants', grants)
  await insertAll(
    tx,
    'external_identities',
    users.map(user => ({ issuer, subject: String(user), user, created_at })),
  )
}

/** The remains of each account: a letter for each credential, or a dot. */
async function left({ store }: ScimWorld, people: readonly AccountSubject[]): Promise<(user: number) => string> {
  const { db } = store.read
  const users = people.map(({ user }) => user)
  const tokens = await db.selectFrom('tokens').select(['user', 'kind']).where('user', 'in', users).execute()
  const ofKind = (kind: string) => new Set(tokens.filter(one => one.kind === kind).map(({ user }) => user))
  const those = async (table: 'sign_in_links' | 'passwords' | 'grants' | 'external_identities') =>
    new Set((await db.selectFrom(table).select('user').where('user', 'in', users).execute()).map(({ user }) => user))
  const things: [string, Set<number>][] = [
    ['t', ofKind('personal')],
    ['s', ofKind('session')],
    ['l', await those('sign_in_links')],
    ['p', await those('passwords')],
    ['g', await those('grants')],
    ['i', await those('external_identities')],
  ]
  return user => things.map(([letter, has]) => (has.has(user) ? letter : '.')).join('')
}

/** The membership of each person in a workspace. */
async function rolesIn({ store }: ScimWorld, people: readonly AccountSubject[], workspace: number) {
  const { db } = store.read
  const users = people.map(({ user }) => user)
  const rows = db.selectFrom('workspace_memberships').selectAll().where('workspace', '=', workspace)
  const memberships = new Map((await rows.where('user', 'in', users).execute()).map(row => [row.user, row]))
  const invitations = await db.selectFrom('invitations').select('email').where('workspace', '=', workspace).execute()
  const invited = new Set(invitations.map(({ email }) => email))
  return ({ user, email }: AccountSubject): string => {
    const membership = memberships.get(user)
    if (membership?.is_active) return membership.is_admin ? 'A' : membership.is_guest ? 'G' : 'M'
    return invited.has(email) ? '?' : membership ? 'x' : '-'
  }
}

async function sideOf(all: ScimWorld, workspace: number, name: string, domain: string): Promise<OrganizationSide> {
  const [admin, member] = await all.store.write(async tx => {
    const made = []
    for (const [one, role] of [['admin', { is_admin: true }] as const, ['member', {}] as const]) {
      const email = `${one}-${name}@${domain}`
      const user = await createUser(tx, { name: one, email })
      await join(tx, user, workspace, role)
      made.push({ gid: String(user), email, token: await createToken(tx, user, 'laptop') })
    }
    return made.map(one => apiClient(all.send, one))
  })
  if (!admin || !member) throw new Error('No account was created.')
  const scim = await all.account({ workspace: String(workspace) })
  return { workspace, admin, member, console: await signedIn(all, admin), scim }
}

interface Part {
  title: string
  domain: string
  /** The initial memberships of a person, in A and in B. */
  a: readonly RoleName[]
  b: readonly RoleName[]
}

const parts: Part[] = [
  {
    title: 'THE ADDRESS IS OF THE DOMAIN OF A',
    domain: 'example.com',
    a: ['none', 'guest', 'member', 'admin', 'former'],
    b: ['none', 'invited', 'member', 'former'],
  },
  {
    title: 'THE ADDRESS IS OF NO DOMAIN OF AN ORGANIZATION',
    domain: 'nowhere.net',
    a: ['none', 'member', 'former'],
    b: ['none', 'member', 'former'],
  },
]

const legend = `The remains of an account after an act of an organization. Every person has one of each: t a token, s a session, l a
link, p a password, g a grant to an application, i an identity at a provider; a dot is one that was revoked. A cell is the
status, the six, and the new membership in A and in B: - none, ? invited, G guest, M member, A administrator, x former
member. + is a new link that the administrator receives. Rows: the membership in A before; columns: in B.`

const WIDE = 15

test('the remains of an ended account match the table', async () => {
  const all = await scimWorld()
  const a = await sideOf(all, Number(all.workspace), 'a', 'example.com')
  b = await sideOf(all, Number(await all.organization('Beta', ['beta.example'])), 'b', 'beta.example')
  const other = b
  const application = await all.store.write(async tx => {
    const gid = tx.gid()
    const row = {
      gid,
      owner: Number(all.ann.gid),
      name: 'App',
      secret_hash: 'x',
      redirect_uris: '[]',
      scopes: 'default',
    }
    await insert(tx, 'applications', { ...row, created_at: tx.now, owner_left_at: null })
    return gid
  })
  let count = 0
  const lines = [legend]
  const matrix = async (part: Part, title: string, act: (one: AccountSubject) => ReturnType<Act>) => {
    const people = await all.store.write(async tx => {
      const those = part.a.flatMap(inA =>
        part.b.map((inB): PlacedSubject => ({ user: tx.gid(), email: `p${++count}@${part.domain}`, a: inA, b: inB })),
      )
      await insertRows(tx, those, [a.workspace, other.workspace], application)
      return those
    })
    // One after the other: concurrent actions have tests of their own.
    const answers: Awaited<ReturnType<Act>>[] = []
    for (const one of people) answers.push(await act(one))
    const [now, inA, inB] = [
      await left(all, people),
      await rolesIn(all, people, a.workspace),
      await rolesIn(all, people, other.workspace),
    ]
    const cells = people.map((one, at) => {
      const link = answers[at]?.data?.link ? '+' : ' '
      return `${answers[at]?.status} ${now(one.user)}${link} ${inA(one)}${inB(one)}`.padEnd(WIDE)
    })
    lines.push(
      '',
      title,
      ['', ...part.b]
        .map(text => text.padEnd(WIDE))
        .join('')
        .trimEnd(),
    )
    for (const [at, role] of part.a.entries()) {
      const row = cells.slice(at * part.b.length, (at + 1) * part.b.length)
      lines.push([role.padEnd(WIDE), ...row].join('').trimEnd())
    }
  }
  for (const part of parts) {
    lines.push('', '', part.title)
    for (const [title, act] of Object.entries(acts)) {
      await matrix(part, `${title}, of A`, subject => act(a, subject))
      await matrix(part, `${title}, of B`, subject => act(other, subject))
    }
    await matrix(part, 'the provider of the installation, for the domain of A, signs in', async subject => ({
      status: (await byProvider(all, subject)).status as never,
    }))
  }
  golden('test/golden/account.txt', `${lines.join('\n')}\n`)
})
