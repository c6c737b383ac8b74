/** Records of objects, to compare those that two ways have made. */
import assert from 'node:assert/strict'
import { createCatalog } from '../../../src/catalog/catalog.ts'
import type { Name } from '../../../src/names.ts'
import type { Json, Person } from '../world.ts'

const catalog = createCatalog()

/** All members of a type, by their names. */
function membersOf(type: Name): string {
  const found = [...catalog.resources.values()].find(({ name }) => name === type)
  return Object.keys(found?.fields ?? {}).join(',')
}

/** A record without what differs between two objects: gids and times. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value === 'string') {
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return 'time'
    return value.replace(/\d{9,16}/g, 'gid').replace('example.org', 'example.com')
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]))
}

/** What a person reads at a path, with all members of the type. */
export async function recordAt(person: Person, type: Name, path: string): Promise<Json> {
  const { status, data, message } = await person.get(
    `${path}${path.includes('?') ? '&' : '?'}opt_fields=${membersOf(type)}`,
  )
  assert.equal(status, 200, `${path}: ${message}`)
  return shapeOf(data) as Json
}
