/**
 * What an organization can do to an account, as one table: what a person is in the organization A that has the domain of
 * the person's address, what the same person is in another organization B, what either does, and what is left of the
 * account. A second part does the same to an address of no organization's domain.
 */
import { test } from 'node:test'
import { createLink } from '../../src/identity/links.ts'
import { createSession } from '../../src/identity/sessions.ts'
import { enterByProvider } from '../../src/identity/sign_in.ts'
import { createToken } from '../../src/identity/tokens.ts'
import { ask } from '../../src/resources/people/rules/invite.ts'
import { createUser, join } from '../../src/resources/people/rules/join.ts'
import { insert, update } from '../../src/store/change.ts'
import type { Writer } from '../../src/store/db.ts'
import { golden } from '../harness/golden.ts'
import { patch, type Scim, type ScimWorld, scimWorld } from '../harness/scim/world.ts'
import { signedIn, type Visitor } from '../harness/sign_in/console.ts'
import { type Answer, type Person, speaker } from '../harness/world.ts'

const roles = ['none', 'asked', 'guest', 'member', 'admin', 'former'] as const
type RoleName = (typeof roles)[number]

interface Side {
  workspace: number
  /** The administrator, in the console and by the API. */
  console: Visitor
  admin: Person
  /** A plain member. */
  member: Person
  scim: Scim
}

interface Subject {
  user: number
  email: string
}

type Act = (side: Side, subject: Subject) => Promise<Pick<Answer, 'status'> & { data?: { link?: unknown } }>

const acts: Record<string, Act> = {
  'an administrator invites': ({ console, workspace }, { email }) =>
    console.post(`/organizations/${workspace}/invitations`, { email, role: 'member' }),
  'a member adds': ({ member, workspace }, { email }) =>
    member.post(`/workspaces/${workspace}/addUser`, { user: email }),
  'an administrator adds': ({ admin, workspace }, { email }) =>
    admin.post(`/workspaces/${workspace}/addUser`, { user: email }),
  'an administrator removes': ({ admin, workspace }, { user }) =>
    admin.post(`/workspaces/${workspace}/removeUser`, { user: String(user) }),
  'an administrator makes a link': ({ console, workspace }, { user }) =>
    console.post(`/organizations/${workspace}/people/${user}/link`),
  'SCIM provisions': ({ scim }, { email }) => scim.post('/Users', { userName: email }),
  'SCIM deactivates': ({ scim }, { user }) =>
    scim.patch(`/Users/${user}`, patch({ op: 'replace', path: 'active', value: false })),
  'SCIM activates': ({ scim }, { user }) =>
    scim.patch(`/Users/${user}`, patch({ op: 'replace', path: 'active', value: true })),
  'SCIM deletes': ({ scim }, { user }) => scim.delete(`/Users/${user}`),
  'SCIM gives another address': ({ scim }, { user, email }) => {
    const value = `new-${email.split('@')[0]}@${scim === b?.scim ? 'beta.example' : 'example.com'}`
    return scim.patch(`/Users/${user}`, patch({ op: 'replace', path: 'userName', value }))
  },
}

let b: Side | undefined

/** The provider of the installation, whose domain is that of A, signs the person in. */
async function byProvider({ store }: ScimWorld, { user, email }: Subject): Promise<{ status: string }> {
  const claims = { issuer: 'https://id.example', subject: `new ${user}`, email, email_verified: true }
  const entered = await enterByProvider(store, { email_domains: ['example.com'] }, claims, { agent: '', address: '' })
  return { status: typeof entered === 'string' ? 'no' : 'in' }
}

async function placed(tx: Writer, { user, email }: Subject, workspace: number, role: RoleName): Promise<void> {
  if (role === 'none') return
  if (role === 'asked') {
    await ask(tx, { email, workspace, role: {}, by: null, replaces: true })
    return
  }
  await join(tx, user, workspace, { is_guest: role === 'guest', is_admin: role === 'admin' })
  if (role === 'former') await update(tx, 'workspace_memberships', { user, workspace }, { is_active: 0 })
}

/** One of everything that opens the account. */
async function equipped(tx: Writer, user: number, application: number): Promise<void> {
  const created_at = tx.now
  await createToken(tx, user, 'laptop')
  await createSession(tx, user, { agent: 'test', address: '127.0.0.1' })
  await createLink(tx, user, 'reset')
  await insert(tx, 'passwords', { user, hash: 'of a password', changed_at: created_at })
  await insert(tx, 'grants', { gid: tx.gid(), application, user, scopes: 'default', created_at })
  await insert(tx, 'external_identities', { issuer: 'https://old.example', subject: String(user), user, created_at })
}

/** What is left: a letter for each thing that opens the account, or a dot. */
async function left({ store }: ScimWorld, user: number): Promise<string> {
  const { db } = store.read
  const tokens = await db.selectFrom('tokens').select(['kind', 'name']).where('user', '=', user).execute()
  const count = async (table: 'sign_in_links' | 'passwords' | 'grants' | 'external_identities') =>
    (await db.selectFrom(table).select('user').where('user', '=', user).execute()).length > 0
  const things: [string, boolean][] = [
    ['t', tokens.some(({ kind }) => kind === 'personal')],
    ['s', tokens.some(({ kind }) => kind === 'session')],
    ['l', await count('sign_in_links')],
    ['p', await count('passwords')],
    ['g', await count('grants')],
    ['i', await count('external_identities')],
  ]
  return things.map(([letter, is]) => (is ? letter : '.')).join('')
}

async function roleIn({ store }: ScimWorld, { user, email }: Subject, workspace: number): Promise<string> {
  const { db } = store.read
  const bonds = db.selectFrom('workspace_memberships').selectAll().where('user', '=', user)
  const [bond] = await bonds.where('workspace', '=', workspace).execute()
  if (bond?.is_active) return bond.is_admin ? 'A' : bond.is_guest ? 'G' : 'M'
  const asked = db.selectFrom('invitations').select('gid').where('email', '=', email)
  if ((await asked.where('workspace', '=', workspace).execute()).length > 0) return '?'
  return bond ? 'x' : '-'
}

async function sideOf(all: ScimWorld, workspace: number, name: string, domain: string): Promise<Side> {
  const [admin, member] = await all.store.write(async tx => {
    const made = []
    for (const [one, role] of [['admin', { is_admin: true }] as const, ['member', {}] as const]) {
      const email = `${one}-${name}@${domain}`
      const user = await createUser(tx, { name: one, email })
      await join(tx, user, workspace, role)
      made.push({ gid: String(user), email, token: await createToken(tx, user, 'laptop') })
    }
    return made.map(one => speaker(all.send, one))
  })
  if (!admin || !member) throw new Error('Nobody was made.')
  const scim = await all.account({ workspace: String(workspace) })
  return { workspace, admin, member, console: await signedIn(all, admin), scim }
}

interface Part {
  title: string
  domain: string
  /** What a person can be at first, in A and in B. */
  a: readonly RoleName[]
  b: readonly RoleName[]
}

const parts: Part[] = [
  {
    title: 'THE ADDRESS IS OF THE DOMAIN OF A',
    domain: 'example.com',
    a: ['none', 'guest', 'member', 'admin', 'former'],
    b: ['none', 'asked', 'guest', 'member', 'admin', 'former'],
  },
  {
    title: 'THE ADDRESS IS OF NO DOMAIN OF AN ORGANIZATION',
    domain: 'nowhere.net',
    a: ['none', 'guest', 'member', 'former'],
    b: ['none', 'guest', 'member', 'former'],
  },
]

const legend = `What is left of an account, whatever an organization does to it. Every person has one of each: t a token, s a session, l a link,
p a password, g a grant to an application, i an identity at a provider; a dot is what has ended. A cell is the status,
the six, and what the person then is in A and in B: - nothing, ? asked, G guest, M member, A administrator, x former member.
+ is a new link that the administrator is shown. Rows: what the person was in A; columns: in B.`

const WIDE = 15

test('what is left of an account is what the table says', async () => {
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
  const cell = async (domain: string, [inA, inB]: [RoleName, RoleName], act: (one: Subject) => ReturnType<Act>) => {
    const email = `p${++count}@${domain}`
    const subject = await all.store.write(async tx => {
      const one = { user: await createUser(tx, { name: 'Pat', email }), email }
      await placed(tx, one, a.workspace, inA)
      await placed(tx, one, other.workspace, inB)
      await equipped(tx, one.user, application)
      return one
    })
    const { status, data } = await act(subject)
    const [now, link] = [await left(all, subject.user), data?.link ? '+' : ' ']
    return `${status} ${now}${link} ${await roleIn(all, subject, a.workspace)}${await roleIn(all, subject, other.workspace)}`
  }
  const lines = [legend]
  const matrix = async (part: Part, title: string, act: (one: Subject) => ReturnType<Act>) => {
    lines.push(
      '',
      title,
      ['', ...part.b]
        .map(text => text.padEnd(WIDE))
        .join('')
        .trimEnd(),
    )
    for (const inA of part.a) {
      const cells = [inA.padEnd(WIDE)]
      for (const inB of part.b) cells.push((await cell(part.domain, [inA, inB], act)).padEnd(WIDE))
      lines.push(cells.join('').trimEnd())
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
