/** Each example of docs/seeds.md loads, and leaves nothing to mend; each member is described there. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { seeded } from '../../../test/harness/emulator/seeded.ts'
import { assertGrantsMatch } from '../../../test/harness/engine.ts'
import { world } from '../../../test/harness/world.ts'
import { countTextDifferences } from '../../store/search/difference.ts'
import { countNameDifferences } from '../../store/search/name_difference.ts'
import { collections, type SeedShape } from './shapes.ts'

const text = readFileSync(join(import.meta.dirname, '../../../docs/seeds.md'), 'utf8')
const examples = [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, example = '']) => example)

test('each example of the guide loads, and everything that is derived is there', async () => {
  assert.equal(examples.length, 3)
  for (const example of examples) {
    const at = await world()
    await seeded(at, example)
    await assertGrantsMatch(at.store)
    const { store } = at
    assert.equal(await countTextDifferences(store.read), 0)
    assert.equal(await countNameDifferences(store.read), 0)
  }
})

test('the objects of the long example are read back by the API', async () => {
  const at = await world()
  const loaded = await seeded(at, examples[1] ?? '')
  const [ann, ben] = [loaded.as('ann'), loaded.as('ben')]
  const brief = loaded.gid('launch/brief')
  const task = (
    await ann.get(
      `/tasks/${brief}?opt_fields=actual_time_minutes,num_likes,due_on,custom_fields.name,custom_fields.display_value`,
    )
  ).data
  assert.deepEqual([task.actual_time_minutes, task.num_likes, task.due_on], [90, 1, '2026-01-08'])
  const shown = task.custom_fields.map((field: { name: string; display_value: string }) => [
    field.name,
    field.display_value,
  ])
  assert.deepEqual(shown.toSorted(), [
    ['area', 'North'],
    ['blocked_by', 'Plan'],
    ['labels', 'Web, App'],
    ['points', '2.5'],
    ['priority', 'High'],
    ['reviewers', 'Ann Lee, Ben Oz'],
    ['ship_date', '2026-01-12T00:00:00.000Z'],
    ['ticket', 'ACME-1'],
  ])
  const goal = (
    await ann.get(`/goals/${loaded.gid('grow')}?opt_fields=metric.current_number_value,time_period.display_name`)
  ).data
  assert.deepEqual([goal.metric.current_number_value, goal.time_period.display_name], [0.5, 'Q1 FY26'])
  const files = (await ben.get(`/attachments?parent=${brief}&opt_fields=name,size`)).data
  assert.deepEqual(
    files.map(({ name, size }: { name: string; size: number }) => [name, size]),
    [['notes.txt', 17]],
  )
  const stories = (await ben.get(`/tasks/${brief}/stories?opt_fields=text`)).data
  assert.deepEqual(
    stories.map((story: { text: string }) => story.text),
    ['Which brief?', 'The one for the launch'],
  )
  const project = (
    await ann.get(`/projects/${loaded.gid('launch')}?opt_fields=owner.name,current_status_update.status_type`)
  ).data
  assert.deepEqual([project.owner.name, project.current_status_update.status_type], ['Ben Oz', 'at_risk'])
  const items = (await ann.get(`/portfolios/${loaded.gid('all')}/items`)).data
  assert.deepEqual(
    items.map(({ name }: { name: string }) => name),
    ['Launch', 'other'],
  )
})

test('the guide names each collection, and what the API does not have in each', () => {
  const missing = Object.entries(collections).flatMap(([name, shape]: [string, SeedShape]) =>
    [name, ...Object.keys(shape.keyed), ...Object.keys(shape.listed)].filter(word => !text.includes(`\`${word}\``)),
  )
  assert.deepEqual(missing, [])
})
