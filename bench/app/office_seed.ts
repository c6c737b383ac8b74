/** What the store of the web app's figures contains: people, projects of several sizes, and two inboxes. */
import type { loadSeed } from '../../src/exchange/seed/seed.ts'
import { gids as createGids } from '../../src/lib/gid.ts'
import { insertAll } from '../../src/store/change.ts'
import type { Store } from '../../src/store/db.ts'
import type { Tables } from '../../src/store/tables.ts'
import { sizes } from '../sizes.ts'
import { START } from '../stores/rows.ts'

/** Ann and Ben work in the large projects, Cleo and Dan in the others; Cleo has the full inbox, Dan the short one. */
export const PEOPLE = ['ann', 'ben', 'cleo', 'dan'] as const

export type PersonKey = (typeof PEOPLE)[number]

/** `screens` has something for each of its layouts. */
export const PROJECTS = ['small', 'large', 'names', 'cards', 'screens'] as const

export type ProjectKey = (typeof PROJECTS)[number]

/** Columns of the board. */
export const COLUMNS = 10
/** Notifications of the short inbox. */
export const SHORT_INBOX = 100
const FILES = 12
const UPDATES = 5

const { small, large, names, cards } = sizes.app
const members = PEOPLE
const columns = Object.fromEntries(Array.from({ length: COLUMNS }, (_, at) => [`column${at}`, `Column ${at}`]))
const generate = (tasks: number, more: object = {}) => ({ tasks, seed: 7, ...more })

/** The seed, in the format of `docs/seeds.md`. */
export const officeSeed = {
  seed: 1,
  workspace: { key: 'acme', name: 'Acme' },
  people: { ann: { name: 'Ann', admin: true }, ben: { name: 'Ben' }, cleo: { name: 'Cleo' }, dan: { name: 'Dan' } },
  projects: {
    small: { name: 'Small', members, generate: generate(small, { assignees: ['ann', 'ben'] }) },
    large: { name: 'Large', members, generate: generate(large, { assignees: ['ann', 'ben'] }) },
    names: { name: 'Names', members, generate: generate(names) },
    cards: {
      ...{ name: 'Cards', members, sections: columns, default_view: 'board' },
      generate: generate(cards, { assignees: ['ann', 'ben'], sections: Object.keys(columns) }),
    },
    screens: {
      ...{ name: 'Screens', members, default_view: 'list', brief: { title: 'Why', text: 'Because' } },
      sections: { todo: 'To do', doing: 'Doing', done: 'Done' },
      status_updates: Array.from({ length: UPDATES }, (_, at) => ({ status_type: 'on_track', text: `Week ${at}` })),
      attachments: Array.from({ length: FILES }, (_, at) => ({ name: `note${at}.txt`, text: `The note ${at}` })),
      generate: generate(small, { assignees: ['cleo', 'dan'], sections: ['todo', 'doing', 'done'] }),
    },
  },
}

type Loaded = Awaited<ReturnType<typeof loadSeed>>

/** Fills the inboxes of Cleo and Dan directly: each notification is about another task. */
export async function fillInboxes(store: Store, { workspace, gids }: Loaded): Promise<void> {
  const tasks = await store.read.db
    .selectFrom('tasks')
    .select('gid')
    .orderBy('gid')
    .limit(sizes.app.notifications)
    .execute()
  const gid = createGids(() => START)
  const of = (person: PersonKey, count: number) =>
    tasks.slice(0, count).map(({ gid: resource }, at) => {
      const about = { user: Number(gids[person]), actor: Number(gids.ann), workspace: Number(workspace), resource }
      return notification(gid(), START + at, about)
    })
  await store.write(async tx => {
    await insertAll(tx, 'notifications', of('cleo', sizes.app.notifications))
    await insertAll(tx, 'notifications', of('dan', SHORT_INBOX))
  })
}

type About = Pick<Tables['notifications'], 'user' | 'actor' | 'workspace' | 'resource'>

const notification = (gid: number, at: number, about: About): Tables['notifications'] => ({
  ...{ gid, ...about, resource_type: 'task', cause: 'assigned', story: null, unread: 1, is_mention: 0 },
  ...{ is_assigned: 1, is_described: 0, created_at: at, shown_at: at, read_at: null, archived_at: null },
})
