/** The catalog has every operation, query parameter, body field and selectable path of the published contract. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { compare, contract, kinds } from './compare.ts'

const catalog = createCatalog()

for (const tag of new Set(contract.operations.map(one => one.tag))) {
  test(`the catalog matches the contract of ${tag}`, t => {
    const compared = contract.operations.filter(one => one.tag === tag).map(one => compare(catalog, one))
    const counts = kinds.map(kind => `${kind} ${compared.reduce((sum, one) => sum + one.counts[kind], 0)}`)
    t.diagnostic(counts.join('; '))
    assert.deepEqual(
      compared.flatMap(one => one.missing),
      [],
      'The catalog lacks what the contract has: add it.',
    )
  })
}

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
