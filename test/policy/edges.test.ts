/**
 * Visibility of people, tags and custom fields through every field that refers to them: everything, the gid alone, or
 * nothing. A new field appears as a new line.
 */
import { test } from 'node:test'
import type { Name } from '../../src/names.ts'
import type { Fields } from '../../src/vocabulary/field.ts'
import { golden } from '../harness/golden.ts'
import { catalog, ok, sample } from '../harness/sample.ts'
import { application, throughApplication } from '../harness/sign_in/oauth.ts'
import type { Json, Person } from '../harness/world.ts'

const leadsTo: readonly Name[] = ['user', 'tag', 'custom_field']

/** The fields that refer to one of these types, as paths. */
const edges = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, { kind, types = [], parts }]) => {
    if (kind === 'parts') return edges(parts ?? {}).map(path => `${name}.${path}`)
    return types.some(type => leadsTo.includes(type)) ? [name] : []
  })

/** The value at a path of a record, through lists. */
function valuesAt(value: unknown, path: string[]): Json[] {
  if (Array.isArray(value)) return value.flatMap(one => valuesAt(one, path))
  if (typeof value !== 'object' || value === null) return []
  const [first, ...rest] = path
  return first === undefined ? [value as Json] : valuesAt((value as Json)[first], rest)
}

/** What one person reads at a path of an object. */
async function visibilityOf(person: Person, type: Name, gid: string, path: string): Promise<string> {
  const { status, data } = await person.get(`/${type}s/${gid}?opt_fields=${path}.name`)
  if (status >= 400) return String(status)
  const found = valuesAt(data, path.split('.'))
  if (found.length === 0) return '-'
  return found.every(({ name }) => typeof name === 'string') ? 'all' : 'gid'
}

test('the visible fields of people, tags and custom fields match the golden file', async () => {
  const all = await sample()
  const { ann, ben, gil, vic, person, the } = all
  const fay = await person('Fay', { is_guest: true })
  await ok(ann.post(`/tasks/${the.task}/addFollowers`, { followers: [fay.gid] }))
  const app = await throughApplication(all, ann, await application(all), 'tasks:read tags:read stories:read')
  const roles = { owner: ann, member: ben, licence: vic, guest: gil, follower: fay, scopes: app }
  const types: readonly Name[] = [
    'project',
    'project_membership',
    'section',
    'task',
    'tag',
    'story',
    'status_update',
    'project_template',
    'task_template',
    'project_brief',
    'portfolio',
    'portfolio_membership',
    'goal',
    'goal_metric',
    'goal_relationship',
    'custom_field',
    'custom_type',
  ]
  const others: readonly Name[] = ['team', 'team_membership', 'workspace_membership', 'user_task_list']
  const lines = [
    `${''.padEnd(40)}${Object.keys(roles)
      .map(role => role.padEnd(9))
      .join('')
      .trimEnd()}`,
  ]
  for (const type of [...types, ...others]) {
    const name = type === 'story' ? 'storie' : type
    for (const path of edges(catalog.resource(type).fields)) {
      const cells: string[] = []
      for (const person of Object.values(roles))
        cells.push((await visibilityOf(person, name as Name, the[type], path)).padEnd(9))
      lines.push(`${type}.${path}`.padEnd(40) + cells.join('').trimEnd())
    }
  }
  const legend = ['all: with its name. gid: the gid alone. -: nothing. A status: the object itself is not shown.']
  golden('test/golden/edges.txt', [...legend, '', ...lines, ''].join('\n'))
})
