/**
 * The catalog compared with the published contract: each operation, query parameter, body field and selectable path.
 * A missing part is listed in later.ts with a reason.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { compare, contract, kinds } from './compare.ts'
import { plannedKeys } from './later.ts'

/** The parts of the contract that the catalog implements completely. */
const tags = [
  'Workspaces',
  'Workspace memberships',
  'Users',
  'User task lists',
  'Teams',
  'Team memberships',
  'Projects',
  'Project memberships',
  'Project statuses',
  'Project briefs',
  'Attachments',
  'Status updates',
  'Portfolios',
  'Goals',
  'Goal relationships',
  'Portfolio memberships',
  'Project portfolio settings',
  'Project templates',
  'Task templates',
  'Sections',
  'Tasks',
  'Tags',
  'Stories',
  'Memberships',
  'Access requests',
  'Reactions',
  'Custom fields',
  'Custom field settings',
  'Custom types',
  'Events',
  'Audit log API',
  'Webhooks',
  'Batch API',
  'Jobs',
  'Exports',
  'Organization exports',
  'Rules',
  'Time periods',
  'Allocations',
  'Budgets',
  'Rates',
  'Time tracking entries',
  'Time tracking categories',
  'Timesheet approval statuses',
  'Roles',
  'Ooo entries',
  'Agents',
]

const catalog = createCatalog()
const used = new Set<RegExp>()

/** Missing parts that are not planned for later. */
function unplanned(missing: string[]): string[] {
  return missing.filter(key => {
    const [keys] = plannedKeys.find(([pattern]) => pattern.test(key)) ?? []
    if (keys) used.add(keys)
    return !keys
  })
}

for (const tag of tags) {
  test(`the catalog matches the contract of ${tag}`, t => {
    const compared = contract.operations.filter(one => one.tag === tag).map(one => compare(catalog, one))
    const lacking = compared.flatMap(one => one.missing)
    const missing = unplanned(lacking)
    const counts = kinds.map(kind => {
      const all = compared.reduce((sum, one) => sum + one.counts[kind], 0)
      const [now, both] = [missing, lacking].map(keys => keys.filter(key => key.startsWith(kind)).length)
      return `${kind} ${all}, ${now} missing, ${Number(both) - Number(now)} later`
    })
    t.diagnostic(counts.join('; '))
    assert.deepEqual(
      missing,
      [],
      'The catalog lacks what the contract has. Add it; or, when it belongs to a later part, to test/contract/later.ts.',
    )
  })
}

test('the operations of the contract exist, except those of later parts', t => {
  const known = contract.operations.filter(({ method, path }) =>
    catalog.operations.some(one => one.method === method && one.path === path),
  )
  t.diagnostic(`${known.length} of ${contract.operations.length} operations of the contract exist`)
  const unused = plannedKeys.map(([keys]) => keys).filter(keys => !used.has(keys))
  assert.deepEqual(unused, [], 'later.ts has what is there.')
})

test('the comparison finds a missing part of the contract', () => {
  const published = contract.operations.find(({ id }) => id === 'getTagsForTask')
  assert.ok(published)
  assert.deepEqual(compare(catalog, published).missing, [])
  const more = {
    ...published,
    id: 'getLabels',
    params: [...published.params, { name: 'since', in: 'query' as const }],
    body: { 'application/json': { fields: { shade: {}, gid: { readOnly: true } } } },
    response: { ...published.response, status: 201 },
    opt_fields: ['name', 'uri', 'workspace.gid', 'workspace.shade', 'followers.photo.image_1x1', 'shade'],
  }
  assert.deepEqual(compare(catalog, more).missing, [
    'id getLabels (it is called getTagsForTask)',
    'status getLabels 201',
    'parameter getLabels since',
    'body getLabels shade',
    'path getLabels workspace.shade',
    'path getLabels followers.photo.image_1x1',
    'path getLabels shade',
  ])
  assert.deepEqual(compare(catalog, { ...published, path: '/labels' }).missing, ['operation getTagsForTask'])
})
