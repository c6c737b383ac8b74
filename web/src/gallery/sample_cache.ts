/** A cache of a small project, without a server. The page counts the calls that it would send. */
import { createActs } from '../data/acts.ts'
import type { Cache } from '../data/cache.ts'
import type { FieldValue } from '../data/custom_fields.ts'
import { createLists, entryPatch } from '../data/lists.ts'
import { createOutbox } from '../data/outbox.ts'
import { createRecords, type Patch } from '../data/records.ts'
import { people, tags } from './sample.ts'

export const PROJECT = '500'
const OTHER_PROJECT = '501'
export const TASK = '600'
export const TASKS = ['600', '601', '602']

const high = { gid: '710', name: 'High', color: 'red', enabled: true }
const low = { gid: '711', name: 'Low', color: 'green', enabled: true }
const old = { gid: '712', name: 'Urgent', color: 'orange', enabled: false }

const field = (gid: string, name: string, resource_subtype: string, more: Partial<FieldValue>): FieldValue => ({
  ...{ gid, name, resource_subtype, enabled: true, display_value: null, ...more },
})

export const sampleFields: readonly FieldValue[] = [
  field('700', 'Priority', 'enum', { enum_value: high, display_value: 'High' }),
  field('701', 'Estimate', 'number', { number_value: 12.5, format: 'none', precision: 1, display_value: '12.5' }),
  field('702', 'Summary', 'text', { text_value: 'A short text', display_value: 'A short text' }),
  field('703', 'Budget', 'number', { number_value: 1200, format: 'currency', currency_code: 'EUR', precision: 2 }),
  field('704', 'Progress', 'number', { number_value: 0.25, format: 'percentage', precision: 0 }),
  field('705', 'Time', 'number', { number_value: 90, format: 'duration', precision: 0 }),
  field('706', 'Channels', 'multi_enum', { multi_enum_values: [low, old], display_value: 'Low, Urgent' }),
  field('707', 'Launch day', 'date', { date_value: { date: '2026-12-12' }, display_value: '2026-12-12' }),
  field('708', 'Reviewers', 'people', { people_value: people.slice(0, 2), display_value: 'Ada Lovelace, Ben Okafor' }),
  field('709', 'Related', 'reference', { reference_value: [], display_value: null }),
  field('720', 'Score', 'number', { is_formula_field: true, number_value: 4, display_value: '4' }),
  field('721', 'Number', 'text', { id_prefix: 'BUG', text_value: 'BUG-7', display_value: 'BUG-7' }),
  field('722', 'Former field', 'text', { enabled: false, text_value: 'Kept', display_value: 'Kept' }),
  field('723', 'Later type', 'later', { display_value: 'As it is' }),
]

const NAMES = ['Write the brief', 'Book the venue', 'Approve the budget']
const SUBTYPES = ['default_task', 'milestone', 'approval']

function samplePatches(): Patch[] {
  const record = (gid: string, resource_type: string, members: object): Patch => ({
    gid,
    members: { resource_type, ...members },
  })
  return [
    ...people.map(({ gid, name }) => record(gid, 'user', { name })),
    ...tags.map(({ gid, ...tag }) => record(gid, 'tag', tag)),
    record(PROJECT, 'project', { name: 'Launch', color: 'dark-teal', icon: 'rocket' }),
    record(OTHER_PROJECT, 'project', { name: 'Website', color: 'dark-orange', icon: 'globe' }),
    ...['To do', 'Doing', 'Done'].map((name, index) =>
      record(`51${index}`, 'section', { name, list: PROJECT, rank: `a${index}` }),
    ),
    record('520', 'section', { name: 'Backlog', list: OTHER_PROJECT, rank: 'a0' }),
    ...['700', '706'].map(gid => record(gid, 'custom_field', { enum_options: [high, low, old] })),
    ...TASKS.flatMap((gid, index) => [
      record(gid, 'task', {
        ...{ name: NAMES[index], resource_subtype: SUBTYPES[index], completed: false, approval_status: null },
        ...(index === 2 ? { approval_status: 'pending' } : {}),
        ...{ assignee: index === 0 ? people[1]?.gid : null, due_on: index === 0 ? '2020-12-12' : null, due_at: null },
        ...{ start_on: null, start_at: null, tags: index === 0 ? tags.slice(0, 2).map(tag => tag.gid) : [] },
        ...{ memberships: [{ project: PROJECT, section: '510' }], custom_fields: sampleFields },
        ...{ followers: people.slice(0, 3).map(person => person.gid), liked: false, num_likes: index },
        ...{ dependencies: index === 0 ? ['601'] : [], dependents: [], parent: null },
      }),
      entryPatch(PROJECT, gid, '510', `a${index}`),
    ]),
  ]
}

export function sampleCache(): Cache {
  const records = createRecords()
  const lists = createLists(records)
  let count = 0
  const outbox = createOutbox({
    records,
    page: 'gallery',
    afterPage: async (_page, run) => run(),
    storage: { put: async () => {}, delete: async () => {}, all: async () => [] },
    send: async call => {
      document.documentElement.dataset.sent = JSON.stringify([call.method, call.path, call.data])
      return { status: 200, message: '', data: { gid: call.path === '/api/1.0/tags' ? `80${count++}` : undefined } }
    },
    read: async () => ({ status: 200, message: '' }),
    now: () => Date.now(),
    delay: (run, ms) => window.setTimeout(run, ms),
    onConfirmed: () => {},
    onRejected: () => {},
    onConflict: () => {},
    onSessionEnded: () => {},
    onRenamed: () => {},
  })
  records.confirm(samplePatches())
  const acts = createActs({ records, outbox, now: () => Date.now(), newId: () => `item-${count++}` })
  const nothing = () => () => {}
  return {
    ...acts,
    ...{ user: people[0]?.gid ?? '', workspace: '1', records, lists, outbox },
    persistence: {} as Cache['persistence'],
    connection: () => 'open',
    load: async () => {},
    loaded: () => 'all',
    use: nothing,
    read: async () => {},
    reads: { ahead: async () => {}, now: async () => {}, note: () => {} },
    isReading: () => false,
    refresh: () => {},
    subscribe: nothing,
    onReport: nothing,
    report: () => {},
    close: () => {},
  }
}
