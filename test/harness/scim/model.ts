/**
 * A second, plain implementation of PATCH: users are objects, groups are sets, and operations are applied one after the
 * other. The service must agree with it on any input.
 */
import fc from 'fast-check'
import type { Json } from '../world.ts'
import { ENTERPRISE, USER } from './world.ts'

export interface ListEntry {
  type: string
  value: string
}

/** A user in the model. An absent value is undefined. */
export interface ModelPerson {
  plain: Record<string, string | undefined>
  name: Record<string, string | undefined>
  active: boolean
  lists: Record<string, ListEntry[]>
}

/** A change: its effect on the model, and the operation of the client. */
export interface ModelChange<Model> {
  apply(model: Model): void
  operation: Json
}

const PLAIN: Record<string, string> = {
  title: 'title',
  preferredLanguage: 'preferredLanguage',
  externalId: 'externalId',
  department: `${ENTERPRISE}:department`,
  costCenter: `${ENTERPRISE}:costCenter`,
}
const LISTS = ['emails', 'phoneNumbers'] as const
const TYPES = ['work', 'home', 'mobile']

const text = fc.constantFrom('a', 'B', 'a b', 'é', '%', '"x"', "O'N", '0', 'null', 'x'.repeat(300))
const entry = fc.record({ type: fc.constantFrom(...TYPES), value: text })
const verb = (word: string) => fc.constantFrom(word, word.toUpperCase(), word[0]?.toUpperCase() + word.slice(1))

/** A path as clients write it: in any case, qualified by the core schema or not. */
const pathSpellings = (path: string) =>
  fc.constantFrom(
    path,
    path.includes('[') ? path : path.toUpperCase(),
    ...(path.startsWith('urn:') ? [] : [`${USER}:${path}`]),
  )

/** One assignment, as a path and a value or as a key of an object. */
const assignment = (path: string, value: unknown): fc.Arbitrary<Json> =>
  fc.oneof(
    fc.record({ op: fc.oneof(verb('add'), verb('replace')), path: pathSpellings(path), value: fc.constant(value) }),
    fc.record({ op: fc.oneof(verb('add'), verb('replace')), value: fc.constant({ [path]: value }) }),
  )

/** An assignment without a result. */
function put<Model, Name extends keyof Model>(model: Model, name: Name, value: Model[Name]): void {
  model[name] = value
}

const person = (operation: fc.Arbitrary<Json>, apply: ModelChange<ModelPerson>['apply']) =>
  operation.map((one): ModelChange<ModelPerson> => ({ operation: one, apply }))

const plainChange = fc.tuple(fc.constantFrom(...Object.entries(PLAIN)), text).chain(([[name, path], value]) =>
  fc.oneof(
    person(assignment(path, value), model => put(model.plain, name, value)),
    person(fc.record({ op: verb('remove'), path: pathSpellings(path) }), model => put(model.plain, name, undefined)),
    person(fc.record({ op: verb('replace'), path: pathSpellings(path), value: fc.constant(null) }), model =>
      put(model.plain, name, undefined),
    ),
  ),
)

const whole = ({ givenName, familyName }: ModelPerson['name']) => [givenName, familyName].filter(Boolean).join(' ')

const nameChange = fc.tuple(fc.constantFrom('givenName', 'familyName'), text).chain(([part, value]) =>
  person(assignment(`name.${part}`, value), ({ name }) => {
    name[part] = value
    name.formatted = whole(name)
  }),
)

const activeChange = fc
  .boolean()
  .chain(active =>
    fc
      .constantFrom<unknown>(active, String(active), active ? 'True' : 'False')
      .chain(value => person(assignment('active', value), model => put(model, 'active', active))),
  )

const same = (one: ListEntry) => (other: ListEntry) => one.type === other.type && one.value === other.value

const listChange = fc
  .tuple(fc.constantFrom(...LISTS), entry, fc.array(entry, { minLength: 1, maxLength: 3 }))
  .chain(([list, one, several]) => {
    const where = `${list}[type eq "${one.type}"]`
    const matching = (model: ModelPerson) => model.lists[list]?.filter(({ type }) => type === one.type) ?? []
    const set = (entries: ListEntry[]) => (model: ModelPerson) => put(model.lists, list, structuredClone(entries))
    const changes = [
      person(fc.record({ op: verb('add'), path: pathSpellings(list), value: fc.constant(several) }), model => {
        const existing = model.lists[list] ?? []
        for (const each of several) if (!existing.some(same(each))) existing.push({ ...each })
        model.lists[list] = existing
      }),
      person(fc.record({ op: verb('replace'), path: pathSpellings(list), value: fc.constant(several) }), set(several)),
      person(assignment(`${where}.value`, one.value), model => {
        const found = matching(model)
        for (const each of found) each.value = one.value
        if (found.length === 0) model.lists[list] = [...(model.lists[list] ?? []), { ...one }]
      }),
    ]
    // A user always has an e-mail address, so only the other list is emptied.
    if (list === 'emails') return fc.oneof(...changes)
    return fc.oneof(
      ...changes,
      person(fc.record({ op: verb('replace'), path: pathSpellings(list), value: fc.constantFrom([], null) }), set([])),
      person(fc.record({ op: verb('remove'), path: pathSpellings(list) }), set([])),
      person(fc.record({ op: verb('remove'), path: fc.constant(where) }), model => {
        const found = matching(model)
        model.lists[list] = model.lists[list]?.filter(each => !found.includes(each)) ?? []
      }),
    )
  })

/** A change of a user that succeeds whether or not a value filter of `remove` matches. */
export const personChange = fc.oneof(plainChange, nameChange, activeChange, listChange)

/** A complete user: the body that a client sends, without the userName, and the resulting model. */
export const wholePerson = fc
  .record({
    plain: fc.record({
      title: fc.option(text),
      preferredLanguage: fc.option(text),
      externalId: fc.option(text),
      department: fc.option(text),
      costCenter: fc.option(text),
    }),
    name: fc.record({ givenName: text, familyName: text }),
    emails: fc.uniqueArray(entry, { minLength: 1, maxLength: 3, selector: one => JSON.stringify(one) }),
    phoneNumbers: fc.uniqueArray(entry, { maxLength: 3, selector: one => JSON.stringify(one) }),
  })
  .map(({ plain, name, emails, phoneNumbers }) => {
    const { department, costCenter, ...core } = plain
    const body: Json = { ...core, name, emails, phoneNumbers, [ENTERPRISE]: { department, costCenter } }
    const changes = Object.fromEntries(Object.entries(plain).map(([key, value]) => [key, value ?? undefined]))
    const model = (active: boolean): ModelPerson => ({
      plain: { ...changes },
      name: { ...name, formatted: whole(name) },
      active,
      lists: structuredClone({ emails, phoneNumbers }),
    })
    return { body, model }
  })

/** An operation that is invalid for every resource. */
export const invalidChange = fc.constantFrom<Json>(
  { op: 'replace', path: 'favouriteColour', value: 'x' },
  { op: 'replace', path: 'id', value: '12' },
  { op: 'paint', path: 'externalId', value: 'x' },
  { op: 'remove' },
  { op: 'add', path: '__proto__.x', value: 'x' },
  { op: 'replace', path: 'title[', value: 'x' },
)

export type ModelTeam = Set<string>

/** A change of the members of a group; `people` are the possible members. */
export function teamChange(people: readonly string[]): fc.Arbitrary<ModelChange<ModelTeam>> {
  const some = fc.subarray([...people], { maxLength: 6 })
  const forms = (ids: string[]): unknown[] => [
    ids.map(value => ({ value })),
    ids.map(value => ({ $ref: null, value, display: 'x' })),
    ids,
  ]
  const team = (operation: fc.Arbitrary<Json>, apply: ModelChange<ModelTeam>['apply']) =>
    operation.map((one): ModelChange<ModelTeam> => ({ operation: one, apply }))
  const listed = (word: string, ids: string[]): fc.Arbitrary<Json> =>
    fc
      .tuple(verb(word), fc.constantFrom(...forms(ids)), fc.constantFrom('members', 'Members', ''))
      .map(
        ([op, value, path]): Json =>
          path || word === 'remove' ? { op, path: path || 'members', value } : { op, value: { members: value } },
      )
  return some.chain(ids => {
    const [one = people[0] ?? ''] = ids
    const filters = [`members[value eq "${one}"]`, `Members[VALUE Eq ${one}]`]
    return fc.oneof(
      team(listed('add', ids), members => {
        for (const id of ids) members.add(id)
      }),
      team(listed('remove', ids), members => {
        for (const id of ids) members.delete(id)
      }),
      team(
        fc.constantFrom(...filters).map((path): Json => ({ op: 'remove', path })),
        members => void members.delete(one),
      ),
      team(listed('replace', ids), members => {
        members.clear()
        for (const id of ids) members.add(id)
      }),
      team(fc.constant<Json>({ op: 'remove', path: 'members' }), members => members.clear()),
      team(fc.constant<Json>({ op: 'replace', path: 'externalId', value: 'x' }), () => {}),
    )
  })
}
