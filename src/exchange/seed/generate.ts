/** Generated tasks: many plausible ones, the same at every load. They are made while they are loaded. */

import { type Field, many, number } from '../../vocabulary/field.ts'
import type { GivenObject } from '../load/given.ts'
import type { SeedObject, TaskGenerator } from './contents.ts'
import type { SeedNode } from './document.ts'
import { gidOfKey } from './keys.ts'
import { ONE_DAY_MS } from './moments.ts'
import { entryOf, membersOf, readValue, type ValueReader } from './values.ts'

const MAX_TASKS = 1_000_000

const fields = {
  tasks: number({ required: true, doc: 'The number of tasks.' }),
  seed: number({ doc: 'The seed of the generator; 1 by default.' }),
  assignees: many('user', { need: 'view', doc: 'Users to assign them to.' }),
  sections: many('section', { need: 'view', doc: 'The sections they are in; the first one by default.' }),
  tags: many('tag', { need: 'view', doc: 'Tags that some of them have.' }),
}

/** Reads what to generate in a project. */
export function readGenerator(reader: ValueReader, object: SeedObject, node: SeedNode): TaskGenerator {
  const generator: TaskGenerator = {
    ...{ project: object.gid, path: object.path, owner: object },
    ...{ tasks: 0, seed: 1, assignees: [], sections: [], tags: [] },
  }
  for (const [name, member] of membersOf(reader.problems, node) ?? []) {
    const field = entryOf<Field>(fields, name)
    if (!field) reader.problems.add(member, `unknown member; known are ${Object.keys(fields).join(', ')}`)
    else readValue(reader, name, field, member.node, value => void Object.assign(generator, { [name]: value }))
  }
  const { tasks, seed } = generator
  if (!Number.isInteger(tasks) || tasks < 1 || tasks > MAX_TASKS)
    reader.problems.add(node, `tasks must be a whole number from 1 to ${MAX_TASKS}`)
  if (!Number.isInteger(seed)) reader.problems.add(node, 'seed must be a whole number')
  return generator
}

const VERBS = ['Write', 'Review', 'Plan', 'Test', 'Prepare', 'Update', 'Check', 'Discuss', 'Design', 'Publish']
const THINGS = [
  'brief',
  'budget',
  'contract',
  'landing page',
  'newsletter',
  'report',
  'roadmap',
  'slides',
  'survey',
  'schedule',
]
const COMPLETED_RATIO = 0.3
const DUE_RATIO = 0.6
const TAGGED_RATIO = 0.2
const DUE_RANGE_DAYS = 60

/** The tasks of a generator, in the order of their section. */
export function* generatedTasks(generator: TaskGenerator, now: number): Generator<GivenObject> {
  const random = randomFrom(generator.seed)
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)]
  const { project, path, owner, assignees, sections, tags } = generator
  // Ascending, because rows in random order are slow to insert.
  const first = gidOfKey('task', `${path}/generated`)
  for (let index = 1; index <= generator.tasks; index++) {
    const created_at = now - Math.floor(random() * DUE_RANGE_DAYS * ONE_DAY_MS)
    const [isCompleted, isDue, isTagged] = [random() < COMPLETED_RATIO, random() < DUE_RATIO, random() < TAGGED_RATIO]
    const days = Math.floor(random() * DUE_RANGE_DAYS) - DUE_RANGE_DAYS / 3
    const due_on = new Date(now + days * ONE_DAY_MS).toISOString().slice(0, 10)
    const [assignee, section, tag] = [pick(assignees), pick(sections), pick(tags)]
    const values = {
      ...{ name: `${pick(VERBS)} the ${pick(THINGS)} ${index}`, completed: isCompleted },
      ...(isDue && { due_on }),
      ...(assignee !== undefined && { assignee }),
      ...(section !== undefined && { section }),
      ...(isTagged && tag !== undefined && { tags: [tag] }),
    }
    yield { gid: first + index, by: owner.by, created_at, parent: { type: 'project', gid: project }, values }
  }
}

/** Numbers from 0 to 1 that depend on the seed alone (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
